import { createLog } from '#base/log.ts';
import { keepToOwner } from '#base/own-process.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  type FromHost,
  parentPort,
  type RepairOffer,
  type StartHost,
  type ToHost,
} from '#contract/host-messages.ts';
import { isRepairable } from '#local/lost-database.ts';
import { FolderInUseError, StartError } from '#local/start-error.ts';
import { guardProcess } from './guard-process.ts';
import { type Host, startHost } from './index.ts';
import { carryOutRepair, offerRepair } from './repair-offer.ts';
import { roles } from './roles.ts';

/** The host in Electron's utility process: started, watched and stopped by messages of the main process. */

keepToOwner();
const log = createLog();
guardProcess(log);
const port = parentPort<ToHost, FromHost>(process);

let host: Promise<Host> | undefined;

/** The folder, as the repair of its databases takes it. */
const folderOf = ({ dataDir, dataKey }: StartHost) => ({
  dataDir,
  log,
  ...(dataKey === undefined ? {} : { dataKey: Buffer.from(dataKey) }),
});

const start = async (asked: StartHost): Promise<Host> => {
  const { apiPort, deskPort, repair } = asked;
  const folder = folderOf(asked);
  if (repair !== undefined) await carryOutRepair(folder, repair);
  const started = await startHost({
    ...folder,
    apiPort,
    deskPort,
    bind: '127.0.0.1',
    allowHosts: [],
    roles: roles.join(),
  });
  port.postMessage({ type: 'ready', ready: { ...started.ready, secret: started.record.secret } });
  return started;
};

/** What was foreseen is told in its own words; the rest is a fault, and keeps its stack in the log. */
const fail = async (error: unknown, asked: StartHost): Promise<void> => {
  const foreseen = error instanceof StartError || error instanceof CatalogueError;
  log.error(foreseen ? { reason: error.message } : { err: error }, 'host: did not start');
  const text = foreseen ? error.message : `The local service failed to start: ${String(error)}`;
  const reason = error instanceof FolderInUseError ? 'folder-in-use' : 'refused';
  const repair = await offerFor(error, asked);
  port.postMessage({
    type: 'failed',
    reason,
    text: repair?.text ?? text,
    ...(repair === undefined ? {} : { repair }),
  });
};

/** Examines the backups of a damaged database. What keeps it from that is a line in the log. */
const offerFor = async (error: unknown, asked: StartHost): Promise<RepairOffer | undefined> => {
  if (!isRepairable(error)) return undefined;
  return offerRepair(folderOf(asked)).catch((err: unknown) => {
    log.error({ err }, 'host: the backups could not be examined');
    return undefined;
  });
};

const stop = async (drainMs: number): Promise<void> => {
  const running = await host?.catch(() => undefined);
  await running?.stop(drainMs).catch((err: unknown) => log.error({ err }, 'host: stop failed'));
  process.exit(0);
};

port.on('message', ({ data }) => {
  if (data.type === 'beat') port.postMessage(data);
  else if (data.type === 'stop') void stop(data.drainMs);
  else if (data.type === 'start') {
    host ??= start(data);
    // The main process ends this one, once it has read why.
    host.catch((error: unknown) => fail(error, data));
  }
});
