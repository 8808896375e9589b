import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** The file of the process that sets pages: beside the other entries once built; from the sources, Node strips the types. */
export const typesetterEntry = (): string =>
  import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'typesetter', 'process.ts')
    : join(packageRoot(), 'out', 'main', 'typesetter.js');
