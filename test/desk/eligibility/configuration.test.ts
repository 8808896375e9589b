import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Verdict } from '#contract/eligibility.ts';
import { scriptedServer } from '#test/support/scripted-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { scan } from './evidence.ts';
import { legacySetup, startFixture } from './fixture.ts';

const states = ({ rows }: Verdict) =>
  Object.fromEntries(rows.filter(({ state }) => state !== 'unknown').map(({ row, state }) => [row, state]));

const fileIn = (folder: string, name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

test('the rules and the profile of the target settle their checks, and the auth header is nowhere', async () => {
  const fixture = await startFixture();
  const company = await legacySetup(fixture);
  const { id } = await fixture.newCase();
  const { evidence, verdict } = await fixture.check({ caseId: id });
  expect(states(verdict)).toEqual({
    'email-notifications': 'present',
    'company-agnostic': 'absent',
    'company-specific': 'present',
    'auth-header-profile': 'present',
  });
  expect(evidence).toHaveLength(1);
  expect(evidence[0]).toMatchObject({ collector: 'configuration', scope: 'local' });
  expect(evidence[0]?.findings.map(({ place }) => place.kind)).toEqual(['resource', 'resource', 'resource']);
  expect(JSON.stringify(evidence)).toContain(`company ${company.id}`);
  const entries = await fixture.cases.entries(id, 0, 100);
  expect(JSON.stringify([evidence, entries, fixture.context.announced])).not.toContain('planted-secret');
  expect(entries.map(({ kind }) => kind)).toEqual([
    'case.opened',
    'evidence.added',
    'profile.observed',
    'verdict.reached',
  ]);
  const { results } = await fixture.service.control.sandbox.requests({});
  expect(results.filter(({ deprecated }) => deprecated)).toEqual([]);
});

test('the same check again adds evidence, and no verdict that says the same', async () => {
  const fixture = await startFixture();
  await legacySetup(fixture);
  const { id } = await fixture.newCase();
  await fixture.check({ caseId: id });
  const { change } = await fixture.check({ caseId: id });
  expect(change).toEqual({ rows: [], gone: [], appeared: [] });
  const kinds = (await fixture.cases.entries(id, 0, 100)).map(({ kind }) => kind);
  expect(kinds).toEqual([
    'case.opened',
    'evidence.added',
    'profile.observed',
    'verdict.reached',
    'evidence.added',
  ]);
});

test('a local copy that nobody filled says nothing about the integrator', async () => {
  const fixture = await startFixture();
  const { verdict } = await fixture.check({ configuration: { targetId: 'local' } });
  expect(states(verdict)).toEqual({});
  const specific = verdict.rows.find(({ row }) => row === 'company-specific');
  expect(specific?.because[0]).toMatch(/local copy of the service has no rules/);
});

test('a target of their own without any rule has neither kind of webhooks, nor mails', async () => {
  const fixture = await startFixture();
  const { apiUrl: baseUrl, apiKey } = fixture.service;
  const { id } = await fixture.targets.add({ name: 'production', baseUrl, apiKey });
  const { verdict } = await fixture.check({ configuration: { targetId: id } });
  expect(states(verdict)).toEqual({
    'email-notifications': 'absent',
    'company-agnostic': 'absent',
    'company-specific': 'absent',
    'auth-header-profile': 'absent',
  });
});

test('exported files tell what they hold, and no secret of it', async () => {
  const fixture = await startFixture();
  const folder = temporaryFolder();
  const rule = {
    id: 'r1',
    type: 'Data sync completed',
    companyId: null,
    notifiers: { webhook: 'https://x.test/token-in-path' },
  };
  const mailing = { id: 'r2', type: 'Sync Failed', notifiers: { emails: ['a@x.test'] } };
  const profile = { name: 'A', redirectUrl: 'x', alertAuthHeader: 'Basic cGxhbnRlZA==' };
  const read = await fixture.check({
    configuration: {
      rulesFile: fileIn(folder, 'rules.json', [{ results: [rule] }, { results: [mailing] }]),
      profileFile: fileIn(folder, 'profile.json', profile),
    },
  });
  expect(states(read.verdict)).toEqual({
    'email-notifications': 'present',
    'company-agnostic': 'present',
    'company-specific': 'absent',
    'auth-header-profile': 'present',
  });
  expect(JSON.stringify(read)).not.toMatch(/token-in-path|cGxhbnRlZA/);
});

test('a file that can not be read is refused with a reason, and nothing is recorded', async () => {
  const fixture = await startFixture();
  const { id } = await fixture.newCase();
  const rulesFile = fileIn(temporaryFolder(), 'rules.json', '{"results": [');
  const job = await fixture.run({ caseId: id, configuration: { rulesFile } });
  expect(job).toMatchObject({ state: 'failed', error: expect.stringMatching(/not valid JSON/) });
  expect(await fixture.cases.entries(id, 0, 10)).toHaveLength(1);
});

test('a target that answers 404, as for a client that is cut over, leaves the checks unknown', async () => {
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"gone"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const fixture = await startFixture();
  const { port } = server.address() as { port: number };
  const target = await fixture.targets.add({
    name: 'gone',
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'key',
  });
  const { verdict, evidence } = await fixture.check({ configuration: { targetId: target.id } });
  expect(states(verdict)).toEqual({});
  expect(evidence[0]?.rows.map(({ says }) => says)).toEqual(Array(4).fill('nothing-seen'));
  const { id } = await fixture.cases.create({ name: 'A', integrator: 'A', targetId: target.id }, 'tester');
  await expect(fixture.eligibility.recipes(id)).rejects.toThrow('no longer returns rules');
});

/** A case on a target that answers what it is told to. */
const caseOn = async (answers: Record<string, unknown>) => {
  const server = await scriptedServer(({ url }, response) => {
    const body = answers[url.split('?', 1)[0] as string];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const fixture = await startFixture();
  const target = await fixture.targets.add({ name: 'odd one', baseUrl: server.url, apiKey: 'key' });
  const { id } = await fixture.cases.create({ name: 'A', integrator: 'A', targetId: target.id }, 'tester');
  return { fixture, id };
};
const oneRule = (change: object) => ({
  results: [
    {
      id: '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11',
      type: 'Sync Failed',
      notifiers: { emails: ['ops@example.com'] },
      ...change,
    },
  ],
});

test('what a target does not set may be null', async () => {
  const { fixture, id } = await caseOn({
    '/rules': oneRule({ companyId: null, notifiers: { emails: null, webhook: 'https://x.test/' } }),
    '/profile': { name: 'A', alertAuthHeader: null },
    '/webhooks': { results: [{ id: 'w', url: 'https://x.test/', companyId: null, companyTags: null }] },
  });
  const { verdict } = await fixture.check({ caseId: id });
  expect(states(verdict)).toEqual({
    'email-notifications': 'absent',
    'company-agnostic': 'present',
    'company-specific': 'absent',
    'auth-header-profile': 'absent',
  });
  expect((await fixture.eligibility.recipes(id)).results).toEqual([]);
  expect((await fixture.cutover.grants.check(id, 'tester')).state).toBe('missing');
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['rules', { '/rules': oneRule({ notifiers: 'none' }) }, /"odd one" to \/rules.*\/0\/notifiers/],
  ['the profile', { '/rules': { results: [] }, '/profile': [] }, /"odd one" to \/profile/],
  [
    'endpoints',
    { '/rules': { results: [] }, '/profile': {}, '/webhooks': { results: 7 } },
    /"odd one" responded to GET \/webhooks/,
  ],
])('%s of another form are an error that names target and field', async (_name, answers, words) => {
  const { fixture, id } = await caseOn(answers);
  expect(await fixture.run({ caseId: id })).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(words),
  });
});

test('responses with Retry-After in the legacy attempt log are evidence', async () => {
  const { startConsumer } = await import('#test/support/consumer.ts');
  const consumer = await startConsumer(() => ({ status: 503, headers: { 'retry-after': '7' } }));
  const fixture = await startFixture();
  const { api, control } = fixture.service;
  const company = await api('POST', '/companies', { name: 'B' });
  await api('POST', '/rules', {
    type: 'DataConnectionStatusChanged',
    notifiers: { webhook: `${consumer.url}/secret-path` },
  });
  await api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' });
  await consumer.receivedAtLeast(1);
  await control.clock.advance({ by: 'PT10M' });
  const { verdict, evidence } = await fixture.check({ configuration: { targetId: 'local' } });
  expect(states(verdict)).toMatchObject({ 'retry-after': 'present' });
  expect(evidence[0]?.rows.find(({ row }) => row === 'retry-after')?.because).toMatch(/4 responses/);
  expect(JSON.stringify(evidence)).not.toContain('secret-path');
});

test('a cancelled check leaves no trace', async () => {
  const fixture = await startFixture({ scans: [scan()] });
  const { id } = await fixture.newCase();
  const { id: jobId } = await fixture.eligibility.check({ caseId: id }, 'tester');
  expect(jobId).toBeDefined();
  const job = await fixture.cancel(jobId);
  expect(job.state).toBe('cancelled');
  expect(await fixture.cases.entries(id, 0, 10)).toHaveLength(1);
});
