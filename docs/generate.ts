import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import { generatedPages } from './generate/index.ts';

/** Writes the pages and files that follow from the code: `npm run docs`. */
for (const [path, text] of Object.entries(await generatedPages())) {
  const file = join(packageRoot(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
