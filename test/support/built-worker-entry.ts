import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

const { buildIfStale } = createRequire(import.meta.url)('../../electron/cli/build.cjs') as {
  buildIfStale(root: string, parts: readonly string[]): void;
};

let built: string | undefined;

/** In tests instead of `base/worker/entry.ts`: the same code as users run, built anew if the sources have changed. */
export const workerEntry = (): string => {
  if (built === undefined) {
    buildIfStale(packageRoot(), ['main']);
    built = join(packageRoot(), 'out', 'main', 'worker.js');
  }
  return built;
};
