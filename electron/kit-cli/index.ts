import type { Command } from 'commander';
import { type CommandGroups, type ProgramOptions, programOf, run } from '#cli/program.ts';

const door = async () => (await import('./kit-door.ts')).kitDoor;

/** Those of a service are the same as in the desktop's command line; they come to it by another door. */
export const kitCommands: CommandGroups = {
  'Test kit:': {
    exec: async () => (await import('./exec.ts')).execCommand(),
    serve: async () => (await import('./serve.ts')).serveCommand(),
    play: async () => (await import('#cli/play.ts')).playCommand(),
    record: async () => (await import('./record.ts')).recordCommand(),
    compare: async () => (await import('./compare.ts')).compareCommand(),
  },
  'Service:': {
    send: async () => (await import('#cli/send.ts')).sendCommand(await door()),
    listen: async () => (await import('#cli/listen.ts')).listenCommand(await door()),
    clock: async () => (await import('#cli/clock.ts')).clockCommand(await door()),
    state: async () => (await import('#cli/state.ts')).stateCommand(await door()),
    keys: async () => (await import('#cli/keys.ts')).keysCommand(await door()),
    tokens: async () => (await import('./tokens.ts')).tokensCommand(await door()),
  },
};

const kit: ProgramOptions = {
  description: "A local copy of the service for an integrator's own tests",
  groups: kitCommands,
  examples: [
    ['exec -- npm test', 'Run a test suite with a service of its own.'],
    ['exec --clock skipping --seed 7 -- pytest', 'Virtual time advances while tests wait.'],
    ['serve --data ./service', 'Run a service until stopped; keep what is in it.'],
    ['listen --data ./service', 'In another terminal: receive webhooks and verify signatures.'],
    ['send connection.connected --data ./service', 'In a third: send an example event.'],
  ],
};

/** For the page that lists the commands. */
export const createKitProgram = (): Promise<Command> => programOf(kit);

/** The command line of the test kit. Ends with the exit code 0, 1 (failed) or 2 (usage error). */
export const main = (args: readonly string[]): Promise<void> => run(kit, args);
