import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneLine } from '#base/terminal-text.ts';
import { formatProgress } from '#cli/follow-job.ts';
import { formatVerdict } from '#cli/format/verdict.ts';
import type { RowResult, Verdict } from '#contract/eligibility.ts';
import type { JobProgress } from '#contract/job.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const rules = [
  {
    id: '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11',
    type: 'Sync Failed',
    notifiers: { emails: ['ops@example.com'], webhook: 'https://acme.example/hook' },
  },
];

test('a case from its first check to the granted migration, on the command line alone', async () => {
  const data = temporaryFolder();
  const { ready } = await testHost({ dataDir: data });
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const json = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout);
  const api = (method: string, path: string, userAgent: string, body?: unknown) =>
    fetch(ready.apiUrl + path, {
      method,
      headers: {
        authorization: `Basic ${btoa(ready.apiKey)}`,
        'user-agent': userAgent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const rule = { type: rules[0]?.type, notifiers: rules[0]?.notifiers };
  await api('POST', '/rules', 'acme-app', rule);

  await cli('case', 'new', 'acme');
  const first = await cli('check', 'acme');
  expect(first.code).toBe(4);
  expect(first.stdout).toMatch(/^Undetermined/);
  expect(first.stdout).toMatch(/email-notifications +found +1 rule was read/);
  expect(first.stdout).toMatch(/integrator: Rebuild the emails/);
  expect(first.stderr).toBe('');

  await cli('observe', 'start', 'acme', 'before the fix');
  await api('GET', '/rules/alerts', 'acme-app');
  const blocked = await cli('check', 'acme');
  expect(blocked.code).toBe(3);
  expect(blocked.stdout).toMatch(/GET \/rules\/alerts, once by acme-app/);
  const finding = /^ {2}([0-9a-f]{16}) {2}GET/m.exec(blocked.stdout)?.[1] as string;
  expect((await cli('observe', 'show', 'acme')).stdout).toMatch(/before the fix.*open/);
  expect((await cli('observe', 'close', 'acme')).stdout).toMatch(/GET +\/rules\/alerts +1/);
  expect((await cli('observe', 'close', 'acme')).code).toBe(2);

  expect((await cli('case', 'dismiss', 'acme', finding.slice(0, 6), '--reason', 'our own test')).code).toBe(
    0,
  );
  expect((await cli('case', 'restore', 'acme', finding)).stderr).toMatch(/verdict on "acme" is blocked/);
  const refused = await cli('case', 'answer', 'acme', 'rule-id', 'not-found', '--by', 'Jo', '--note', 'x');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/needs evidence, not an answer/);
  await cli('case', 'answer', 'acme', 'auth-header-portal', 'present', '--by', 'Jo', '--note', 'seen');
  for (const row of ['rule-id', 'alerts-endpoints']) {
    await cli('case', 'override', 'acme', row, 'not-found', '--by', 'Jo', '--reason', 'removed');
  }
  const eligible = await cli('check', 'acme', '--json');
  expect(eligible.code).toBe(0);
  expect(JSON.parse(eligible.stdout).verdict.state).toBe('eligible');

  expect((await cli('recipes', 'acme')).stdout).toContain('expenses.sync.unsuccessful');
  expect((await cli('request', 'sent', 'acme', '--by', 'Jo')).stderr).toMatch(/no migration request/);
  expect((await cli('request', 'draft', 'acme')).stdout).toMatch(/^# Migration to the new webhook service/);
  const lost = await cli('request', 'sent', 'acme', '--by', 'Jo', '--json');
  expect(lost.code).toBe(1);
  expect(JSON.parse(lost.stdout).error).toMatch(/request portal-header/);
  const header = join(data, 'header.txt');
  writeFileSync(header, 'Bearer planted-portal-value\n');
  const supplied = await cli('request', 'portal-header', 'acme', '--by', 'Jo', '--file', header);
  expect(supplied.stderr).toMatch(/Supplied: Bearer ••••lue/);
  expect((await json('request', 'sent', 'acme', '--by', 'Jo')).state).toBe('sent');
  expect((await cli('request', 'verify', 'acme')).code).toBe(3);
  const granted = await cli('request', 'grant', 'acme', '--by', 'Jo');
  expect(granted.stdout).toMatch(/https:\/\/acme\.example\/hook/);
  expect(granted.stdout).toMatch(/X-Service-ClientId, Authorization/);
  expect((await json('request', 'show', 'acme')).state).toBe('confirmed');
  expect(await cli('request', 'verify', 'acme')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ found /),
  });

  const after = await cli('check', 'acme');
  expect(after.stdout).toMatch(/^Migrated: the cutover was confirmed/);
  expect(after.stdout).not.toMatch(/can be requested|Request the migration/);
  expect((await cli('case', 'list')).stdout).toMatch(/acme +acme +open +migrated/);
  const shown = (await cli('case', 'show', 'acme')).stdout;
  expect(shown).toMatch(/Verdict +migrated/);
  expect(shown).not.toMatch(/eligible/i);
  const report = (await cli('report', 'acme', '--kind', 'eligibility', '--format', 'md', '--out', '-'))
    .stdout;
  expect(report).not.toMatch(/can be requested|Request the migration/);

  const restored = await cli('case', 'restore', 'acme', 'auth-header-portal', '--json');
  expect(JSON.parse(restored.stdout).answers).toEqual([]);
  const nothing = await cli('case', 'restore', 'acme', 'auth-header-portal');
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing was withdrawn') });
}, 120_000);

test('without a case the answer is all there is', async () => {
  const data = temporaryFolder();
  const file = join(data, 'rules.json');
  writeFileSync(file, JSON.stringify(rules));
  const { code, stdout } = await runHere('check', '--rules', file, '--data', join(data, 'host'));
  expect(code).toBe(4);
  expect(stdout).toMatch(/company-agnostic +found/);
  await testHost({ dataDir: join(data, 'host') });
  const malformed = join(data, 'profile.json');
  writeFileSync(malformed, '[]');
  const failed = await runHere('check', '--profile', malformed, '--json', '--data', join(data, 'host'));
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout).error).toMatch(/does not contain a profile/);
  const nowhere = await runHere(
    'check',
    '--source',
    join(data, 'nope'),
    '--json',
    '--data',
    join(data, 'host'),
  );
  expect(nowhere.code).toBe(2);
  expect(JSON.parse(nowhere.stdout).error).toMatch(/Nothing found at/);
  const wrong = await runHere('check', '--source', 'a', 'b', '--scope', 'x', '--data', join(data, 'host'));
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
});

test('an observation that is started while no host runs says that nothing is observed yet', async () => {
  const data = temporaryFolder();
  await runHere('case', 'new', 'acme', '--data', data);
  const opened = await runHere('observe', 'start', 'acme', 'w', '--data', data);
  expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing is observed yet') });
});

test('the grounds of a row are whole in a pipe, and all of them with --all', () => {
  const long = `38 files were read, and a call was not found; ${'nothing was skipped '.repeat(9)}that might hold it.`;
  const row: Omit<RowResult, 'because'> = {
    row: 'rule-id',
    state: 'absent',
    blocks: false,
    source: 'evidence',
    evidence: [],
    findings: [],
  };
  const verdict: Verdict = {
    state: 'eligible',
    actions: [],
    rows: [{ ...row, because: [long, 'A second ground.'] }],
  };
  expect(formatVerdict({ verdict, findings: [] })).toContain(long);
  expect(formatVerdict({ verdict, findings: [], brief: true })).not.toContain(long);
  const all = formatVerdict({ verdict, findings: [], brief: true, all: true });
  expect(all).toMatch(/rule-id, not found:\n {2}38 files.*\n {2}A second ground\./);
});

test.each<[JobProgress, RegExp]>([
  [{ done: 50, total: 100, unit: 'bytes', text: 'Reading app' }, /^█{12}░{12} {2}50 % {2}Reading app$/],
  [{ done: 200, total: 100, unit: 'files', text: 'x' }, /^█{24} 100 % {2}x$/],
  [{ done: 3_145_728, unit: 'bytes', text: 'Reading\u001b[2J log' }, /^Reading \[2J log {2}3\.0 MB$/],
  [{ done: 0, unit: 'requests', text: 'Reading' }, /^Reading$/],
])('progress %j', (progress, words) => expect(formatProgress(progress)).toMatch(words));

test('what others wrote does nothing to a terminal', () => {
  expect(oneLine('a\u001b[31mb\r\nc\u202ed')).toBe('a [31mb c d');
});

test('the hosts of traffic that was read are named afterwards', async () => {
  const data = temporaryFolder();
  await testHost({ dataDir: data });
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const log = join(temporaryFolder(), 'calls.jsonl');
  const calls = Array.from({ length: 18 }, (_, n) => ({
    time: new Date(Date.UTC(2026, 10, 1, n * 12)).toISOString(),
    url: `https://${n === 3 ? 'monitor.example.net/rules/alerts' : 'api.example.com/companies'}`,
  }));
  writeFileSync(log, calls.map((call) => JSON.stringify({ method: 'GET', ...call })).join('\n'));
  await cli('case', 'new', 'acme');
  expect(await cli('check', 'acme', '--host', 'api.example.com')).toMatchObject({ code: 2, stdout: '' });
  const asked = await cli('check', 'acme', '--traffic', log);
  expect(asked.stdout).toMatch(
    /alerts-endpoints +needs an answer, blocks +Which hosts are this API's\? 1 possible call .*: monitor\.example\.net \(1\)/,
  );
  expect(asked.stdout).toMatch(
    /\(blocks\): Calls to the alerts endpoints: needs an answer\. Name this API.s hosts/,
  );
  const answered = await cli('check', 'acme', '--host', 'api.example.com');
  expect(answered.stdout).toMatch(/alerts-endpoints +not found /);
  expect((await cli('check', 'acme', '--host', 'api.example.com')).code).toBe(2);
}, 60_000);
