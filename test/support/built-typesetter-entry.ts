import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** In tests instead of `entry.ts` beside it: the same code as users run. `build-if-stale.ts` has built it. */
export const typesetterEntry = (): string => join(packageRoot(), 'out', 'main', 'typesetter.js');
