import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Files share a process, and so what it has loaded: loading it anew for each takes a fifth of the time. Tests own
    // their data, and nothing of the program is kept in a module.
    isolate: false,
    maxWorkers: 2,
  },
});
