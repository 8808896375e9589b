import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const commands = [
  ...['plan', 'rehearse', 'dual-run', 'parity', 'request', 'grant', 'apply'],
  ...['verify', 'soak', 'rollback', 'complete', 'status'],
];

test('every command of a cutover has an example and says what its exit codes mean', async () => {
  const { stdout } = await runHere('cutover', '--help');
  for (const name of commands) {
    expect(stdout).toContain(`  ${name} `);
    const help = await runHere('cutover', name, '--help');
    expect([name, help.code]).toEqual([name, 0]);
    expect(help.stdout).toMatch(/Exit codes:\n {2}0 .*[\s\S]* {2}3 /);
    expect(help.stdout).toMatch(new RegExp(`Examples:\n {2}\\$ carryover cutover ${name} acme`));
  }
});

test.each([
  [['parity', 'acme', ''], /needs a path/],
  [['plan', 'acme', '--portal-auth-file', 'x', '--portal-auth-is-profile'], /cannot be used with/],
  [['plan', 'acme', '--use', 'both'], /Allowed choices are portal, profile/],
  [['plan', 'acme', '--tasks', 'cobol'], /Allowed choices are node, python/],
  [['plan', 'acme', '--markdown', '--json'], /cannot be used with/],
  [['rehearse', 'acme', '--consumer', 'nonsense'], /must be a URL/],
  [['parity', 'acme', '--within', 'a while'], /Must be a duration/],
  [['soak', 'acme', '--until', 'tomorrow'], /Must be a time/],
  [['soak', 'acme', '--days', '0'], /from 1 to 365/],
  [['soak', 'acme', '--days', '1', '--until', '2026-01-22'], /cannot be used with/],
  [['rollback', 'acme'], /--reason is required/],
  [['rollback', 'acme', '--reason', ' '], /--reason is required/],
])('cutover %j is a usage error', async (args, words) => {
  const dataDir = temporaryFolder();
  await runHere('case', 'new', 'acme', '--data', dataDir);
  const { code, stdout, stderr } = await runHere('cutover', ...args, '--data', dataDir);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(words)]);
});

test('a case without a plan: nothing holds, and each command says what comes first', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const cli = (...args: string[]) => runHere('cutover', ...args, '--data', dataDir);
  await runHere('case', 'new', 'acme', '--data', dataDir);
  const status = await cli('status', 'acme');
  expect([status.code, status.stdout]).toEqual([0, expect.stringMatching(/^acme {2}Not planned/)]);
  expect(status.stdout).toContain('Next (support): Plan the cutover.');
  expect(await cli('parity', 'acme')).toMatchObject({ code: 4, stderr: expect.stringContaining('Rehearse') });
  for (const [name, ...options] of [
    ['rehearse'],
    ['grant'],
    ['apply'],
    ['soak'],
    ['complete'],
    ['rollback', '--reason', 'x', '--yes'],
  ] as const) {
    const { code, stdout, stderr } = await cli(name, 'acme', '--json', ...options);
    expect([name, code, stderr]).toEqual([name, 3, expect.stringMatching(/\S/)]);
    expect(JSON.parse(stdout).error).toBe(stderr.trim());
  }
});

test('a consumer elsewhere gets nothing unless a person agrees', async () => {
  const dataDir = temporaryFolder();
  const { api } = await testHost({ dataDir });
  await runHere('case', 'new', 'acme', '--data', dataDir);
  const rehearse = ['cutover', 'rehearse', 'acme', '--consumer', 'https://staging.acme.example/hooks'];
  const unplanned = await runHere(...rehearse, '--yes', '--data', dataDir);
  expect([unplanned.code, unplanned.stderr]).toEqual([3, expect.stringContaining('cutover plan')]);
  await api('POST', '/rules', {
    type: 'Sync Failed',
    notifiers: { webhook: 'https://hooks.acme.example/service' },
  });
  await runHere('cutover', 'plan', 'acme', '--data', dataDir);
  const asked = await runHere(...rehearse, '--data', dataDir);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Use --yes')]);
  expect(asked.stderr).toMatch(/\d+ requests to staging\.acme\.example/);
});

test('recordings are read by their absolute path, and one that is missing is named', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  await runHere('case', 'new', 'acme', '--data', dataDir);
  const missing = join(dataDir, 'missing.har');
  const { code, stderr } = await runHere('cutover', 'parity', 'acme', missing, '--data', dataDir);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringMatching(/missing\.har|plan/)]);
  expect(code).not.toBe(0);
});
