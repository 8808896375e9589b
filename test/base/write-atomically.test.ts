import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAtomically, writeAtomicallySync } from '#base/write-atomically.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Write = (path: string, content: Uint8Array | string, mode?: number) => Promise<void>;

test.each<[string, Write]>([
  ['writeAtomically', writeAtomically],
  ['writeAtomicallySync', async (...args) => writeAtomicallySync(...args)],
])('%s writes a file whole, or leaves the one from before and nothing beside it', async (_, write) => {
  const folder = temporaryFolder();
  const path = join(folder, `${'r'.repeat(250)}.html`);
  await write(path, 'one', 0o666);
  await write(path, Uint8Array.from([116, 119, 111]));
  expect(readFileSync(path, 'utf8')).toBe('two');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  await expect(write(join(folder, 'taken'), 'three')).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual([`${'r'.repeat(250)}.html`, 'taken']);
});
