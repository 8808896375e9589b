import { resolve } from 'node:path';
import { forkInto } from '#cli/fork-into.ts';
import type { ServiceDoor } from '#cli/service-door.ts';
import { forkOfEnvironment, onEnvironment } from './environment-service.ts';
import { onFolder } from './folder-service.ts';

/** The service of a folder, or the one that the environment names, by its control API. */
export const kitDoor: ServiceDoor = {
  withOptions: (command) =>
    command
      .option(
        '--data <folder>',
        'folder of the service (default: the service in the environment)',
        (folder: string) => resolve(folder),
      )
      .addHelpText(
        'after',
        '\nThe service is the one that `exec` started around the command, or whose lines `serve` printed\n(CARRYOVER_CONTROL_URL and CARRYOVER_CONTROL_TOKEN). With --data it is the one of that folder: of a running\n`serve --data`, or one that the command starts and stops.',
      ),
  enter: ({ data }, work) => (data === undefined ? onEnvironment(work) : onFolder(data, work)),
  fork: (request, { data }) =>
    data === undefined ? forkOfEnvironment(request) : forkInto({ ...request, parentDir: data }),
  keepsReplaced: false,
  freePorts: '--api-port 0 --control-port 0',
};
