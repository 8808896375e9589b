import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** In tests instead of the entries of threads and processes: the same code as users run. `build-if-stale.ts` has built it. */
const built = (name: string): string => join(packageRoot(), 'out', 'main', `${name}.js`);

const workers = { desk: 'worker', service: 'service-worker' };

export const workerEntry = (of: keyof typeof workers): string => built(workers[of]);
export const textIndexEntry = (): string => built('text-index');
export const typesetterEntry = (): string => built('typesetter');
