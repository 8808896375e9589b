import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * `npm pack` at the root makes the package of the test kit, whose manifest and introduction are its own: they take the
 * place of the repository's while it packs. `before` also finishes what a killed `npm pack` left behind.
 */
const root = join(import.meta.dirname, '..', '..');
const { buildIfStale } = createRequire(import.meta.url)('../../electron/cli/build.cjs') as {
  buildIfStale(root: string, parts: readonly string[]): void;
};
const swapped = ['package.json', 'README.md'].map((name) => ({
  path: join(root, name),
  kept: join(root, `.${name}.unpacked`),
}));

const restore = (): void => {
  for (const { path, kept } of swapped) if (existsSync(kept)) renameSync(kept, path);
};

const before = async (): Promise<void> => {
  restore();
  buildIfStale(root, ['kit']);
  for (const { path, kept } of swapped) copyFileSync(path, kept);
  // Later: with the other manifest in place, no module of ours is found.
  const { kitManifest } = await import('./manifest.ts');
  const manifest = kitManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'packaging', 'kit', 'README.md'), join(root, 'README.md'));
};

if (process.argv[2] === 'before') await before();
else restore();
