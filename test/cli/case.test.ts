import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keyFingerprint } from '#base/signing.ts';
import type { CaseView } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { runCli } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a case is worked on from the command line, handed to a colleague, and taken further there', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await testHost({ dataDir: here });
  const run = async (...args: string[]) => {
    const ended = await runHere(...args, '--data', here);
    expect([args, ended.code, ended.code === 0 || ended.stderr]).toEqual([args, 0, true]);
    return ended;
  };
  const opened = await run('case', 'new', 'acme', '--integrator', 'Acme Ltd');
  expect(opened.stdout.trim()).toMatch(/^[0-9a-f-]{36}$/);
  expect(opened.stderr).toContain('Next: Check whether the integrator can migrate');
  await run('case', 'note', 'acme', 'Their release is on Thursday\nor Friday');
  await run('case', 'contact', 'acme', 'Jo Smith', '--role', 'lead', '--email', 'jo@acme.example');
  await run('case', 'step', 'acme', 'check-eligibility', '--due', '2026-12-01T00:00:00Z');
  await run('case', 'edit', 'acme', '--integrator', 'Acme Group');
  const evidence = join(temporaryFolder(), 'evidence.txt');
  writeFileSync(evidence, 'seen');
  await run('case', 'attach', 'acme', evidence, '--note', 'from Jo');

  const shown = await run('case', 'show', 'acme');
  for (const text of [
    'Acme Group',
    'Their release',
    'Jo Smith',
    'evidence.txt',
    '○  Check whether',
    '○  Send',
  ]) {
    expect(shown.stdout).toContain(text);
  }
  expect((await run('case', 'list')).stdout).toMatch(/^CASE +INTEGRATOR.*\nacme +Acme Group +open/);
  expect((await run('case', 'show', 'acme', '--entries')).stdout.split('\n')).toHaveLength(7);

  const file = join(here, 'acme.carryover');
  const exported = await run('case', 'export', 'acme', '--out', file);
  const view = JSON.parse((await run('case', 'show', 'acme', '--json')).stdout) as CaseView;
  expect(exported.stderr).toContain(view.digest);
  const again = await runHere('case', 'export', 'acme', '--out', file, '--data', here);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('the file exists')]);

  const unknown = await runHere('case', 'import', file, '--data', there);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('--trust or --accept')]);
  const { exporter } = JSON.parse(readFileSync(file, 'utf8')) as CaseFile;
  const fingerprint = keyFingerprint(exporter?.signer as string);
  expect(unknown.stderr).toContain(groupedFingerprint(fingerprint));
  expect((await runHere('case', 'import', file, '--trust', 'nonsense', '--data', there)).code).toBe(2);
  const accepted = await runHere('case', 'import', file, '--accept', fingerprint, '--data', there);
  expect([accepted.code, accepted.stdout.trim(), accepted.stderr]).toEqual([
    0,
    view.id,
    expect.stringContaining('Entries 1 to 6: Signed by an unknown key'),
  ]);
  const unvouched = await runHere('verify', 'acme', '--data', there);
  expect([unvouched.code, unvouched.stdout]).toEqual([
    4,
    expect.stringContaining('Signed by an unknown key'),
  ]);
  expect((await runHere('case', 'delete', 'acme', '--yes', '--data', there)).code).toBe(0);

  const trusted = ['--trust', groupedFingerprint(fingerprint), '--name', 'Ada'];
  const imported = await runHere('case', 'import', file, ...trusted, '--data', there);
  expect([imported.code, imported.stdout.trim()]).toEqual([0, view.id]);
  const verified = await runHere('verify', 'acme', '--expect', view.digest, '--data', there);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('verified: 6 entries')]);
  expect(verified.stdout).toContain('Entries 1 to 6: Signed by a trusted colleague (Ada)');
  const checked = JSON.parse((await runHere('verify', 'acme', '--json', '--data', there)).stdout);
  expect(checked.stretches).toEqual([
    { from: 1, upTo: 6, state: 'trusted', signer: { publicKey: exporter?.signer, fingerprint, name: 'Ada' } },
  ]);

  const unasked = await runHere('case', 'delete', 'acme', '--data', here);
  expect([unasked.code, unasked.stderr]).toEqual([
    2,
    expect.stringContaining('6 entries of its audit chain'),
  ]);
  await run('case', 'delete', 'acme', '--yes');
  const missing = await runHere('case', 'show', 'acme', '--data', here);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('Case acme not found')]);
});

test('verify finds what somebody changed in the database, says it, and ends with 3', async () => {
  const dataDir = temporaryFolder();
  const before = await testHost({ dataDir });
  expect((await runHere('case', 'new', 'acme', '--data', dataDir)).code).toBe(0);
  const whole = await runHere('verify', 'acme', '--json', '--data', dataDir);
  expect([whole.code, JSON.parse(whole.stdout)]).toEqual([0, expect.objectContaining({ whole: true })]);
  await before.stop(0);
  const sqlite = new Database(join(dataDir, 'desk.db'));
  sqlite.exec(`update case_entries set actor = 'Mallory'`);
  sqlite.close();
  const changed = await runCli('verify', 'acme', '--data', dataDir);
  expect([changed.code, changed.stdout]).toEqual([
    3,
    expect.stringContaining('Entry 1 (case.opened) was changed'),
  ]);
  await testHost({ dataDir });
  const other = await runHere('verify', 'acme', '--expect', 'f'.repeat(64), '--data', dataDir);
  expect([other.code, other.stdout]).toEqual([3, expect.stringContaining('No entry has the digest')]);
  expect((await runHere('verify', 'acme', '--expect', 'nonsense', '--data', dataDir)).code).toBe(2);
});

test('a passphrase comes from a file or the environment, and what is wrong with a file is said', async () => {
  const [dataDir, other] = [temporaryFolder(), temporaryFolder()];
  await testHost({ dataDir });
  await testHost({ dataDir: other });
  await runHere('case', 'new', 'acme', '--data', dataDir);
  const passphrase = join(dataDir, 'pass');
  writeFileSync(passphrase, 'correct horse battery\n');
  const file = join(dataDir, 'case.carryover');
  const exported = await runHere(
    'case',
    'export',
    'acme',
    '--out',
    file,
    '--passphrase-file',
    passphrase,
    '--data',
    dataDir,
  );
  expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining('encrypted')]);
  writeFileSync(passphrase, 'something else');
  const wrong = await runHere('case', 'import', file, '--passphrase-file', passphrase, '--data', other);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('does not decrypt the secrets')]);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": \d+/, '"version": 99'));
  const newer = await runHere('case', 'import', file, '--data', other);
  expect([newer.code, newer.stderr]).toEqual([1, expect.stringContaining('version 99')]);
  const missing = await runHere(
    'case',
    'import',
    file,
    '--passphrase-env',
    'NO_SUCH_VARIABLE',
    '--data',
    other,
  );
  expect(missing.code).toBe(2);
});

test('personal data is listed, and then erased from a case, which stays whole', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const run = (...args: string[]) => runHere(...args, '--data', dataDir);
  await run('case', 'new', 'acme');
  await run('case', 'note', 'acme', 'Jo Smith is on holiday');
  await run('case', 'contact', 'acme', 'Jo Smith', '--email', 'jo@acme.example');
  const what = ['case', 'erase', 'acme', '--contacts', '--reason', 'asked for'];
  expect((await run('case', 'erase', 'acme', '--reason', 'x')).code).toBe(2);
  expect((await run('case', 'erase', 'acme', '--notes')).code).toBe(2);
  expect((await run('case', 'erase', 'acme', '--entries', 'x', '--reason', 'x')).code).toBe(2);
  expect((await run('case', 'erase', 'acme', '--entries', '77', '--reason', 'x')).stderr).toContain(
    'no entry 77',
  );
  const unasked = await run(...what);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringMatching(/3 .*contact\.added +2 texts/)]);
  expect(unasked.stderr).toContain('although they repeat some of it: entries 2');
  expect(unasked.stderr).toMatch(/Earlier backups .*\n +desk-.*\.db \(removed by/);
  expect((await run('case', 'show', 'acme')).stdout).toContain('Jo Smith  (integrator)');

  const done = await run(...what, '--notes', '--yes', '--json');
  expect([done.code, JSON.parse(done.stdout)]).toEqual([
    0,
    expect.objectContaining({ done: true, revision: 4, backups: [expect.anything()] }),
  ]);
  const shown = await run('case', 'show', 'acme');
  expect(shown.stdout).toContain('[erased]');
  expect(shown.stdout).not.toContain('Jo Smith');
  const report = await run('report', 'acme', '--format', 'json', '--out', '-');
  expect([report.code, report.stdout]).toEqual([0, expect.stringContaining('[erased]')]);
  expect(report.stdout).not.toContain('Jo Smith');
  const verified = await run('verify', 'acme');
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringContaining('Contents erased: entries 2, 3'),
  ]);
  const nothing = await run(...what, '--yes');
  expect([nothing.code, nothing.stderr]).toEqual([0, expect.stringContaining('Nothing to erase')]);
});

test('a damaged case is exported as far as it is sound', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  const host = await testHost({ dataDir: here });
  await testHost({ dataDir: there });
  const id = (await host.desk('POST', '/api/cases', { name: 'acme' })).body.id;
  for (const text of ['one', 'two', 'three']) await host.desk('POST', `/api/cases/${id}/notes`, { text });
  const sqlite = new Database(join(here, 'desk.db'));
  sqlite.prepare('delete from case_entries where seq = 3').run();
  sqlite.close();
  const file = join(temporaryFolder(), 'acme.carryover');
  const refused = await runHere('case', 'export', 'acme', '--out', file, '--data', here);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('case export --as-far-as-sound');
  const exported = await runHere(
    'case',
    'export',
    'acme',
    '--out',
    file,
    '--as-far-as-sound',
    '--data',
    here,
  );
  const cut = 'Cut after entry 2 of 4 entries. Entries 3 to 4 are not in the file. Entry 3 is missing.';
  expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining(cut)]);
  const key = keyFingerprint(JSON.parse(readFileSync(file, 'utf8')).exporter.signer);
  const imported = await runHere('case', 'import', file, '--accept', key, '--data', there);
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining(cut)]);
  expect((await runHere('verify', 'acme', '--data', there)).stdout).toContain(cut);
});
