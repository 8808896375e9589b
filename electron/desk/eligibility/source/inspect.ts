import { inspectFile } from './detector/detector.ts';
import type { Inspect } from './inspection.ts';

/** Looks into the files of one code base. */
export const inspect: Inspect = (path, text) => inspectFile(path, text);
