import { resolve } from 'node:path';
import { defaultDataDir } from '#base/data-dir.ts';
import type { StateForked } from '#contract/states.ts';
import { dataOption } from './data-option.ts';
import { forkInto } from './fork-into.ts';
import { withHost } from './host-access.ts';
import { below } from './http-client.ts';
import { withData } from './options.ts';
import { commandName } from './output.ts';
import type { Forked, ForkRequest, ServiceDoor } from './service-door.ts';
import { pathOf } from './state-files.ts';

/** The local service of a data folder, by its host. */
export const hostDoor: ServiceDoor = {
  withOptions: withData,
  enter: ({ data = defaultDataDir() }, work) =>
    withHost(data, ({ apiUrl, desk, own }) =>
      work({
        apiUrl,
        service: below(desk, '/api'),
        own,
        folder: data,
        command: (line) => onFolder(line, data),
      }),
    ),
  fork: (request, { data = defaultDataDir() }) =>
    'file' in request.from
      ? forkInto({ ...request, parentDir: data })
      : forkByHost(request.from.name, request, data),
  keepsReplaced: true,
  freePorts: '--api-port 0 --desk-port 0',
};

/** The host opens what it saved, also where only the keychain has its key. */
const forkByHost = (name: string, { into, ...request }: ForkRequest, data: string): Promise<Forked> =>
  withHost(data, async ({ desk }) => {
    const { passphrase, withoutSecrets, number } = request;
    const { state, ...rest } = await desk.post<StateForked>(`/api${pathOf(name)}/fork`, {
      into: resolve(into),
      passphrase,
      withoutSecrets,
      number,
    });
    return { view: state, ...rest };
  });

/** A command line on a data folder, as it is typed here. */
export const onFolder = (line: string, dataDir: string): string => {
  const where = dataDir === defaultDataDir() ? '' : ` ${dataOption(dataDir)}`;
  return `${commandName()} ${line}${where}`;
};
