import { defaultDataDir } from '#base/data-dir.ts';
import { dataOption } from './data-option.ts';
import { forkInto } from './fork-into.ts';
import { withHost } from './host-access.ts';
import { below } from './http-client.ts';
import { withData } from './options.ts';
import { commandName } from './output.ts';
import type { ServiceDoor } from './service-door.ts';

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
  fork: (request, { data = defaultDataDir() }) => forkInto({ ...request, parentDir: data }),
  keepsReplaced: true,
  freePorts: '--api-port 0 --desk-port 0',
};

/** A command line on a data folder, as it is typed here. */
export const onFolder = (line: string, dataDir: string): string => {
  const where = dataDir === defaultDataDir() ? '' : ` ${dataOption(dataDir)}`;
  return `${commandName()} ${line}${where}`;
};
