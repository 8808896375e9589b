import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { execHere, scriptOf } from '#test/support/exec-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** Runs of a little consumer against the local service, then what they prove of its integrator. */

const exec = async (code: string): Promise<string> => {
  const path = join(temporaryFolder(), 'run.xml');
  await execHere(['--report', path, ...scriptOf(code)]);
  return path;
};
const sync = `await call('/companies');`;
const callingRun = () => exec(`${sync} await call('/rules/alerts'); await call('/rules/alerts');`);
// One after the other: a later run has to begin after the calls of an earlier one.
const runsOf = async () => ({
  calling: await callingRun(),
  clean: await exec(sync),
  failed: await exec(`${sync} process.exitCode = 1;`),
});

test('a test run proves presence; absence once a person confirms what its suite covers, until they withdraw it', async () => {
  const data = temporaryFolder();
  await testHost({ dataDir: data });
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const check = (...args: string[]) => cli('check', 'acme', '--exec-scope', 'nightly', ...args);
  const alertsOf = async () => {
    const { rows } = JSON.parse((await check('--all', '--json', '--exec-report', runs.clean)).stdout).verdict;
    return rows.find(({ row }: { row: string }) => row === 'alerts-endpoints');
  };
  const runs = await runsOf();
  await cli('case', 'new', 'acme');

  const blocked = await check('--exec-report', runs.calling);
  expect(blocked.code).toBe(3);
  expect(blocked.stdout).toMatch(/GET \/rules\/alerts, 2 times by acme-sync\/2/);

  const open = await check('--exec-report', runs.clean);
  expect(open.code).toBe(4);
  expect(open.stdout).toMatch(/Confirm that the test suite "nightly" covers every call/);
  expect(open.stdout).toMatch(/alerts-endpoints: found → needs an answer/);

  const again = await check('--exec-report', runs.clean);
  expect(again.stdout).toContain('The test run of "nightly" was evidence of the case already.');
  expect((await check('--exec-report', runs.calling)).stdout).toContain('was evidence of the case already');

  expect((await check('--coverage', 'All jobs')).stderr).toMatch(/Add --by/);
  expect((await check('--confirm-coverage', '--by', 'Jo')).stderr).toMatch(/No coverage is stated yet/);
  const named = await check('--all', '--coverage', 'All jobs of the sync', '--by', 'Jo');
  expect(named.stdout).toMatch(/stated by Jo, not confirmed/);
  const confirmed = await check('--confirm-coverage', '--by', 'Jo');
  expect(confirmed.stdout).toMatch(/alerts-endpoints +not found/);
  expect(await alertsOf()).toMatchObject({ state: 'absent', source: 'evidence' });

  const reportOf = async (kind: string) =>
    (await cli('report', 'acme', '--kind', kind, '--format', 'md', '--out', '-')).stdout;
  expect(await reportOf('case')).toContain(
    'Jo confirmed that a test suite covers every call of the integration.',
  );
  const report = await reportOf('eligibility');
  expect(report).toContain('All jobs of the sync');
  expect(report).toMatch(/Coverage of test runs/);

  const withdrawn = await check('--withdraw-coverage', 'Two jobs are mocked');
  expect(withdrawn.stdout).toMatch(/alerts-endpoints +needs an answer/);
  const failed = await check(
    '--exec-report',
    runs.failed,
    '--coverage',
    'All',
    '--confirm-coverage',
    '--by',
    'Jo',
  );
  expect(failed.stdout).toMatch(/Run the test suite "nightly" again: its command failed with exit code 1/);
  expect(failed.code).toBe(4);
}, 120_000);

test('a report that was changed, or options that do not go together, record nothing', async () => {
  const data = temporaryFolder();
  await testHost({ dataDir: data });
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const calling = await callingRun();
  await cli('case', 'new', 'acme');
  const forged = join(temporaryFolder(), 'forged.xml');
  writeFileSync(forged, readFileSync(calling, 'utf8').replaceAll('/rules/alerts', '/rules/others'));
  const refused = await cli('check', 'acme', '--exec-report', forged);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/was changed since the run.*Nothing was recorded/s);
  for (const [args, message] of [
    [['--exec-report', calling, '--confirm-coverage', '--by', 'Jo'], /needs --coverage/],
    [['--exec-report', calling, calling, '--coverage', 'x', '--by', 'Jo'], /describes one --exec-report/],
    [['--exec-report', calling, '--withdraw-coverage', 'x', '--by', 'Jo'], /Leave out --exec-report/],
    [['--coverage', 'x', '--by', 'Jo'], /has no current test run/],
    [['--exec-report', join(data, 'missing.xml')], /Nothing found at/],
  ] as const) {
    const { code, stderr } = await cli('check', 'acme', ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
  const without = await cli('check', '--exec-report', calling);
  expect(without.code).toBe(3);
}, 120_000);
