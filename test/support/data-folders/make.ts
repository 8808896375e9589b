import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { countRows, readContents } from './contents.ts';
import { fillFolder } from './fill.ts';
import { packFolder } from './packed.ts';

export const fixtures = (): string => join(packageRoot(), 'test/fixtures/data-folders');

/** Fills a data folder with the present code, and keeps it packed, with what is in it, under the present version. */
export const makeFixture = async (): Promise<void> => {
  const target = join(fixtures(), packageVersion());
  if (existsSync(target)) throw new Error(`${target} is there: a fixture is never made anew.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'carryover-fixture-'));
  try {
    const { files, contents } = await fillFolder(dataDir, readContents);
    mkdirSync(target, { recursive: true });
    await packFolder(dataDir, join(target, 'data-folder.tar.gz'));
    const expected = { version: packageVersion(), contents, tables: countRows(dataDir) };
    writeFileSync(join(target, 'expected.json'), `${JSON.stringify(expected, undefined, 1)}\n`);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(target, `${name}.carryover`), text);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
