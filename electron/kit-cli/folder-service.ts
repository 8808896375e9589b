import { existsSync } from 'node:fs';
import { connectToHost, type KnownHost, UnprovenError } from '#base/hello/connect.ts';
import { CommandError } from '#cli/command-error.ts';
import { dataOption } from '#cli/data-option.ts';
import { type Servers, withServer } from '#cli/folder-access.ts';
import { type Peer, reasonOf } from '#cli/peer.ts';
import type { ServiceAccess } from '#cli/service-door.ts';
import { type KitRecord, readKitRecord } from '#kit/record.ts';
import { bearer } from './bearer.ts';
import { kitCommandName } from './kit-command-name.ts';

/** Runs `work` with the service that runs on the folder, or with one of this command's own. */
export const onFolder = <T>(folder: string, work: (access: ServiceAccess) => Promise<T>): Promise<T> =>
  withServer(services, existing(folder), ({ record: { apiUrl }, client: service, own }) =>
    work({
      apiUrl,
      service,
      own,
      folder,
      command: (line) => `${kitCommandName()} ${line} ${dataOption(folder)}`,
    }),
  );

/** A name that was mistyped makes no service. @throws CommandError 2 */
const existing = (folder: string): string => {
  if (existsSync(folder)) return folder;
  throw new CommandError(
    `No folder is at ${folder}. Check --data; \`${kitCommandName()} serve ${dataOption(folder)}\` creates a service there.`,
    2,
  );
};

const known = ({ controlUrl: url, pid, secret }: KitRecord): KnownHost => ({ url, pid, secret });

const services: Servers<KitRecord> = {
  called: 'the service',
  read: readKitRecord,
  known,
  peer: (record): Peer => ({
    url: record.controlUrl,
    headers: bearer(record.controlToken),
    connect: () => connectToHost(known(record)),
    called: 'The service',
    unreachable: (cause) => unreachable(record, cause),
  }),
  async start(dataDir) {
    // Loaded only when needed: the whole service hangs on it.
    const [{ openKeptKit, onLoopback }, { createLog }] = await Promise.all([
      import('#kit/index.ts'),
      import('#base/log.ts'),
    ]);
    return openKeptKit({ ...onLoopback, dataDir, allowPrivate: false, log: createLog({ level: 'warn' }) });
  },
};

const unreachable = ({ controlUrl }: KitRecord, cause: unknown): CommandError => {
  const text =
    cause instanceof UnprovenError && cause.impostor
      ? `What listens at ${controlUrl} could not be verified as the service of this folder, so nothing was sent. If it runs in a container, set CARRYOVER_CONTROL_URL and CARRYOVER_CONTROL_TOKEN instead of --data. Otherwise another program uses its port: stop that program, or restart the service with --control-port.`
      : `The service at ${controlUrl} can't be reached: ${reasonOf(cause)}.`;
  return new CommandError(text, 1, { cause });
};
