import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ExecReport } from '#contract/exec-report.ts';
import { createCallTally } from '#kit-cli/call-tally.ts';
import { execHere, scriptOf } from '#test/support/exec-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const propertyOf = (xml: string, name: string): string =>
  (new RegExp(`<property name="${name}" value="([^"]*)"/>`).exec(xml)?.[1] ?? '').replaceAll('&quot;', '"');

const reportIn = (path: string): ExecReport => {
  const xml = readFileSync(path, 'utf8');
  const text = propertyOf(xml, 'carryover.report');
  expect(propertyOf(xml, 'carryover.report.sha256')).toBe(hash('sha256', text));
  const report = JSON.parse(text);
  expect([...Value.Errors(ExecReport, report)]).toEqual([]);
  return report;
};

const runOf = async (code: string, ...args: string[]) => {
  const path = join(temporaryFolder(), 'report.xml');
  const ended = await execHere(['--report', path, ...args, ...scriptOf(code)]);
  return { ended, report: reportIn(path), xml: readFileSync(path, 'utf8') };
};

test('a report counts every call: after a reset, in a fork, behind a prefix, encoded, by any method', async () => {
  const { report } = await runOf(`
    await call('/companies');
    await call('/rules/alerts');
    await steer('POST', '/reset');
    await steer('POST', '/states', { name: 'base' });
    const fork = await (await steer('POST', '/states/base/fork', {})).json();
    await call('/rules/alerts', fork.apiUrl);
    await call('/v2/rules/%61lerts');
    await call('/rules/alerts', api, { method: 'OPTIONS' });
    await call('/nothing/of/it');
    await call('/companies', api, { headers: { authorization: 'Basic x' } });
  `);
  const { calls, alerts = [], operations, exit, retryAfter } = report.end ?? {};
  expect(exit).toEqual({ code: 0 });
  expect(calls).toEqual({ total: 7, succeeded: 1, alerts: 4, unmatched: 1 });
  expect(alerts.map(({ method, path, count, caller }) => [method, path, count, caller])).toEqual([
    ['GET', '/rules/alerts', 2, 'acme-sync/2'],
    ['GET', '/v2/rules/alerts', 1, 'acme-sync/2'],
    ['OPTIONS', '/rules/alerts', 1, 'acme-sync/2'],
  ]);
  expect(operations).toEqual([{ method: 'GET', path: '/companies', count: 2 }]);
  expect(retryAfter).toBeUndefined();
});

test('real and virtual time are apart, and the exit code is what the command gave', async () => {
  const { report } = await runOf(
    `await steer('POST', '/clock/advance', { by: 'PT28H' }); process.exitCode = 3`,
  );
  const { serviceTime, exit, at = '' } = report.end ?? {};
  expect(exit).toEqual({ code: 3 });
  const [from = '', to = ''] = [serviceTime?.from, serviceTime?.to];
  expect(Date.parse(to) - Date.parse(from)).toBe(28 * 3_600_000);
  expect(Date.parse(at) - Date.parse(report.started)).toBeLessThan(3_600_000);
});

test('a run that is killed leaves a report that is not whole, in place of the one before', async () => {
  const path = join(temporaryFolder(), 'report.xml');
  writeFileSync(path, 'the report of an earlier run');
  const kills = scriptOf(`await call('/companies'); process.kill(process.ppid, 'SIGKILL')`);
  expect((await execHere(['--report', path, ...kills])).signal).toBe('SIGKILL');
  expect(reportIn(path)).not.toHaveProperty('end');
  expect(readFileSync(path, 'utf8')).toContain('errors="1"');
});

test('a report holds no secrets: neither of the command line nor of what callers send', async () => {
  const { xml } = await runOf(
    `const k = ['sk', 'live', 'abcdefgh1234567890'].join('_');
     await call('/rules/' + k + '/alerts', api, { headers: { 'user-agent': 'app Bearer ' + k } });
     await call('/rules/alerts?key=' + k);`,
  );
  expect(xml).not.toContain('abcdefgh1234567890');
  expect(xml).not.toMatch(/CARRYOVER_API_KEY|Basic /);
});

test('calls beyond the limit are still counted', () => {
  const tally = createCallTally();
  for (let n = 0; n < 250; n++) {
    const about = { method: 'GET', correlationId: String(n), statusCode: 200 };
    tally.note({ type: 'request', ...about, path: '/rules/alerts', userAgent: `a${n}` });
    tally.note({ type: 'request', ...about, path: `/x${n}`, route: `/x${n}` });
  }
  const { calls, alerts, operations } = tally.result();
  expect(calls).toEqual({ total: 500, succeeded: 250, alerts: 250, unmatched: 0 });
  expect(alerts).toHaveLength(100);
  expect(alerts.reduce((sum, { count }) => sum + count, 0)).toBe(250);
  expect(operations).toHaveLength(200);
});
