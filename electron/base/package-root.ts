import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds `package.json` and `resources/`: above the sources as well as above the built files. */
export const packageRoot = (): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`There is no package.json above ${import.meta.dirname}.`);
    folder = parent;
  }
  return folder;
};

export const packageVersion = (): string =>
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
