import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

const built = { desk: 'worker.js', service: 'service-worker.js' };

/** In tests instead of `base/worker/entry.ts`: the same code as users run. `build-if-stale.ts` has built it. */
export const workerEntry = (of: keyof typeof built): string => join(packageRoot(), 'out', 'main', built[of]);
