import { join } from 'node:path';
import { builtEntry } from '#base/package-root.ts';

/** Beside the other entries once built; from the sources, Node itself strips the types. */
export const textIndexEntry = (): string =>
  import.meta.filename.endsWith('.ts') ? join(import.meta.dirname, 'thread.ts') : builtEntry('text-index');
