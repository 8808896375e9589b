import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** In tests instead of `search/entry.ts`: the same code as users run. `build-if-stale.ts` has built it. */
export const textIndexEntry = (): string => join(packageRoot(), 'out', 'main', 'text-index.js');
