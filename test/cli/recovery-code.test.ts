import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { recoveryCode } from '#base/recovery-code.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { pipeCli } from '#test/support/cli.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const using = ['recovery-code', 'use', '--code-file', '-', '--data'];
const use = (code: string, dataDir: string) => pipeHere(code, ...using, dataDir);

test('a lost key comes back by its code, which is shown once and written nowhere', async () => {
  const dataDir = temporaryFolder();
  const asked = await runHere('recovery-code', 'show', '--data', dataDir);
  expect([asked.code, asked.stdout]).toEqual([2, '']);
  const shown = await runHere('recovery-code', 'show', '--yes', '--data', dataDir);
  expect(shown.code).toBe(0);
  const code = shown.stdout.trim();
  const path = join(dataDir, 'carryover.key');
  const key = readFileSync(path);
  expect(code).toBe(recoveryCode(key));
  expect(shown.stderr).toContain('can read every secret');
  expect(shown.stderr).not.toContain(code.slice(0, 8));
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(dataDir, name)).isFile()) {
      expect(readFileSync(join(dataDir, name)).includes(code.slice(0, 8)), name).toBe(false);
    }
  }
  rmSync(path);
  const lost = await runHere('case', 'list', '--data', dataDir);
  expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('carryover recovery-code use')]);
  const restored = await pipeCli(`${code.toLowerCase()}\n`, ...using, dataDir);
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(path)]);
  expect(readFileSync(path).equals(key)).toBe(true);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await runHere('case', 'list', '--data', dataDir)).code).toBe(0);
});

test('a code with a slip, and that of another folder, change nothing; the key ids are named', async () => {
  const dataDir = temporaryFolder();
  const other = temporaryFolder();
  for (const folder of [dataDir, other])
    expect((await runHere('case', 'list', '--data', folder)).code).toBe(0);
  const own = readFileSync(join(dataDir, 'carryover.key'));
  const foreign = readFileSync(join(other, 'carryover.key'));
  renameSync(join(dataDir, 'carryover.key'), join(other, 'kept'));
  const wrong = await use(recoveryCode(foreign), dataDir);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain(groupedFingerprint(dataKeyFingerprint(foreign)));
  expect(wrong.stderr).toContain(groupedFingerprint(dataKeyFingerprint(own)));
  const code = recoveryCode(own);
  const slip = await use(
    code.replace(/.$/, (last) => (last === '2' ? '3' : '2')),
    dataDir,
  );
  expect([slip.code, slip.stderr]).toEqual([1, expect.stringContaining('group 8 of 8')]);
  expect(readdirSync(dataDir)).not.toContain('carryover.key');
  // A wrong key file is kept aside.
  writeFileSync(join(dataDir, 'carryover.key'), foreign, { mode: 0o600 });
  expect((await use(code, dataDir)).code).toBe(0);
  expect(readFileSync(join(dataDir, 'carryover.key')).equals(own)).toBe(true);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('carryover.key.'))).toHaveLength(1);
});
