import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import { generatedPages } from './generate/index.ts';

/** Writes the pages that follow from the code: `npm run docs`. */
for (const [path, text] of Object.entries(await generatedPages())) {
  writeFileSync(join(packageRoot(), path), text);
}
