import type { Command } from 'commander';
import { commandGroups } from './command-groups.ts';
import { type ProgramOptions, programOf, run } from './program.ts';
import { withTeamDesk } from './team/options.ts';

const carryover: ProgramOptions = {
  description: 'Migrate webhooks and OAuth tokens, rehearsed on a local copy of the service',
  groups: commandGroups,
  prepare: withTeamDesk,
  examples: [
    ['serve', 'Run the local service and desk.'],
    ['listen', 'In another terminal: receive webhooks and verify signatures.'],
    ['send connection.connected', 'In a third: send an example event.'],
    ['case new acme', 'Create a case.'],
    ['check acme --source ./acme-app', 'Check whether the integrator can migrate.'],
  ],
};

/** For the page that lists the commands. */
export const createProgram = (): Promise<Command> => programOf(carryover);

/** Runs the command line. Ends with the exit code 0, 1 (failed) or 2 (usage error). */
export const main = (args: readonly string[]): Promise<void> => run(carryover, args);
