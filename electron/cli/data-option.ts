import { relative } from 'node:path';
import { shellQuoted } from '#contract/shell.ts';

/** `--data` with a folder, as it is typed here. */
export const dataOption = (dataDir: string): string => {
  const short = relative(process.cwd(), dataDir);
  const path = short === '' ? '.' : short.startsWith('..') ? dataDir : short;
  return `--data ${/^[\w./-]+$/.test(path) ? path : shellQuoted(path)}`;
};
