import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { localTargetId } from '#contract/target.ts';
import { createCases } from '#desk/cases/index.ts';
import { createEndpointHeaders } from '#desk/endpoints/headers/index.ts';
import { stepModules } from '#desk/step-modules.ts';
import { confirmCalls } from '#desk/targets/confirm.ts';
import { createTargets } from '#desk/targets/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { startTestService, type TestService } from '#test/support/test-service.ts';
import { unusedPort } from '#test/support/unused-port.ts';

const actor = 'Dana';
const password = 'pl4nted-password';
const basic = `Basic ${Buffer.from(`hooks:${password}`).toString('base64')}`;
const request: HeaderSetupRequest = {
  authorization: { scheme: 'basic', user: 'hooks', password },
  clientId: true,
};

/** A desk's rooms over a real local service, and a case; with `remote`, the case is on a second service. */
const desk = async (options: { remote?: TestService } = {}) => {
  const service = await startTestService({ allowPrivate: true });
  const context = await testDeskContext({ dataKey: randomBytes(32) });
  const cases = createCases(context, stepModules);
  const targets = createTargets(context, {
    local: {
      baseUrl: service.apiUrl,
      apiKey: async () => service.apiKey,
      clientId: async () => (await service.control.sandbox.client()).id,
    },
    backoffMs: 1,
  });
  onTestFinished(() => targets.close());
  const { remote } = options;
  const clientId = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const target =
    remote && (await targets.add({ name: 'real', baseUrl: remote.apiUrl, apiKey: remote.apiKey, clientId }));
  const made = await cases.create({ name: 'Acme', ...(target && { targetId: target.id }) }, actor);
  // What comes before is none of this module's.
  const before = ['check-eligibility', 'remove-blockers', 'send-request', 'await-confirmation'];
  await cases.act(made.id, actor, () =>
    before.map((id) => ({ kind: 'step.changed', content: { id, state: 'skipped' } })),
  );
  const headers = createEndpointHeaders(context, {
    cases,
    targets,
    control: service.control,
    confirm: confirmCalls,
  });
  const kinds = async () => (await cases.entries(made.id, before.length + 1, 100)).map(({ kind }) => kind);
  return { service, context, cases, headers, caseId: made.id, clientId, kinds, target };
};

const addEndpoint = async ({ api }: TestService, url: string, other: object = {}): Promise<string> =>
  (await api('POST', '/webhooks', { url, eventTypes: ['company.created'], ...other })).id;

/** Hands everything on, and cuts off the answers to one method. */
const startCuttingProxy = async (to: string, method: string) => {
  const passed: string[] = [];
  const server = createServer(async (request, response) => {
    passed.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(to + request.url, {
      method: request.method ?? 'GET',
      headers: {
        authorization: request.headers.authorization ?? '',
        ...(chunks.length > 0 && { 'content-type': 'application/json' }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (request.method === method) {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => passed };
};

const raw = (headers: Record<string, unknown>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

test('headers are set on the local service, and a test event arrives with both', async () => {
  const consumer = await startConsumer();
  const { service, headers, caseId, kinds, cases } = await desk();
  const clientId = (await service.control.sandbox.client()).id;
  await service.api('PUT', '/profile', { name: 'Acme', redirectUrl: '', alertAuthHeader: basic });
  const webhookId = await addEndpoint(service, consumer.url);

  const [before] = await headers.list(caseId);
  expect(before?.legacy.map(({ from, state }) => [from, state])).toEqual([
    ['profile', 'lost'],
    ['portal', 'unknown'],
    ['always-sent', 'lost'],
  ]);
  const setup = await headers.set(caseId, webhookId, request, actor);
  expect(setup).toMatchObject({ way: 'api', guide: [] });
  expect(setup.headers).toEqual([
    { name: 'Authorization', value: 'Basic ••••', state: 'set' },
    { name: 'X-Service-ClientId', value: `••••${clientId.slice(-3)}`, state: 'set' },
  ]);
  expect(setup.legacy.map(({ state }) => state)).toEqual(['kept', 'unknown', 'kept']);

  const result = await headers.check(caseId, webhookId, {}, actor);
  expect(result).toMatchObject({ by: 'test-event', passed: true, statusCode: 200, advice: [] });
  expect(result.headers.map((one) => one.result)).toEqual(['as-set', 'as-set']);
  expect(consumer.received).toHaveLength(1);
  expect(consumer.received[0]?.headers).toMatchObject({
    authorization: basic,
    'x-service-clientid': clientId,
  });
  expect((await headers.show(caseId, webhookId, false, actor)).lastCheck).toEqual(result);

  expect(await kinds()).toEqual([
    'headers.set',
    'profile.observed',
    'headers.checked',
    'step.changed',
    'step.changed',
  ]);
  expect((await cases.view(caseId)).steps.slice(-3, -1)).toMatchObject([
    { id: 'set-headers', state: 'done' },
    { id: 'verify-endpoints', state: 'done' },
  ]);
  expect(JSON.stringify(await cases.entries(caseId, 0, 100))).not.toContain(basic.slice(6, 20));
});

test('revealing shows values in full, and is on record before', async () => {
  const { service, headers, caseId, kinds, cases } = await desk();
  const webhookId = await addEndpoint(service, 'http://127.0.0.1:9/hook');
  await headers.set(caseId, webhookId, { authorization: { scheme: 'bearer', token: 'abcdefgh' } }, actor);
  const shown = await headers.show(caseId, webhookId, true, 'Robin');
  expect(shown.headers).toEqual([{ name: 'Authorization', value: 'Bearer abcdefgh', state: 'set' }]);
  expect(await kinds()).toEqual(['headers.set', 'headers.revealed']);
  expect((await cases.entries(caseId, 6, 1))[0]).toMatchObject({
    actor: 'Robin',
    content: { names: ['Authorization'] },
  });
});

test('headers that are not named stay, and removed ones go', async () => {
  const { service, headers, caseId } = await desk();
  const webhookId = await addEndpoint(service, 'http://127.0.0.1:9/hook');
  await headers.set(caseId, webhookId, { ...request, headers: [{ name: 'X-Tier', value: 'gold' }] }, actor);
  await headers.set(
    caseId,
    webhookId,
    { headers: [{ name: 'x-tier', value: 'silver' }], remove: ['authorization'] },
    actor,
  );
  const { headers: now } = await headers.show(caseId, webhookId, true, actor);
  expect(now.map(({ name, value }) => `${name}=${value}`)).toEqual([
    expect.stringContaining('X-Service-ClientId='),
    'x-tier=silver',
  ]);
});

test('many changes at once lose none of them', async () => {
  const { service, headers, caseId } = await desk();
  const webhookId = await addEndpoint(service, 'http://127.0.0.1:9/hook');
  const names = Array.from({ length: 8 }, (_, at) => `X-${at}`);
  await Promise.all(
    names.map((name) => headers.set(caseId, webhookId, { headers: [{ name, value: 'v' }] }, actor)),
  );
  const { headers: now } = await headers.show(caseId, webhookId, false, actor);
  expect(now.map(({ name }) => name).sort()).toEqual(names);
});

test.each<[HeaderSetupRequest, string]>([
  [{ headers: [{ name: 'Host', value: 'planted' }] }, 'Host'],
  [{ headers: [{ name: 'X-A', value: 'planted\r\nB: c' }] }, 'line break'],
  [
    {
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'x-a', value: '2' },
      ],
    },
    'twice',
  ],
  [{ authorization: { scheme: 'basic', user: 'a:b', password: 'planted' } }, 'colon'],
  [{ authorization: { scheme: 'bearer', token: 'Bearer planted' } }, 'Bearer token'],
  [{ authorization: { scheme: 'raw', value: 'x' }, remove: ['AUTHORIZATION'] }, 'both set and removed'],
  [{ headers: [{ name: 'X-Long', value: 'v'.repeat(4096) }] }, '4096 bytes'],
])('%j is refused in words, without its value', async (bad, words) => {
  const { service, headers, caseId, kinds } = await desk();
  const webhookId = await addEndpoint(service, 'http://127.0.0.1:9/hook');
  const refused = headers.set(caseId, webhookId, bad, actor);
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.not.toThrow('planted');
  expect(await kinds()).toEqual([]);
});

test('a closed case takes no change, and the endpoint stays as it is', async () => {
  const { service, headers, caseId, cases } = await desk();
  const webhookId = await addEndpoint(service, 'http://127.0.0.1:9/hook');
  await cases.act(caseId, actor, { kind: 'case.closed', content: {} });
  await expect(headers.set(caseId, webhookId, request, actor)).rejects.toMatchObject({
    code: 'case.notOpen',
  });
  expect(await service.control.endpoints.headers(webhookId, false)).toEqual([]);
  await expect(headers.check(caseId, webhookId, {}, actor)).rejects.toMatchObject({ code: 'case.notOpen' });
  expect((await service.control.messages.list({})).results).toEqual([]);
});

test.each<[number, string]>([
  [401, 'the value that it expects'],
  [302, 'not followed'],
  [410, 'disables the endpoint'],
  [500, 'The consumer failed'],
])('a consumer that answers %i gets advice by that', async (status, words) => {
  const consumer = await startConsumer(() => status);
  const { service, headers, caseId } = await desk();
  const webhookId = await addEndpoint(service, consumer.url);
  await headers.set(caseId, webhookId, request, actor);
  const result = await headers.check(caseId, webhookId, {}, actor);
  expect(result).toMatchObject({ passed: false, statusCode: status });
  expect(result.advice.join()).toContain(words);
});

test('a consumer that is not there gets advice by that, and a paused clock says so', async () => {
  const { service, headers, caseId } = await desk();
  const webhookId = await addEndpoint(service, `http://127.0.0.1:${await unusedPort()}/hooks`);
  const refused = await headers.check(caseId, webhookId, {}, actor);
  expect(refused).toMatchObject({ passed: false, error: 'ConnectionRefused' });
  expect(refused.advice.join()).toContain('Nothing listens');
  await service.control.clock.pause();
  const paused = await headers.check(caseId, webhookId, {}, actor);
  expect(paused).toMatchObject({ passed: false, error: 'NoAttempt' });
  expect(paused.advice.join()).toContain('paused');
});

test('on a remote target values are kept, guided and compared with what a consumer received', async () => {
  const remote = await startTestService({ allowPrivate: true });
  const { headers, cases, caseId, kinds, clientId, context } = await desk({ remote });
  const webhookId = await addEndpoint(remote, 'http://127.0.0.1:9/hook');
  await remote.api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: '',
    alertAuthHeader: 'Bearer a-token-of-another-one',
  });
  const setup = await headers.set(caseId, webhookId, request, actor);
  expect(setup).toMatchObject({ way: 'guided' });
  expect(setup.headers.map(({ state }) => state)).toEqual(['planned', 'planned']);
  expect(setup.legacy[0]).toMatchObject({ from: 'profile', state: 'differs', value: 'Bearer ••••one' });
  expect(JSON.stringify(setup)).not.toContain(basic);
  const revealed = await headers.show(caseId, webhookId, true, actor);
  expect(revealed.guide[1]?.values).toEqual([
    { name: 'Authorization', value: basic },
    { name: 'X-Service-ClientId', value: clientId },
  ]);
  expect(await remote.control.endpoints.headers(webhookId, false)).toEqual([]);

  const check = (received: string) => headers.check(caseId, webhookId, { received }, actor);
  const good = await check(
    `POST /hook HTTP/1.1\n${raw({ authorization: basic, 'X-Service-ClientId': clientId, 'webhook-id': 'msg_1' })}`,
  );
  expect(good).toMatchObject({ by: 'received', passed: true, messageId: 'msg_1', advice: [] });
  const wrong = await check(JSON.stringify({ headers: { Authorization: [`${basic}x`] } }));
  expect(wrong.headers.map(({ result }) => result)).toEqual(['differs', 'missing']);
  expect(wrong).toMatchObject({ passed: false });
  expect((await headers.show(caseId, webhookId, false, actor)).legacy.at(-1)).toMatchObject({
    state: 'lost',
  });
  await expect(check('nothing at all')).rejects.toMatchObject({ code: 'headers.nothingReceived' });

  expect(await kinds()).toEqual([
    'headers.planned',
    'headers.revealed',
    'profile.observed',
    'headers.checked',
    'step.changed',
    'step.changed',
    'headers.checked',
    'step.changed',
    'step.changed',
  ]);
  expect((await cases.view(caseId)).steps.at(-2)).toMatchObject({ id: 'verify-endpoints', state: 'open' });
  for (const file of readdirSync(context.dataDir)) {
    const bytes = readFileSync(join(context.dataDir, file)).toString('latin1');
    for (const planted of [password, basic.slice('Basic '.length), 'another-one'])
      expect(bytes).not.toContain(planted);
  }
});

test('an event is made by a company that is gone again, once that is confirmed', async () => {
  const consumer = await startConsumer();
  const remote = await startTestService({ allowPrivate: true });
  const { headers, caseId } = await desk({ remote });
  const webhookId = await addEndpoint(remote, consumer.url, { companyTags: ['region:eu'] });
  await headers.set(caseId, webhookId, request, actor);
  const refused = await headers.check(caseId, webhookId, { trigger: true }, actor).catch((error) => error);
  expect(refused).toMatchObject({ code: 'target.unconfirmed' });
  expect(
    refused.info.unconfirmed.calls.map(
      ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
    ),
  ).toEqual(['POST /companies', 'DELETE /companies/{companyId}']);
  const { confirm } = refused.info.unconfirmed;
  const result = await headers.check(caseId, webhookId, { trigger: true, confirm }, actor);
  expect(result).toMatchObject({ passed: false, pending: true });
  const [event] = await consumer.receivedAtLeast(1);
  expect(JSON.parse(event?.body ?? '')).toMatchObject({ eventType: 'company.created' });
  expect((await remote.api('GET', '/companies')).results).toEqual([]);
});

test('a company that can not be deleted is named', async () => {
  const remote = await startTestService({ allowPrivate: true });
  const { headers, caseId } = await desk({ remote });
  const webhookId = await addEndpoint(remote, 'http://127.0.0.1:9/hook');
  await headers.set(caseId, webhookId, request, actor);
  const trigger = (confirm?: string) =>
    headers.check(caseId, webhookId, { trigger: true, ...(confirm && { confirm }) }, actor);
  const { confirm } = (await trigger().catch((error) => error)).info.unconfirmed;
  await remote.control.sandbox.setFaults([
    { method: 'DELETE', route: '/companies/{companyId}', answer: '403' },
  ]);
  const left = await trigger(confirm).catch((error) => error);
  expect(left).toMatchObject({ code: 'headers.companyLeft' });
  const [company] = (await remote.api('GET', '/companies')).results;
  expect(left.message).toContain(company.id);
});

test('a company whose creation was not answered is looked for, and taken away', async () => {
  const remote = await startTestService({ allowPrivate: true });
  const cut = await startCuttingProxy(remote.apiUrl, 'POST');
  const { headers, caseId } = await desk({ remote: { ...remote, apiUrl: cut.url } });
  const webhookId = await addEndpoint(remote, 'http://127.0.0.1:9/hook');
  await headers.set(caseId, webhookId, request, actor);
  const trigger = (confirm?: string) =>
    headers.check(caseId, webhookId, { trigger: true, ...(confirm && { confirm }) }, actor);
  const { confirm } = (await trigger().catch((error) => error)).info.unconfirmed;
  await expect(trigger(confirm)).rejects.toMatchObject({ code: 'target.unreachable' });
  expect(cut.passed()).toContain('POST /companies');
  expect((await remote.api('GET', '/companies')).results).toEqual([]);
});

test('an endpoint that would not hear of it is no way to check, nor is one without a plan', async () => {
  const remote = await startTestService({ allowPrivate: true });
  const { headers, caseId } = await desk({ remote });
  const webhookId = await addEndpoint(remote, 'http://127.0.0.1:9/hook', { eventTypes: ['read.completed'] });
  await expect(headers.check(caseId, webhookId, {}, actor)).rejects.toMatchObject({ code: 'headers.noPlan' });
  await headers.set(caseId, webhookId, request, actor);
  await expect(headers.check(caseId, webhookId, {}, actor)).rejects.toMatchObject({
    code: 'headers.wayOfCheck',
  });
  await expect(headers.check(caseId, webhookId, { trigger: true }, actor)).rejects.toMatchObject({
    code: 'headers.noTrigger',
  });
  await expect(
    headers.show(caseId, '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11', false, actor),
  ).rejects.toMatchObject({ code: 'webhook.notFound' });
});

test('what a person answered about the portal is judged too', async () => {
  const { service, headers, caseId, cases } = await desk();
  const webhookId = await addEndpoint(service, 'http://127.0.0.1:9/hook');
  const answer = (state: 'present' | 'absent') =>
    cases.act(caseId, actor, {
      kind: 'row.answered',
      content: { row: 'auth-header-portal', state, by: 'Kim', note: 'asked' },
    });
  const portal = async () =>
    (await headers.show(caseId, webhookId, false, actor)).legacy.find(({ from }) => from === 'portal');
  await answer('present');
  expect(await portal()).toMatchObject({ state: 'lost' });
  await headers.set(caseId, webhookId, request, actor);
  expect(await portal()).toMatchObject({ state: 'unknown' });
  await answer('absent');
  expect(await portal()).toBeUndefined();
});

test('what the legacy set-up sends is expected: nothing set is no pass, and the step stays open', async () => {
  const consumer = await startConsumer();
  const { service, headers, caseId, cases } = await desk();
  await service.api('PUT', '/profile', { name: 'Acme', redirectUrl: '', alertAuthHeader: basic });
  const webhookId = await addEndpoint(service, consumer.url);
  const bare = await headers.check(caseId, webhookId, {}, actor);
  expect(bare).toMatchObject({ passed: false, statusCode: 200 });
  expect(bare.headers.map(({ name, result }) => [name, result])).toEqual([
    ['Authorization', 'missing'],
    ['X-Service-ClientId', 'missing'],
  ]);
  expect(bare.advice.join()).toContain('Set it on the endpoint');
  await headers.set(caseId, webhookId, { clientId: true }, actor);
  expect(await headers.check(caseId, webhookId, {}, actor)).toMatchObject({ passed: false });
  const state = async () =>
    (await cases.view(caseId)).steps.find(({ id }) => id === 'verify-endpoints')?.state;
  expect(await state()).not.toBe('done');
  const { legacy } = await headers.show(caseId, webhookId, false, actor);
  expect(legacy.map((one) => one.state)).toEqual(['lost', 'unknown', 'kept']);
  await headers.set(caseId, webhookId, request, actor);
  expect(await headers.check(caseId, webhookId, {}, actor)).toMatchObject({ passed: true });
  expect(await state()).toBe('done');
});

test('the case waits for the endpoints that it sets up, and for those of its cutover, not for others', async () => {
  const consumer = await startConsumer();
  const { service, headers, caseId, cases } = await desk();
  const [first, second, other] = [
    await addEndpoint(service, consumer.url),
    await addEndpoint(service, `${consumer.url}/second`),
    await addEndpoint(service, `${consumer.url}/of-another-case`),
  ];
  const steps = async () =>
    (await cases.view(caseId)).steps
      .filter(({ id }) => id === 'set-headers' || id === 'verify-endpoints')
      .map(({ state }) => state);
  const ofCase = async () =>
    (await headers.list(caseId)).filter((one) => one.ofCase).map(({ webhook }) => webhook.id);
  expect(await ofCase()).toEqual([]);
  for (const id of [first, second]) await headers.set(caseId, id, request, actor);
  expect((await ofCase()).sort()).toEqual([first, second].sort());

  expect(await headers.check(caseId, first, {}, actor)).toMatchObject({ passed: true });
  expect(await steps()).toEqual(['open', 'open']);
  expect(await headers.check(caseId, second, {}, actor)).toMatchObject({ passed: true });
  expect(await steps()).toEqual(['done', 'done']);
  expect(await headers.check(caseId, other, {}, actor)).toMatchObject({ passed: false });
  expect(await steps()).toEqual(['done', 'done']);

  const notifiers = { webhook: `${consumer.url}/of-a-rule`, emails: [] };
  await service.api('POST', '/rules', { type: 'Sync Failed', notifiers });
  const result = await service.control.sandbox.cutover({});
  await cases.act(caseId, actor, { kind: 'cutover.granted', content: { targetId: localTargetId, result } });
  expect((await ofCase()).length).toBe(3);
  expect(await headers.check(caseId, first, {}, actor)).toMatchObject({ passed: true });
  expect(await steps()).toEqual(['open', 'open']);
});

test('an auth header that a person found in the portal is expected with whatever value', async () => {
  const consumer = await startConsumer();
  const { service, headers, caseId, cases } = await desk();
  const webhookId = await addEndpoint(service, consumer.url);
  const content = { row: 'auth-header-portal', state: 'present', by: 'Kim', note: 'asked' } as const;
  await cases.act(caseId, actor, { kind: 'row.answered', content });
  await headers.set(caseId, webhookId, { clientId: true }, actor);
  expect(await headers.check(caseId, webhookId, {}, actor)).toMatchObject({
    passed: false,
    headers: [{ result: 'as-set' }, { name: 'Authorization', result: 'missing' }],
  });
});

test('received headers pass only if each is there once, with the id of one message', async () => {
  const remote = await startTestService({ allowPrivate: true });
  const { headers, caseId, clientId } = await desk({ remote });
  const webhookId = await addEndpoint(remote, 'http://127.0.0.1:9/hook');
  await headers.set(caseId, webhookId, request, actor);
  const check = (received: string) => headers.check(caseId, webhookId, { received }, actor);
  const client = `X-Service-ClientId: ${clientId}`;
  const twice = await check(
    `Authorization: Bearer evil\nAuthorization: ${basic}\n${client}\nwebhook-id: msg_1`,
  );
  expect(twice).toMatchObject({ passed: false, headers: [{ result: 'differs' }, { result: 'as-set' }] });
  const withoutId = await check(`Authorization: ${basic}\n${client}`);
  expect(withoutId).toMatchObject({ passed: false });
  expect(withoutId.advice.join()).toContain('webhook-id');
  const ofAnswer = check(`< Authorization: ${basic}\n< ${client}\n< webhook-id: msg_1`);
  await expect(ofAnswer).rejects.toMatchObject({ code: 'headers.nothingReceived' });
  const good = `Authorization: ${basic}\n${client}\nwebhook-id: msg_1`;
  expect(await check(good)).toMatchObject({ passed: true });
  const two = check(`${good}\nPOST / HTTP/1.1\n${good}`);
  await expect(two).rejects.toMatchObject({ code: 'headers.severalReceived' });
});
