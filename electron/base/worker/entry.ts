import { join } from 'node:path';
import { builtEntry, packageRoot } from '#base/package-root.ts';

/** The desk's threads do what base does, too; those of the service what only it can do. */
export type WorkerOf = 'desk' | 'service';

const builtWorkers: Readonly<Record<WorkerOf, string>> = {
  desk: 'worker',
  service: 'service-worker',
};

/**
 * The file that worker threads run: beside the other entries once built; from the sources, Node itself strips the types.
 * Tests take the built one (`vitest.config.ts`): each thread loads hundreds of sources anew.
 */
export const workerEntry = (of: WorkerOf): string =>
  import.meta.filename.endsWith('.ts')
    ? join(packageRoot(), 'electron', of, 'worker.ts')
    : builtEntry(builtWorkers[of]);
