import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** In tests instead of `base/worker/entry.ts`: the same code as users run. `build-if-stale.ts` has built it. */
export const workerEntry = (): string => join(packageRoot(), 'out', 'main', 'worker.js');
