import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { systemTime, toIso } from '#base/clock.ts';
import { CheckResult, EligibilityView } from '#contract/eligibility.ts';
import type { ExecReport } from '#contract/exec-report.ts';
import { junitOf } from '#kit-cli/junit.ts';
import { jobEnded } from '#test/support/job-ended.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** Test runs as the desk's API takes them, and on their way to another desk. */

const minutesAgo = (minutes: number): string => toIso(systemTime.now() - minutes * 60_000);
const reportOf = (change: Partial<ExecReport> = {}): ExecReport => ({
  run: randomUUID(),
  carryover: '0.3.0',
  program: 'npm',
  folder: 'acme-app',
  mark: '3f2a',
  clock: 'virtual',
  fromState: false,
  started: minutesAgo(10),
  end: {
    at: minutesAgo(9),
    exit: { code: 0 },
    serviceTime: { from: minutesAgo(10), to: minutesAgo(9) },
    calls: { total: 4, succeeded: 4, alerts: 0, unmatched: 0 },
    alerts: [],
    operations: [{ method: 'GET', path: '/companies', count: 4 }],
  },
  ...change,
});
const fileOf = (report: ExecReport): string => {
  const path = join(temporaryFolder(), 'exec.xml');
  writeFileSync(path, junitOf({ observations: [], failOn: [], report }));
  return path;
};

type Host = Awaited<ReturnType<typeof testHost>>;

const working = async (host: Host) => {
  const { body } = await host.desk('POST', '/api/cases', { name: 'acme' });
  const path = `/api/cases/${body.id}`;
  const fitting = (schema: TSchema, value: unknown) => expect([...Value.Errors(schema, value)]).toEqual([]);
  const check = async (request: object) => {
    const job = (await host.desk('POST', '/api/checks', { caseId: body.id, ...request })).body;
    return jobEnded(host.desk, job.id);
  };
  const checked = async (...execReports: object[]) => {
    const { result, error } = await check({ execReports });
    expect(error).toBeUndefined();
    fitting(CheckResult, result);
    return result as CheckResult;
  };
  const view = async (): Promise<EligibilityView> => {
    const shown = (await host.desk('GET', `${path}/eligibility`)).body;
    fitting(EligibilityView, shown);
    return shown;
  };
  const alertsOf = async () =>
    (await view()).verdict.rows.find(({ row }) => row === 'alerts-endpoints')?.state;
  return { id: body.id as string, path, check, checked, view, alertsOf };
};

const confirmed = { coverage: 'All jobs.', by: 'Jo', confirmed: true };

test('one report is one piece of evidence; its coverage is stated with it or later, and withdrawn', async () => {
  const host = await testHost();
  const { path, checked, view, alertsOf } = await working(host);
  const file = fileOf(reportOf());
  const [first] = (await checked({ path: file }, { path: file })).evidence;
  expect((await view()).evidence.map(({ scope }) => scope)).toEqual(['acme-app (npm 3f2a)']);
  expect(await alertsOf()).toBe('unknown');

  const again = await checked({ path: file, scope: 'other name', coverage: confirmed });
  expect(again.alreadyRecorded).toEqual([first?.id]);
  expect(await alertsOf()).toBe('absent');
  expect((await view()).coverages).toMatchObject([{ ...confirmed, evidenceId: first?.id }]);

  const coverage = `${path}/evidence/${first?.id}/coverage`;
  const withdrawn = await host.desk('POST', `${coverage}/withdrawal`, { reason: 'A job is missing.' });
  expect([withdrawn.status, withdrawn.body.coverages]).toEqual([200, []]);
  expect(await alertsOf()).toBe('unknown');
  expect((await host.desk('PUT', coverage, { ...confirmed, confirmed: false })).status).toBe(200);
  expect(await alertsOf()).toBe('unknown');
  expect((await host.desk('PUT', coverage, confirmed)).status).toBe(200);
  expect(await alertsOf()).toBe('absent');

  await host.desk('POST', `${path}/evidence/${first?.id}/removal`, { reason: 'Of another integrator.' });
  expect(await alertsOf()).toBe('unknown');
  expect((await view()).coverages).toEqual([]);
});

test('a blank coverage, one of other evidence, and another file of the same run are refused', async () => {
  const host = await testHost();
  const { path, check, checked, view } = await working(host);
  const report = reportOf();
  const [evidence] = (await checked({ path: fileOf(report) })).evidence;
  const refusedBy = async (id: string | undefined, body: object) => {
    const answer = await host.desk('PUT', `${path}/evidence/${id}/coverage`, body);
    return [answer.status, answer.body.detailedErrorCode];
  };
  expect(await refusedBy(evidence?.id, { ...confirmed, coverage: ' ' })).toEqual([400, 40001]);
  expect(await refusedBy(evidence?.id, { ...confirmed, by: '' })).toEqual([400, 40001]);
  expect(await refusedBy(randomUUID(), confirmed)).toEqual([404, 41460]);
  await check({ configuration: {} });
  const other = (await view()).evidence.find(({ collector }) => collector === 'configuration');
  expect(await refusedBy(other?.id, confirmed)).toEqual([400, 41465]);

  const { end, ...begun } = report;
  const forged = { ...begun, end: { ...end, calls: { ...end?.calls, total: 5 } } } as ExecReport;
  const before = await view();
  const { state, error } = await check({ execReports: [{ path: fileOf(forged) }] });
  expect([state, JSON.stringify(error)]).toEqual([
    'failed',
    expect.stringContaining('same test run with other content (exec.xml)'),
  ]);
  expect(await view()).toEqual(before);
  // Read before the run ended, it says nothing of what is known already.
  expect((await checked({ path: fileOf(begun) })).alreadyRecorded).toEqual([evidence?.id]);
});

test('a report that was read before its run ended is replaced by the whole one', async () => {
  const { checked, alertsOf, view } = await working(await testHost());
  const { end, ...begun } = reportOf();
  await checked({ path: fileOf(begun), coverage: confirmed });
  expect(await alertsOf()).toBe('unknown');
  expect((await checked({ path: fileOf({ ...begun, end } as ExecReport) })).alreadyRecorded).toBeUndefined();
  // What was confirmed of the other is not said of this one.
  expect([(await view()).evidence.length, await alertsOf()]).toEqual([2, 'unknown']);
  await checked({ path: fileOf({ ...begun, end } as ExecReport), coverage: confirmed });
  expect(await alertsOf()).toBe('absent');
});
