import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildProcesses } from './built-process.ts';

const { buildIfStale } = createRequire(import.meta.url)('../../electron/cli/build.cjs') as {
  buildIfStale(root: string, parts: readonly string[]): void;
};

/**
 * What worker threads, processes of the tests and the test kit's command run, before the first test: one in which it was
 * built would wait for seconds, and some are timed.
 */
export default async (): Promise<void> => {
  buildIfStale(join(import.meta.dirname, '..', '..'), ['main', 'kit']);
  await buildProcesses();
};
