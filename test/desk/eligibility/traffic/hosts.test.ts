import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EligibilityView, Evidence } from '#contract/eligibility.ts';
import { withHosts } from '#desk/eligibility/name-hosts.ts';
import { filesIn, saysOf, traffic } from '#test/support/collecting.ts';
import { jobEnded } from '#test/support/job-ended.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** Nine days of calls as JSON lines, one every twelve hours; `more` on the last day. */
const days = (url: string, count = 18) =>
  Array.from({ length: count }, (_, n) => ({
    time: new Date(Date.UTC(2026, 10, 1, n * 12)).toISOString(),
    url,
  }));
const on = (url: string) => ({ time: '2026-11-09T08:00:00.000Z', url });
const log = (...calls: object[]) =>
  calls.map((call) => JSON.stringify({ method: 'GET', ...call })).join('\n');
const read = (content: string, hosts?: string[]): Promise<Evidence> =>
  traffic(join(filesIn({ 'calls.jsonl': content }), 'calls.jsonl'), hosts && { hosts });
const because = (evidence: Evidence) => evidence.rows[0]?.because;

const own = days('https://api.example.com/companies/0f8fad5b-d9cb-469f-a165-70867728950e');
const alike = 'https://monitor.example.net/rules/alerts';

test('an alerts call to a host that nobody named is a question, and blocks nothing', async () => {
  const evidence = await read(log(...own, on(alike), on(alike)));
  expect(saysOf(evidence)).toBe('nothing-seen');
  expect(evidence.findings).toEqual([]);
  expect(because(evidence)).toMatch(
    /^Which hosts are this API's\? 2 possible calls to the alerts endpoints: monitor\.example\.net \(2\)\./,
  );
  expect(evidence.traffic).toMatchObject({
    isOpen: true,
    hosts: [
      { host: 'monitor.example.net', calls: 2, alerts: 2 },
      { host: 'api.example.com', calls: 18, alerts: 0 },
    ],
  });
});

test('where no call can only be this API’s, the hosts are asked for by their counts', async () => {
  const evidence = await read(
    log(...days('https://api.example.com/profile'), on('https://cdn.example.net/x.js')),
  );
  expect(because(evidence)).toContain(
    "Which hosts are this API's? The logs contain calls to api.example.com (18) and cdn.example.net (1).",
  );
  expect(saysOf(await read(log(...days('https://api.example.com/profile')), ['api.example.com']))).toBe(
    'absent',
  );
});

test('nothing is asked where it decides nothing', async () => {
  const evidence = await read(log(...own, on('https://cdn.example.net/x.js')));
  expect([saysOf(evidence), evidence.traffic?.isOpen]).toEqual(['absent', false]);
  const hostless = await read(log(...own, on('/rules/alerts')));
  expect([saysOf(hostless), hostless.traffic?.isOpen]).toEqual(['present', false]);
});

test('calls to other hosts do not prevent an absence when hosts are named, and are listed', async () => {
  const evidence = await read(log(...own, on(alike)), ['api.example.com']);
  expect(saysOf(evidence)).toBe('absent');
  expect(because(evidence)).toContain('Similar calls to other hosts: monitor.example.net (1).');
});

test('another port or prefix of a named host may be this API’s, and prevents an absence', async () => {
  const port = await read(log(...own, on('https://api.example.com:8443/rules/alerts')), ['api.example.com']);
  expect([saysOf(port), because(port)]).toEqual([
    'nothing-seen',
    expect.stringContaining('on another port or outside its prefix (1 to api.example.com:8443)'),
  ]);
  const prefixed = days('https://api.example.com/v1/companies/0f8fad5b-d9cb-469f-a165-70867728950e');
  const outside = await read(log(...prefixed, on('https://api.example.com/v2/rules/alerts')), [
    'api.example.com/v1',
  ]);
  expect(saysOf(outside)).toBe('nothing-seen');
});

test('the main reason comes first', async () => {
  expect(because(await read(log(...own.slice(0, 6))))).toMatch(
    /^Absence is not shown: the logs cover 2\.5 days \(7 days needed\)\. /,
  );
  expect(because(await read(log(...days('https://www.example.net/')), ['api.example.com']))).toMatch(
    /^Absence is not shown: the logs contain no calls to api\.example\.com, only to www\.example\.net \(18\)\. /,
  );
});

test('an answer given afterwards says the same as one given before', async () => {
  const content = log(
    ...own,
    on(alike),
    on('https://api.example.com/rules/alerts'),
    on('https://cdn.example.net/'),
  );
  const asked = await read(content);
  for (const hosts of [['api.example.com'], ['monitor.example.net'], ['cdn.example.net'], []]) {
    const { traffic: by, ...then } = withHosts(asked, hosts);
    if (hosts.length > 0) {
      const { traffic: _, ...before } = await read(content, hosts);
      expect({ ...then, id: before.id }).toEqual(before);
    }
    expect(by).toMatchObject({ named: hosts, isOpen: false, waiting: [] });
  }
  expect(saysOf(withHosts(asked, ['api.example.com']))).toBe('present');
  expect(because(withHosts(asked, []))).toContain("none of the hosts in the logs is this API's");
  expect(() => withHosts(asked, ['api.example.org'])).toThrow(
    'no calls to api.example.org, only to api.example.com, monitor.example.net and cdn',
  );
  expect(() => withHosts(withHosts(asked, []), [])).toThrow('its hosts are already named');
});

test('by the API: the check asks, the answer settles it, and the logs may be gone', async () => {
  const host = await testHost();
  const { desk } = host;
  const path = join(temporaryFolder(), 'calls.jsonl');
  writeFileSync(path, log(...own, on(alike)));
  const caseId = (await desk('POST', '/api/cases', { name: 'Acme' })).body.id;
  const { body: job } = await desk('POST', '/api/checks', { caseId, traffic: { paths: [path] } });
  await jobEnded(desk, job.id);
  const rowOf = (view: EligibilityView) => view.verdict.rows.find(({ row }) => row === 'alerts-endpoints');
  const before: EligibilityView = (await desk('GET', `/api/cases/${caseId}/eligibility`)).body;
  expect(rowOf(before)).toMatchObject({ state: 'unknown', because: [expect.stringMatching(/^Which hosts/)] });
  const [asked] = before.evidence;
  writeFileSync(path, '');
  const url = `/api/cases/${caseId}/evidence/${asked?.id}/hosts`;
  expect(await desk('PUT', url, { hosts: ['api.example.org'] })).toMatchObject({ status: 400 });
  const after = await desk('PUT', url, { hosts: ['API.example.com'] });
  expect(after.status).toBe(200);
  expect(rowOf(after.body)).toMatchObject({
    state: 'absent',
    because: [expect.stringContaining('other hosts: monitor.example.net')],
  });
  expect(after.body.evidence).toHaveLength(2);
  expect(rowOf(after.body)?.evidence).not.toContain(asked?.id);
});
