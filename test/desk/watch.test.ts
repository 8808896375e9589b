import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { stepModules } from '#desk/step-modules.ts';
import { companyChanges } from '#desk/watch/companies.ts';
import { endpointChanges } from '#desk/watch/endpoints.ts';
import { createTargetWatch } from '#desk/watch/index.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import { fakeControl } from '#test/support/fake-control.ts';
import { testHost } from '#test/support/test-host.ts';
import { every } from './cases/every-action.ts';

/** A host whose client was cut over for one case, and its one endpoint checked. */
const cutOverHost = async () => {
  const host = await testHost();
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await host.desk(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await host.api('POST', '/rules', {
    type: 'Sync Failed',
    notifiers: { webhook: 'http://127.0.0.1:9/hook' },
  });
  const { id } = await ask('POST', '/api/cases', { name: 'acme' });
  const path = `/api/cases/${id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    await ask('PUT', `${path}/rows/${row}/overrule`, { state: 'absent', by: 'Jo', reason: 'known' });
  }
  await ask('POST', `${path}/request`);
  await ask('POST', `${path}/request/sent`, { by: 'Jo' });
  const { result } = await ask('POST', `${path}/cutover`, { by: 'Jo' });
  await ask('POST', `${path}/cutover/check`);
  const stepsOf = async () => {
    const { steps } = await ask('GET', path);
    return Object.fromEntries(steps.map((step: { id: string; state: string }) => [step.id, step.state]));
  };
  const entriesOf = async (kind: string) =>
    (await ask('GET', `${path}/entries?limit=1000`)).results.filter(
      (entry: { kind: string }) => entry.kind === kind,
    );
  return { host, ask, path, stepsOf, entriesOf, webhookId: result.endpoints[0].webhook.id as string };
};

test.each([
  ['reset', '/api/reset', 'reset'],
  ['undone', '/api/cutover/undo', 'undone'],
])('a cutover of the local service that is %s opens the steps again, on record', async (_, path, how) => {
  const { ask, stepsOf, entriesOf } = await cutOverHost();
  expect(await stepsOf()).toMatchObject({ 'await-confirmation': 'done', 'set-headers': 'done' });
  await ask('POST', path);
  expect(await stepsOf()).toMatchObject({ 'await-confirmation': 'open', 'set-headers': 'open' });
  expect(await entriesOf('cutover.reversed')).toMatchObject([{ actor: 'carryover', content: { how } }]);
  const moves = await entriesOf('step.changed');
  expect(moves.map(({ content }: { content: { id: string; reason: string } }) => content)).toContainEqual(
    expect.objectContaining({
      id: 'await-confirmation',
      state: 'open',
      reason: expect.stringMatching(/^Reopened.*the client uses legacy rules again/),
    }),
  );
  // Looked at once more, nothing is new.
  await stepsOf();
  expect(await entriesOf('cutover.reversed')).toHaveLength(1);
});

test('an endpoint that is changed or deleted after it was checked opens the steps again', async () => {
  const { ask, host, stepsOf, entriesOf, webhookId } = await cutOverHost();
  await ask('PATCH', `/api/endpoints/${webhookId}`, { disabled: true });
  expect(await stepsOf()).toMatchObject({ 'await-confirmation': 'done', 'set-headers': 'open' });
  await ask('PATCH', `/api/endpoints/${webhookId}`, { disabled: false });
  expect(await stepsOf()).toMatchObject({ 'set-headers': 'done' });
  await host.api('DELETE', `/webhooks/${webhookId}`);
  expect(await stepsOf()).toMatchObject({ 'set-headers': 'open' });
  expect(
    (await entriesOf('endpoint.observed')).map(
      ({ content }: { content: { state: string } }) => content.state,
    ),
  ).toEqual(['disabled', 'there', 'deleted']);
});

const stepIn = (view: { steps: { id: string; state: string; why?: string[] }[] }, id: string) =>
  view.steps.find((step) => step.id === id);

test('an auth header of the profile that is changed after it was said to equal the one of the portal asks again', async () => {
  const host = await testHost();
  const { desk, api } = host;
  const put = (alertAuthHeader: string) =>
    api('PUT', '/profile', { name: 'Acme', redirectUrl: 'https://acme.example', alertAuthHeader });
  await put('Bearer planted-first');
  const { body } = await desk('POST', '/api/cases', { name: 'acme' });
  const path = `/api/cases/${body.id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    await desk('PUT', `${path}/rows/${row}/overrule`, { state: 'absent', by: 'Jo', reason: 'known' });
  }
  await desk('PUT', `${path}/rows/auth-header-portal/answer`, { state: 'present', by: 'Jo', note: 'seen' });
  const equals = () => desk('PUT', `${path}/portal-header`, { by: 'Jo', equalsProfile: true });
  expect((await equals()).body.portalHeader).toMatchObject({ equalsProfile: true });
  await desk('POST', `${path}/request`);
  expect((await desk('POST', `${path}/request/sent`, { by: 'Jo' })).status).toBe(200);
  const step = async () => stepIn((await desk('GET', path)).body, 'send-request');
  expect(await step()).toMatchObject({ state: 'done' });

  await put('Bearer planted-second');
  const reason = /^The profile.s auth header changed since it was declared equal/;
  expect(await step()).toMatchObject({ state: 'open', why: [expect.stringMatching(reason)] });
  expect((await desk('POST', `${path}/cutover`, { by: 'Jo' })).status).toBe(409);
  expect((await desk('GET', `${path}/eligibility`)).body).not.toHaveProperty('portalHeader');
  const entries = (await desk('GET', `${path}/entries?limit=1000`)).body.results;
  const moved = entries.findLast(({ kind }: { kind: string }) => kind === 'step.changed');
  expect(moved.content).toMatchObject({
    id: 'send-request',
    state: 'open',
    reason: expect.stringMatching(/^Reopened. .*auth header/),
  });
  expect(JSON.stringify(entries)).not.toContain('planted');

  await equals();
  expect(await step()).toMatchObject({ state: 'done' });
  await put('Bearer planted-second');
  await step();
  const seen = (await desk('GET', `${path}/entries?limit=1000`)).body.results;
  const states = seen.flatMap((one: { kind: string; content: { state: string } }) =>
    one.kind === 'profile.observed' ? [one.content.state] : [],
  );
  expect(states).toEqual(['known', 'changed']);
});

test('an auth header of the profile that is changed after an endpoint was checked opens its check again', async () => {
  const provider = await testHost();
  const { desk } = await testHost();
  const put = (alertAuthHeader: string) =>
    provider.api('PUT', '/profile', { name: 'Acme', redirectUrl: 'https://acme.example', alertAuthHeader });
  await put('Bearer planted-first');
  const { body: webhook } = await provider.api('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    eventTypes: ['read.completed'],
  });
  const { apiUrl, apiKey } = provider.ready;
  const { body: target } = await desk('POST', '/api/targets', { name: 'real', baseUrl: apiUrl, apiKey });
  const clientId = randomUUID();
  const { body: made } = await desk('POST', '/api/cases', { name: 'acme', targetId: target.id, clientId });
  const path = `/api/cases/${made.id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    await desk('PUT', `${path}/rows/${row}/overrule`, { state: 'absent', by: 'Jo', reason: 'known' });
  }
  for (const step of ['request', 'request/sent', 'request/confirmed']) {
    await desk('POST', `${path}/${step}`, step === 'request' ? undefined : { by: 'Jo' });
  }
  const check = async (authorization: string) => {
    const received = `Authorization: ${authorization}\nX-Service-ClientId: ${clientId}\nwebhook-id: msg_1\n`;
    const headers = `${path}/endpoints/${webhook.id}/headers`;
    await desk('PUT', headers, { headers: [{ name: 'Authorization', value: authorization }] });
    return (await desk('POST', `${headers}/check`, { received })).body;
  };
  expect((await desk('GET', path)).body).not.toHaveProperty('targetSeen');
  const step = async () => stepIn((await desk('GET', path)).body, 'verify-endpoints');
  expect(await check('Bearer planted-first')).toMatchObject({ passed: true });
  expect(await step()).toMatchObject({ state: 'done' });
  await put('Bearer planted-second');
  await desk('POST', `${path}/cutover/check`);
  const reason = `The auth header of the profile changed since endpoint ${webhook.id} was checked.`;
  expect(await step()).toMatchObject({ state: 'open', why: expect.arrayContaining([reason]) });
  const { targetSeen } = (await desk('GET', path)).body;
  expect(Date.parse(targetSeen.webhooks)).toBeGreaterThan(Date.parse(made.created));
  expect(await check('Bearer planted-second')).toMatchObject({ passed: true });
  expect(await step()).toMatchObject({ state: 'done' });
  // A cutover may take it away: what the endpoint sends is still what it has to send.
  await put('');
  await desk('POST', `${path}/cutover/check`);
  expect(await step()).toMatchObject({ state: 'done' });
});

test('migrated companies that are deleted, unlinked or there again are told once, a thousand in an entry', () => {
  const ids = (at: number) => ({ companyId: `c${at}`, connectionId: `n${at}` });
  const migrated = Array.from({ length: 1200 }, (_, at) => ids(at));
  const linked = (at: number, status = 'Linked'): [string, ReadonlyMap<string, string>] => [
    `c${at}`,
    new Map([[`n${at}`, status]]),
  ];
  const state = { targetId: 'local', gone: new Map([['n0', { ...ids(0), state: 'deleted' }]]) };
  const found = new Map([linked(0), linked(1), linked(2, 'Deauthorized')]);
  const changes = companyChanges(state as never, migrated, found).map(({ content }) => content);
  const all = changes.flatMap((content) => (content as { companies: object[] }).companies);
  expect(changes).toHaveLength(2);
  expect(all.slice(0, 3)).toEqual([
    { ...ids(0), state: 'there' },
    { ...ids(2), state: 'unlinked' },
    { ...ids(3), state: 'deleted' },
  ]);
  expect(all).toHaveLength(1199);
});

test('an endpoint that the case made after the look had begun is not taken for deleted', () => {
  const grant = { seq: 7, targetId: 'local', result: { endpoints: [{ webhook: { id: 'made' } }] } };
  const state = {
    grants: [grant],
    headers: new Map(),
    cutoverChecks: [],
    targetId: 'local',
    endpoints: new Map(),
  } as unknown as CaseState;
  const changes = (wanted: string[]): unknown[] =>
    endpointChanges(state, () => true, new Set(wanted), new Map()).map(({ content }) => content);
  expect(changes([])).toEqual([]);
  expect(changes(['made'])).toEqual([{ targetId: 'local', webhookId: 'made', state: 'deleted' }]);
});

test('of two hundred cases, the watch folds those alone that rely on the target and changed', async () => {
  const { context, cases: made, addRows, setProgress } = await deskFixture();
  const ids: string[] = [];
  for (let at = 0; at < 200; at += 1) {
    ids.push((await made.create({ name: `case ${at}`, parts: ['webhooks', 'tokens'] }, 'Ada')).id);
  }
  await made.list();
  // Whenever a chain is folded, the code of its head is made again.
  const folded: unknown[] = [];
  const authenticate: typeof context.authenticate = (what, text) => {
    if (what === 'case head') folded.push(JSON.parse(text)[0]);
    return context.authenticate(what, text);
  };
  // As after a start: none is in memory.
  const cases = createCases({ ...context, authenticate }, stepModules);
  let looks = 0;
  const idsWith: typeof cases.idsWith = (...what) => {
    looks += 1;
    return cases.idsWith(...what);
  };
  const [company_id, connection_id] = [randomUUID(), randomUUID()];
  const companies = [{ id: company_id, dataConnections: [{ id: connection_id, status: 'Linked' }] }];
  const client = {
    target: { kind: 'remote' },
    all: async () => companies,
    send: async () => ({ results: [] }),
  };
  const { control, announce } = fakeControl();
  const targets = { client: async () => client } as never;
  const watch = createTargetWatch(context, { cases: { ...cases, idsWith }, targets, control });
  onTestFinished(() => watch.stop());
  /** The second look begins once the first has ended. */
  const foldedByLook = async (): Promise<unknown[]> => {
    for (let n = 0; n < 2; n += 1) {
      const before = looks;
      announce({ type: 'sandbox', change: 'cutover-undone' } as never);
      await expect.poll(() => looks).toBeGreaterThan(before);
    }
    return folded.splice(0);
  };
  await watch.start();
  expect(await foldedByLook()).toEqual([]);

  const [, changed, other, migrated] = ids as [string, string, string, string];
  await made.act(other, 'Ada', { kind: 'case.changed', content: { changes: { owner: 'Ada' } } });
  await made.act(changed, 'Ada', every['headers.planned']);
  expect(await foldedByLook()).toEqual([changed]);
  expect(await foldedByLook()).toEqual([]);

  const rows = await addRows(migrated, [
    { ref: 'a', platformKey: 'rwuv', credentials: { accessToken: 'a'.repeat(20) } },
  ]);
  await setProgress(migrated, rows, { state: 'done', company_id, connection_id });
  expect(await foldedByLook()).toEqual([migrated]);
  companies.splice(0);
  await foldedByLook();
  expect((await made.state(migrated)).gone.get(connection_id)).toMatchObject({ state: 'deleted' });
  expect(await foldedByLook()).toEqual([]);
});
