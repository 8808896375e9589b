import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findingScan, scan, sourceFinding } from '#test/desk/eligibility/evidence.ts';
import { type Fixture, legacySetup, startFixture } from '#test/desk/eligibility/fixture.ts';

const path = join(import.meta.dirname, 'grant.test.ts');
const clean = () => scan({ at: '2026-01-01T00:00:00.000Z' });
const rule = (fixture: Fixture) =>
  fixture.service.api('POST', '/rules', {
    type: 'Data sync completed',
    notifiers: { webhook: 'http://127.0.0.1:9/hook' },
  });
const checkedCase = async (fixture: Fixture): Promise<string> => {
  const { id } = await fixture.newCase();
  await fixture.check({ caseId: id, source: [{ path }], configuration: {} });
  return id;
};
const portal = { state: 'present', by: 'Jo', note: 'seen there' } as const;

test('calls of an open observation count before anything is requested or granted', async () => {
  const fixture = await startFixture({ scans: [clean()] });
  await rule(fixture);
  const id = await checkedCase(fixture);
  const { requests, observations } = fixture.eligibility;
  const { grants } = fixture.cutover;
  await requests.draft(id, 'tester');
  await observations.open(id, { name: 'w' }, 'tester');
  await fixture.call('GET', '/rules/alerts');
  await expect(requests.draft(id, 'tester')).rejects.toThrow(/verdict is blocked/);

  const second = await startFixture({ scans: [clean()] });
  await rule(second);
  const other = await checkedCase(second);
  await second.eligibility.requests.draft(other, 'tester');
  await second.eligibility.observations.open(other, { name: 'w' }, 'tester');
  await second.call('GET', '/rules/alerts');
  await expect(second.eligibility.requests.sent(other, { by: 'Jo' }, 'tester')).rejects.toThrow(/blocked/);
  await expect(grants.grant(id, { by: 'Jo' }, 'tester')).rejects.toThrow(/blocked/);
  expect(await fixture.service.api('GET', '/webhooks')).toEqual({ results: [] });
});

test('a request goes no further once its case is blocked or says something else, and can be drafted again', async () => {
  const use = sourceFinding('rule-id', 'src/hook.ts');
  const fixture = await startFixture({
    scans: [
      clean(),
      findingScan([use], { at: '2026-01-02T00:00:00.000Z' }),
      scan({ at: '2026-01-03T00:00:00.000Z' }),
    ],
  });
  await rule(fixture);
  const id = await checkedCase(fixture);
  const { requests, answers } = fixture.eligibility;
  const { grants } = fixture.cutover;
  await requests.draft(id, 'tester');
  await answers.answer(id, 'client-id-header', { ...portal, state: 'absent' }, 'tester');
  await expect(requests.sent(id, { by: 'Jo' }, 'tester')).rejects.toThrow(/Draft it again/);
  await expect(grants.grant(id, { by: 'Jo' }, 'tester')).rejects.toThrow(/Draft it again/);
  await requests.draft(id, 'tester');
  await requests.sent(id, { by: 'Jo' }, 'tester');
  await requests.confirmed(id, { by: 'Provider' }, 'tester');

  await fixture.check({ caseId: id, source: [{ path }] });
  await expect(grants.grant(id, { by: 'Jo' }, 'tester')).rejects.toThrow(/verdict is blocked/);
  await expect(requests.draft(id, 'tester')).rejects.toThrow(/verdict is blocked/);
  await fixture.check({ caseId: id, source: [{ path }] });
  await answers.answer(id, 'auth-header-portal', { ...portal, state: 'absent' }, 'tester');
  expect((await requests.draft(id, 'tester')).state).toBe('drafted');
  await requests.sent(id, { by: 'Jo' }, 'tester');
  await grants.grant(id, { by: 'Jo' }, 'tester');
  expect((await requests.show(id)).state).toBe('confirmed');
});

test("a portal header that was said to equal the profile's is asked for again once the profile has none", async () => {
  const fixture = await startFixture({ scans: [clean()] });
  await rule(fixture);
  const profile = await fixture.service.api('GET', '/profile');
  const put = (alertAuthHeader: string) =>
    fixture.service.api('PUT', '/profile', { ...profile, alertAuthHeader });
  await put('Bearer of-the-profile');
  const id = await checkedCase(fixture);
  const { requests, answers, portalHeaders } = fixture.eligibility;
  await answers.answer(id, 'auth-header-portal', portal, 'tester');
  await portalHeaders.supply(id, { by: 'Jo', equalsProfile: true }, 'tester');
  await put('');
  await fixture.check({ caseId: id, configuration: {} });
  await requests.draft(id, 'tester');
  await expect(requests.sent(id, { by: 'Jo' }, 'tester')).rejects.toThrow(
    /portal's auth header was not supplied/,
  );
  await portalHeaders.supply(id, { by: 'Jo', value: 'Bearer of-the-portal' }, 'tester');
  expect((await requests.sent(id, { by: 'Jo' }, 'tester')).state).toBe('sent');
});

test('a header that is set in the portal is not lost without a word', async () => {
  const fixture = await startFixture({ scans: [clean()] });
  await rule(fixture);
  const id = await checkedCase(fixture);
  const { requests, answers } = fixture.eligibility;
  const { grants } = fixture.cutover;
  await answers.answer(id, 'auth-header-portal', portal, 'tester');
  await requests.draft(id, 'tester');
  await expect(requests.sent(id, { by: 'Jo' }, 'tester')).rejects.toThrow(
    /portal's auth header was not supplied/,
  );
  await expect(grants.grant(id, { by: 'Jo' }, 'tester')).rejects.toThrow(/was not sent/);
  const { portalHeaders } = fixture.eligibility;
  await expect(portalHeaders.supply(id, { by: 'Jo', equalsProfile: true }, 'tester')).rejects.toMatchObject({
    code: 'portalHeader.noProfile',
  });
  await expect(portalHeaders.supply(id, { by: 'Jo', value: 'a\nb' }, 'tester')).rejects.toMatchObject({
    code: 'request.invalid',
  });
  await portalHeaders.supply(id, { by: 'Jo', value: 'Bearer planted-in-portal' }, 'tester');
  expect((await fixture.eligibility.view(id)).portalHeader).toMatchObject({
    by: 'Jo',
    masked: 'Bearer ••••tal',
  });
  expect(JSON.stringify(await fixture.cases.entries(id, 0, 100))).not.toContain('planted-in');
  await requests.sent(id, { by: 'Jo' }, 'tester');
  expect(await fixture.service.api('GET', '/webhooks')).toEqual({ results: [] });

  // Cut over past the desk, without the header: neither adopted, nor found to be done.
  await fixture.service.control.sandbox.cutover({});
  const portalAuthHeader = 'Bearer planted';
  await expect(grants.grant(id, { by: 'Jo', portalAuthHeader }, 'tester')).rejects.toThrow(
    /already cut over/,
  );
  const check = await grants.check(id, 'tester');
  expect(check).toMatchObject({ done: false, state: 'missing' });
});

test('a cutover that was made and not recorded is taken as it is; two grants at once make one', async () => {
  const fixture = await startFixture({ scans: [clean()] });
  await legacySetup(fixture);
  const id = await checkedCase(fixture);
  const { requests } = fixture.eligibility;
  const { grants } = fixture.cutover;
  await requests.draft(id, 'tester');
  await requests.sent(id, { by: 'Jo' }, 'tester');
  const made = await fixture.service.control.sandbox.cutover({});
  const both = await Promise.all([
    grants.grant(id, { by: 'Jo' }, 'tester'),
    grants.grant(id, { by: 'Jo' }, 'tester'),
  ]);
  const idsOf = (endpoints: typeof made.endpoints) => endpoints.map(({ webhook }) => webhook.id).sort();
  for (const { result } of both) {
    expect(idsOf(result.endpoints)).toEqual(idsOf(made.endpoints));
    expect(result.carriedHeaders.sort()).toEqual(made.carriedHeaders.sort());
  }
  expect((await fixture.cases.state(id)).grants).toHaveLength(1);
  expect((await requests.show(id)).state).toBe('confirmed');
  expect((await grants.check(id, 'tester')).done).toBe(true);
  await expect(grants.grant(id, { by: 'Jo' }, 'tester')).rejects.toThrow('already cut over');
});

test('an override does not apply to later findings, and a dismissed call counts when more come', async () => {
  const use = sourceFinding('rule-id', 'src/hook.ts');
  const other = sourceFinding('rule-id', 'src/new.ts');
  const fixture = await startFixture({
    scans: [
      findingScan([use], { at: '2026-01-01T00:00:00.000Z' }),
      findingScan([use], { at: '2026-01-02T00:00:00.000Z' }),
      findingScan([use, other], { at: '2026-01-03T00:00:00.000Z' }),
    ],
  });
  const id = await checkedCase(fixture);
  const { answers, observations, view } = fixture.eligibility;
  const overrule = { state: 'absent', by: 'Ada', reason: 'dead code' } as const;
  await answers.override(id, 'rule-id', overrule, 'tester');
  const again = async () => (await fixture.check({ caseId: id, source: [{ path }] })).verdict.state;
  expect(await again()).toBe('eligible');
  expect(await again()).toBe('blocked');
  await answers.override(id, 'rule-id', overrule, 'tester');

  await observations.open(id, { name: 'w' }, 'tester');
  await fixture.call('GET', '/rules/alerts');
  const { findings, verdict } = await view(id);
  expect(verdict.state).toBe('blocked');
  const [call] = findings.filter(({ row }) => row === 'alerts-endpoints');
  const dismissal = { row: 'alerts-endpoints', reason: 'our own test' } as const;
  await answers.dismiss(id, call?.id as string, dismissal, 'tester');
  expect((await view(id)).verdict.state).not.toBe('blocked');
  await fixture.call('GET', '/rules/alerts');
  expect((await view(id)).verdict.state).toBe('blocked');
});

test('a wrong answer is taken back, and stays on record', async () => {
  const fixture = await startFixture({ scans: [clean()] });
  const id = await checkedCase(fixture);
  const { answers } = fixture.eligibility;
  const state = async () => (await fixture.cases.state(id)).verdicts.at(-1)?.verdict.state;
  await answers.answer(id, 'rule-id', { state: 'present', by: 'Jo', note: 'told by phone' }, 'tester');
  expect(await state()).toBe('blocked');
  await answers.restoreCheck(id, 'rule-id', 'overrule', 'tester');
  expect(await state()).toBe('blocked');
  await answers.restoreCheck(id, 'rule-id', 'answers', 'tester');
  expect(await state()).toBe('eligible');
  expect(JSON.stringify(await fixture.cases.entries(id, 0, 100))).toContain('told by phone');
});

test('the auth header of the portal is supplied once, and the grant carries it over', async () => {
  const fixture = await startFixture({ scans: [clean()] });
  await rule(fixture);
  const id = await checkedCase(fixture);
  const { requests, answers, portalHeaders } = fixture.eligibility;
  const { grants } = fixture.cutover;
  await expect(portalHeaders.supply(id, { by: 'Jo', value: 'Bearer x' }, 'tester')).rejects.toMatchObject({
    code: 'portalHeader.notFound',
  });
  await answers.answer(id, 'auth-header-portal', portal, 'tester');
  await portalHeaders.supply(id, { by: 'Jo', value: 'Bearer planted-in-portal' }, 'tester');
  await requests.draft(id, 'tester');
  await requests.sent(id, { by: 'Jo' }, 'tester');
  const { result } = await grants.grant(id, { by: 'Jo' }, 'tester');
  const [made] = result.endpoints;
  const headers = await fixture.service.control.endpoints.headers(made?.webhook.id as string, true);
  expect(headers).toContainEqual({ name: 'Authorization', value: 'Bearer planted-in-portal' });
});

test('the client id of a remote target is read, or asked for before the request is sent', async () => {
  const fixture = await startFixture({ scans: [clean(), clean()] });
  const { apiKey } = fixture.service;
  const provider = createServer((request, response) => {
    response.writeHead(request.url === '/profile/syncSettings' ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify({ clientId: 'a3c1f7de-5d0a-4b1e-9a37-51a8c2f60d11' }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const target = await fixture.targets.add({ name: 'production', baseUrl, apiKey });
  const { id } = await fixture.cases.create({ name: 'A', targetId: target.id }, 'tester');
  await fixture.check({ caseId: id, source: [{ path }] });
  const { document } = await fixture.eligibility.requests.draft(id, 'tester');
  expect(document.clientId).toBe('a3c1f7de-5d0a-4b1e-9a37-51a8c2f60d11');

  const mute = await fixture.targets.add({ name: 'mute', baseUrl: 'http://127.0.0.1:9', apiKey });
  const { id: other } = await fixture.cases.create({ name: 'B', targetId: mute.id }, 'tester');
  await fixture.check({ caseId: other, source: [{ path }] });
  const { requests } = fixture.eligibility;
  expect((await requests.draft(other, 'tester')).document.clientId).toBeUndefined();
  await expect(requests.sent(other, { by: 'Jo' }, 'tester')).rejects.toMatchObject({
    code: 'migrationRequest.noClientId',
  });
  const clientId = '0f8fad5b-d9cb-469f-a165-70867728950e';
  await fixture.cases.act(other, 'tester', { kind: 'case.changed', content: { changes: { clientId } } });
  await expect(requests.sent(other, { by: 'Jo' }, 'tester')).rejects.toThrow(/Draft it again/);
  await requests.draft(other, 'tester');
  expect((await requests.sent(other, { by: 'Jo' }, 'tester')).state).toBe('sent');
});
