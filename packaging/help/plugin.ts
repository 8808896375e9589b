import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fileOf, helpContents, helpIndex, root } from './pages.ts';

const pictures = join(root, 'docs/pictures');

/**
 * Brings `docs/` into the page, to be read offline: a list of contents, each page and picture, and an index for search.
 * All of it is loaded when it is first looked at.
 */
export const helpPages = (): Plugin => ({
  name: 'help-pages',
  resolveId: (id) => (id in sources ? `\0${id}` : undefined),
  load: (id) => sources[id.slice(1)]?.(),
});

const sources: Readonly<Record<string, () => string>> = {
  'virtual:help/contents': () => `export default ${JSON.stringify(helpContents())};`,
  'virtual:help/index': () => `export default ${JSON.stringify(helpIndex())};`,
  'virtual:help/pages': () => {
    const paths = helpContents().flatMap(({ pages }) => pages.map(({ path }) => path));
    const entries = paths.map(
      (path) => `${JSON.stringify(path)}: () => import(${JSON.stringify(`${fileOf(path)}?raw`)})`,
    );
    return `export default { ${entries.join(',\n')} };`;
  },
  'virtual:help/pictures': () => {
    const names = readdirSync(pictures);
    const imports = names.map(
      (name, at) => `import p${at} from ${JSON.stringify(`${join(pictures, name)}?url&no-inline`)};`,
    );
    const entries = names.map((name, at) => `${JSON.stringify(name)}: p${at}`);
    return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
  },
};
