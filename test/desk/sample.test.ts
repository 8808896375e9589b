import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { Company } from '#contract/company.ts';
import type { CheckResult } from '#contract/eligibility.ts';
import { SampleResult, sampleFileNames } from '#contract/sample.ts';
import { walkThrough } from '#desk/sample/note.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

type TestHost = Awaited<ReturnType<typeof testHost>>;

const make = async ({ desk }: TestHost): Promise<SampleResult> => {
  const { status, body } = await desk('POST', '/api/sample');
  expect([status, body?.error]).toEqual([200, undefined]);
  expect(Value.Check(SampleResult, body)).toBe(true);
  return body;
};

const check = async ({ desk }: TestHost, request: unknown): Promise<CheckResult> => {
  const { body: job } = await desk('POST', '/api/checks', request);
  const ended = await until(async () => {
    const { body } = await desk('GET', `/api/jobs/${job.id}`);
    return body.state !== 'running' && body;
  });
  expect([ended.state, ended.error]).toEqual(['done', undefined]);
  return ended.result;
};

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('the sample walks from blocked to eligible, with live data to look at', async () => {
  const host = await testHost({ clock: 'virtual' });
  const { desk, api } = host;
  const made = await make(host);
  expect(made.made).toBe(true);
  expect(made.remarks).toEqual([expect.stringContaining('advance it')]);
  const { body: view } = await desk('GET', `/api/cases/${made.caseId}`);
  expect(view).toMatchObject({ name: 'Sample: Bakery Books', targetId: 'local' });
  expect(new Set(view.contacts.map(({ party }: { party: string }) => party))).toEqual(
    new Set(['integrator', 'support']),
  );
  expect(view.notes[0].text).toContain(made.folder);

  // The first check has found what blocks.
  const { body: first } = await desk('GET', `/api/cases/${made.caseId}/eligibility`);
  expect(first.verdict.state).toBe('blocked');
  const rows = Object.fromEntries(
    first.verdict.rows.map(({ row, state }: { row: string; state: string }) => [row, state]),
  );
  expect(rows).toMatchObject({
    'alerts-endpoints': 'present',
    'rule-id': 'present',
    'email-notifications': 'present',
    'auth-header-profile': 'present',
  });

  // Its files, one press away.
  for (const name of sampleFileNames) {
    const file = await fetch(`${host.ready.deskUrl}/api/sample/files/${name}`, {
      headers: { authorization: `Bearer ${host.ready.deskToken}` },
    });
    expect([name, file.status, (await file.arrayBuffer()).byteLength]).toEqual([
      name,
      200,
      expect.toSatisfy((size) => size > 50),
    ]);
  }
  expect((await desk('GET', '/api/sample/files/desk.db')).status).toBe(400);

  // Companies in several states, once their syncs have ended.
  await desk('POST', '/api/clock/advance', { by: 'PT1H' });
  const statuses = await until(async () => {
    const { body } = await api('GET', '/companies');
    const all = body.results.flatMap(({ dataConnections }: Company) =>
      dataConnections.map(({ status }) => status),
    );
    return all.includes('Deauthorized') && all.toSorted();
  });
  expect(statuses).toEqual(['Deauthorized', 'Linked', 'Linked', 'PendingAuth', 'Unlinked']);

  // Events were delivered to the receiver, and one has failed.
  const { body: receiver } = await desk('GET', '/api/receiver');
  expect(receiver).toMatchObject({ on: true, answer: { statusCode: 200, delayMs: 0 } });
  const { body: succeeded } = await desk('GET', '/api/messages?status=Success');
  expect(succeeded.results.length).toBeGreaterThan(3);
  const { body: failed } = await desk('GET', '/api/messages?status=Failed');
  expect(failed.results).toHaveLength(1);
  // An alert of the legacy rule comes there too, once a sync has ended.
  const received = await until(async () => {
    const { body } = await desk('GET', '/api/receiver/received');
    const all: { path: string; signature: { state: string } }[] = body.results;
    return all.some(({ path }) => path.endsWith('/alerts')) && all;
  });
  const statesAt = (end: string) =>
    new Set(received.filter(({ path }) => path.endsWith(end)).map(({ signature }) => signature.state));
  expect([statesAt('/events'), statesAt('/alerts')]).toEqual([new Set(['valid']), new Set(['unsigned'])]);

  // The files, as the note says.
  const { caseId, folder } = made;
  expect(readdirSync(folder).toSorted()).toEqual([
    'access.log',
    'app-before',
    'app-fixed',
    'iptables-before.rules',
    'iptables-fixed.rules',
    'tokens.csv',
  ]);
  if (process.platform !== 'win32') {
    expect([modeOf(folder), modeOf(join(folder, 'tokens.csv'))]).toEqual([0o700, 0o600]);
  }
  const source = [{ path: join(folder, 'app-fixed'), scope: 'bakery-books' }];
  const traffic = { paths: [join(folder, 'access.log')] };
  const second = await check(host, { caseId, source, traffic, configuration: {} });
  expect(second.verdict.state).toBe('eligible');
  for (const [name, result] of [
    ['iptables-before.rules', ['allowed', 'denied']],
    ['iptables-fixed.rules', ['allowed', 'allowed']],
  ] as const) {
    const text = readFileSync(join(folder, name), 'utf8');
    const { body } = await desk('POST', '/api/allow-list', { text });
    expect(body.answers.map((one: { result: string }) => one.result)).toEqual(result);
  }
  const { body: job } = await desk('POST', `/api/cases/${caseId}/tokens/imports`, {
    path: join(folder, 'tokens.csv'),
    platformKey: 'qhyg',
  });
  const imported = await until(async () => {
    const { body } = await desk('GET', `/api/jobs/${job.id}`);
    return body.state !== 'running' && body;
  });
  expect(imported).toMatchObject({ state: 'done', result: { ready: 12, invalid: 0 } });

  // Opened again it is the same one, and nothing is made twice.
  expect(await make(host)).toEqual({ caseId, made: false, folder, remarks: [] });
  expect((await api('GET', '/companies')).body.totalResults).toBe(5);
}, 60_000);

test('what somebody else has set up stays as it is, and nothing is made twice', async () => {
  const host = await testHost();
  const { desk, api } = host;
  const theirs = { type: 'Sync Failed', notifiers: { emails: ['ops@acme.example'] } };
  await api('POST', '/rules', theirs);
  await api('POST', '/companies', { name: 'Acme' });
  const [one, other] = await Promise.all([make(host), make(host)]);
  expect(new Set([one.made, other.made])).toEqual(new Set([true, false]));
  expect(one.caseId).toBe(other.caseId);
  expect([...one.remarks, ...other.remarks].join()).toContain('has other rules');
  expect((await api('GET', '/rules')).body.results).toMatchObject([theirs]);
  expect((await api('GET', '/profile')).body).not.toHaveProperty('alertAuthHeader');
  expect((await api('GET', '/companies')).body.totalResults).toBe(6);

  // The case is gone, its live data is not: the next one takes it up.
  const { body: removal } = await desk('GET', `/api/cases/${one.caseId}/removal`);
  const { status } = await desk('DELETE', `/api/cases/${one.caseId}?confirm=${removal.digest}`);
  expect(status).toBe(204);
  const again = await make(host);
  expect(again.made).toBe(true);
  expect(again.caseId).not.toBe(one.caseId);
  expect((await api('GET', '/companies')).body.totalResults).toBe(6);
  expect((await desk('GET', '/api/endpoints')).body.results).toHaveLength(1);
});

test('a sandbox that is cut over is refused, in words, and nothing is made', async () => {
  const host = await testHost();
  await host.desk('POST', '/api/cutover');
  expect((await host.desk('GET', '/api/cutover')).body).toMatchObject({ cutOver: true });
  const refused = await host.desk('POST', '/api/sample');
  expect(refused).toMatchObject({ status: 409, body: { detailedErrorCode: 41133 } });
  expect(refused.body.error).toContain('Undo the cutover');
  expect((await host.desk('GET', '/api/cases')).body.results).toEqual([]);
  expect((await host.api('GET', '/companies')).body.totalResults).toBe(0);
});

test('its note names what is to be pressed as the screens do', () => {
  const screens = ['renderer', 'electron/desk/eligibility'].flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name)
        ? [readFileSync(join(entry.parentPath, entry.name), 'utf8')]
        : [],
    ),
  );
  const named = [...walkThrough('/tmp/sample').matchAll(/"([^"]+)"/g)].map(([, words = '']) => words);
  expect(named).toContain('Start check');
  expect(named.filter((words) => !screens.some((text) => text.includes(words)))).toEqual([]);
});
