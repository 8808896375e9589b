import { defineConfig } from 'vitest/config';

/** For runs with mutants: one worker, whose modules are loaded once for all files of a run. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**'],
    testTimeout: 30_000,
    isolate: false,
  },
});
