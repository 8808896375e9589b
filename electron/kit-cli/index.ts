import { type ProgramOptions, run } from '#cli/program.ts';

const kit: ProgramOptions = {
  description: "A local copy of the service for an integrator's own tests",
  groups: {
    'Test kit:': {
      exec: async () => (await import('./exec.ts')).execCommand(),
      play: async () => (await import('./play.ts')).playCommand(),
      record: async () => (await import('./record.ts')).recordCommand(),
      compare: async () => (await import('./compare.ts')).compareCommand(),
      serve: async () => (await import('./serve.ts')).serveCommand(),
    },
  },
  examples: [
    ['exec -- npm test', 'Run a test suite with a service of its own.'],
    ['exec --clock skipping --seed 7 -- pytest', 'Virtual time advances while tests wait.'],
    ['serve', 'Run a service until stopped.'],
  ],
};

/** The command line of the test kit. Ends with the exit code 0, 1 (failed) or 2 (usage error). */
export const main = (args: readonly string[]): Promise<void> => run(kit, args);
