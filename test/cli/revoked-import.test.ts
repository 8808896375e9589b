import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('a file by a revoked key is told as such, can be accepted and not trusted, and says so ever after', async () => {
  const [ours, theirs] = [temporaryFolder(), temporaryFolder()];
  const at =
    (dataDir: string) =>
    (...args: string[]) =>
      runHere(...args, '--data', dataDir);
  const [here, there] = [at(ours), at(theirs)];
  const file = join(temporaryFolder(), 'acme.carryover');
  await there('case', 'new', 'acme');
  const { signing } = JSON.parse((await there('identity', '--json')).stdout);
  const exported = await there('case', 'export', 'acme', '--out', file);
  expect(exported.stderr).toContain('Wrote 1 entry to ');
  expect((await there('verify', 'acme')).stdout).toContain('verified: 1 entry.');
  expect((await there('verify')).stdout).toContain(' · 1 case · 0 rows · ');
  const imported = await here('case', 'import', file, '--trust', signing.fingerprint, '--name', 'Jo');
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining('trusted colleague (Jo)')]);
  expect((await here('identity', 'revoke', 'Jo', '--reason', 'left', '--yes')).code).toBe(0);
  await there('case', 'note', 'acme', 'later');
  const later = join(temporaryFolder(), 'later.carryover');
  await there('case', 'export', 'acme', '--out', later);

  const refused = await here('case', 'import', later);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('signed by a key that was revoked here.');
  expect(refused.stderr).toContain(`Revoked here: ${groupedFingerprint(signing.fingerprint)}`);
  expect(refused.stderr).not.toContain('not known here');
  expect((await here('case', 'import', later, '--trust', signing.fingerprint, '--name', 'Jo')).code).not.toBe(
    0,
  );
  expect((await here('case', 'import', later, '--accept', signing.fingerprint)).code).toBe(0);

  const checked = await here('verify', 'acme');
  expect(checked.code).toBe(4);
  expect(checked.stdout).toContain('Entry 2: Signed by a revoked key (Jo)');
  expect(checked.stdout).toContain('Signed by a key that was revoked here');
  expect(checked.stdout).not.toContain('nobody here has said whose key it is');
  expect(checked.stdout).toMatch(/ {2}Entry 2 imported on/);

  // A file of another key is said to be unknown as before.
  const stranger = at(temporaryFolder());
  const unknown = await stranger('case', 'import', later);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringMatching(/signed by a key that is not known here\..* Unknown here: /s),
  ]);
}, 120_000);
