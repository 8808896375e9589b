import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import families from './fonts.json' with { type: 'json' };

/** The fonts that pages are set in, which are packed with the app: each that templates ask for, and no other. */
export interface Fonts {
  read(): Buffer[];
  /** The families of further scripts, beside Noto Sans and Noto Sans Mono. */
  readonly scripts: readonly string[];
}

/** Latin, Greek, Cyrillic and what goes between their words. */
const plain = /^[\p{ASCII}\u0080-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf]*$/u;

/** Fonts of further scripts are read only where one may occur: they cost half a second, and sixty megabytes. */
export const fontsFor = (text: string): Fonts => {
  const isPlain = plain.test(text);
  const used = families.filter(({ script }) => script === undefined || !isPlain);
  // The packages export no way to their files.
  const folder = join(packageRoot(), 'node_modules');
  return {
    read: () => used.flatMap(({ files }) => files.map((file) => readFileSync(join(folder, file)))),
    scripts: used.flatMap(({ family, script }) => (script === undefined ? [] : [family])),
  };
};
