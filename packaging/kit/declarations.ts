import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import type { Plugin } from 'vite';

/**
 * Writes the types that an integrator sees beside the code, file by file: those sources name no other file but each
 * other, so that they read as they were written.
 * @param sources the name that each gets to its path, such as `testing` to `electron/testing/index.ts`
 */
export const declarations = (sources: Readonly<Record<string, string>>): Plugin => ({
  name: 'kit-declarations',
  apply: 'build',
  generateBundle() {
    for (const [name, path] of Object.entries(sources)) {
      const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'));
      if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(' ')}`);
      this.emitFile({
        type: 'asset',
        fileName: `${name}.d.ts`,
        source: installed(code, dirname(path), sources),
      });
    }
  },
});

/** Files of the sources under their names beside the code. */
const installed = (code: string, folder: string, sources: Readonly<Record<string, string>>): string =>
  code.replace(/(["'])\.\/([\w-]+)\.ts\1/g, (_whole, quote: string, file: string) => {
    const found = Object.entries(sources).find(([, path]) => path === join(folder, `${file}.ts`));
    if (found === undefined) throw new Error(`No types are written for ./${file}.ts, which others name.`);
    return `${quote}./${found[0]}.js${quote}`;
  });
