import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // In CI alone, a test has further tries: screens in a browser on two shared cores may miss a beat. The output tells of it.
    retry: process.env.CI ? 2 : 0,
    pool: 'forks',
    // Files share a process, and so what it has loaded: loading it anew for each takes a fifth of the time. Tests own
    // their data, and nothing of the program is kept in a module.
    isolate: false,
    maxWorkers: 2,
  },
});
