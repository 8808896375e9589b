import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('holds and rules from the command line: shown, changed, refused', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const run = (...args: string[]) => runHere(...args, '--data', dataDir);
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect([args, code, code === 0 || stderr]).toEqual([args, 0, true]);
    return stdout + stderr;
  };
  expect(await shown('retention')).toContain('A case is kept until somebody deletes it.');
  await shown('case', 'new', 'acme');
  expect(await shown('case', 'hold', 'acme', '--reason', 'claim 17')).toContain('under legal hold');
  expect((await run('case', 'hold', 'acme', '--reason', 'again')).code).toBe(1);
  const refused = await run('case', 'delete', 'acme', '--yes');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('under legal hold')]);
  expect(await shown('case', 'retention', 'acme', '30d')).toMatch(/acme: deleted 30 days.*claim 17/s);
  expect(await shown('retention', '2000d')).toMatch(/deleted 2,000 days.*acme +30d +since/s);
  expect(await shown('case', 'release', 'acme', '--reason', 'settled')).toContain('not under legal hold');
  await shown('case', 'close', 'acme');
  expect(await shown('case', 'retention', 'acme')).toMatch(/Deleted on .* at the earliest\./);
  expect(await shown('case', 'retention', 'acme', 'desk')).toContain('deleted 2,000 days');
  for (const rule of ['0d', '36501', 'never', '-1']) {
    expect([rule, (await run('retention', rule)).code]).toEqual([rule, 2]);
  }
  expect((await run('retention', 'desk')).code).toBe(2);
});
