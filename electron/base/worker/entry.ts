import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/**
 * The file that worker threads run: beside the other entries once built; from the sources, Node itself strips the types.
 * Tests take the built one (`vitest.config.ts`): each thread loads hundreds of sources anew.
 */
export const workerEntry = (): string =>
  import.meta.filename.endsWith('.ts')
    ? join(packageRoot(), 'electron', 'desk', 'worker.ts')
    : join(packageRoot(), 'out', 'main', 'worker.js');
