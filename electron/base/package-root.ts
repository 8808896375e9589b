import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

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

/** An entry beside those of the program that runs: `out/main/NAME.js` of the host, `out/kit/NAME.js` of the test kit. */
export const builtEntry = (name: string): string => {
  const root = packageRoot();
  const [out = '', program = ''] = relative(root, import.meta.dirname).split(sep);
  return join(root, out, program, `${name}.js`);
};

export const packageVersion = (): string =>
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
