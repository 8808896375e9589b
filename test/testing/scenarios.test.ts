import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ScenarioError, type Service, startService } from '#testing/index.ts';

const start = async (): Promise<Service> => {
  const service = await startService({ seed: 7 });
  onTestFinished(() => service.stop());
  return service;
};

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
const get = async (service: Service, path: string): Promise<any> =>
  (await fetch(service.url + path, { headers: service.headers })).json();

const statuses = async (service: Service, eventType: string): Promise<string[]> =>
  (await service.messages({ eventType })).flatMap(({ deliveries }) => deliveries.map(({ status }) => status));

test('an outage of the consumer: each message arrives once, also after five days', async () => {
  const service = await start();
  const before = await service.clock.now();
  const run = await service.play('consumer-outage');

  const arrived = (await service.received()).filter(({ statusCode }) => statusCode === 200);
  const ids = arrived.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(11);
  expect(ids).toHaveLength(11);
  expect(arrived.every(({ verified }) => verified === true)).toBe(true);
  expect(await statuses(service, 'read.completed')).toEqual(Array(11).fill('Success'));
  expect((await service.clock.now()).getTime() - before.getTime()).toBe(10 * 86_400_000);
  const outage = run.steps.find(({ text }) => text.includes('breaks connections'));
  expect(outage).toMatchObject({ step: 'step 4', after: 'PT1H', do: 'respond' });
  expect(new Date(outage?.at ?? 0).getTime() - before.getTime()).toBe(3_600_000);
});

test('a rotation race: the copy dies, and the right order works', async () => {
  const service = await start();
  const { ids } = await service.play('rotation-race');

  const told = (await service.received()).map(({ body }) => JSON.parse(body).eventType);
  expect(told).toEqual(['connection.connected', 'connection.disconnected', 'connection.reconnected']);
  const path = `/companies/${ids.ada}`;
  expect(await get(service, `${path}/connections/${ids.books}`)).toMatchObject({ status: 'Linked' });
  const { results } = await get(service, `${path}/data/history`);
  const ends = results.map(({ status }: { status: string }) => status).toSorted();
  expect(ends).toEqual(['AuthError', 'Complete', 'Complete', 'Complete']);
});

test('a failed cutover: after the rollback rules fire, the endpoint is disabled, and its messages can be read', async () => {
  const service = await start();
  const { ids } = await service.play('failed-cutover');

  const received = await service.received();
  const alerts = received.filter(({ body }) => JSON.parse(body).RuleType === 'DataConnectionStatusChanged');
  expect(alerts.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const messages = received.filter(({ headers }) => headers['webhook-id'] !== undefined);
  expect(messages.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 410]);
  expect(await get(service, '/webhooks')).toMatchObject({ results: [{ id: ids.hooks, disabled: true }] });
  const [message] = await service.messages({ eventType: 'connection.reconnected' });
  expect(JSON.parse((await service.message(message?.id ?? '')).body)).toMatchObject({
    eventType: 'connection.reconnected',
  });
});

const refusal = async (scenario: string | object, service?: Service): Promise<ScenarioError> =>
  (service ?? (await start())).play(scenario).then(
    () => expect.unreachable('it was played'),
    (error) => error,
  );

const consumer = { do: 'consumer', as: 'app' };

test.each([
  [
    'an unknown name',
    [{ do: 'authorize', connection: 'books', tokens: 'none' }],
    'step 1, connection: No step makes a connection',
  ],
  [
    'a name of another kind',
    [consumer, { do: 'sync', company: 'app' }],
    'step 2, company: "app" is a consumer, made by step 1',
  ],
  [
    'a step before the one it needs',
    [{ do: 'endpoint', consumer: 'app' }, consumer],
    'step 1, consumer: "app" is made by step 2 only',
  ],
  ['a name given twice', [consumer, consumer], 'step 2, as: step 1 already gives the name "app"'],
  [
    'a bad duration',
    [{ do: 'note', text: 'x', at: 'an hour' }],
    'step 1, at: at must be a positive ISO 8601 duration',
  ],
  [
    'steps out of order',
    [
      { do: 'note', text: 'x', at: 'PT1H' },
      { do: 'note', text: 'x', at: 'PT5M' },
    ],
    'step 2, at: PT5M is before PT1H of step 1',
  ],
  ['too long a time', [{ do: 'note', text: 'x', at: 'P500D' }], 'step 1, at: P500D is more than 400 days'],
  [
    'an event type that is none',
    [consumer, { do: 'expectReceived', consumer: 'app', eventType: 'read.complete', count: 0 }],
    'step 2, eventType: "read.complete" is not an event type. Did you mean read.completed?',
  ],
  ['an unknown action', [{ do: 'explode' }], 'step 1, do: do must be one of'],
  ['an unknown field', [{ do: 'note', text: 'x', extra: 1 }], 'step 1, extra: extra is not known here'],
  ['a missing field', [{ do: 'note' }], 'step 1, text: text is missing'],
  [
    'two counts',
    [consumer, { do: 'expectReceived', consumer: 'app', count: 1, atLeast: 1 }],
    'step 2, atLeast: count says exactly',
  ],
])('a scenario with %s is refused before anything is done', async (_name, steps, message) => {
  const service = await start();
  const error = await refusal({ name: 'broken', steps }, service);
  expect(error).toBeInstanceOf(ScenarioError);
  expect(error.message).toContain(message);
  expect(error.run).toBeUndefined();
  expect(await service.requests()).toEqual([]);
});

test('in setup there are no instants', async () => {
  const setup = [{ do: 'note', text: 'x', at: 'PT1H' }];
  expect((await refusal({ name: 'broken', setup, steps: [] })).message).toContain(
    'setup 1, at: at is not known here',
  );
});

test('an expectation that fails tells file, step and field, what was there, and what was done', async () => {
  const path = join(temporaryFolder(), 'short.scenario.json');
  const steps = [
    consumer,
    { do: 'endpoint', consumer: 'app' },
    { do: 'publish', eventType: 'read.completed', at: 'PT1H' },
    { do: 'expectReceived', consumer: 'app', count: 2 },
  ];
  writeFileSync(path, JSON.stringify({ name: 'short', steps }));
  const error = await refusal(path);
  expect(error.message).toBe(
    `${path}, step 4 (expectReceived at PT1H), count: Expected exactly 2 requests at app, found 1. There are: 1 × read.completed 200.`,
  );
  expect(error.run?.steps.map(({ step }) => step)).toEqual(['step 1', 'step 2', 'step 3']);
});

test('what the API refuses names its step', async () => {
  const steps = [
    { do: 'company', as: 'ada', name: 'Ada' },
    { do: 'connection', as: 'books', company: 'ada', platformKey: 'zzzz' },
  ];
  expect((await refusal({ name: 'x', steps })).message).toContain(
    'step 2 (connection at PT0S): POST /companies/',
  );
});

test('a file that is none, or no JSON, is told by its path', async () => {
  const service = await start();
  const folder = temporaryFolder();
  const path = join(folder, 'broken.scenario.json');
  writeFileSync(path, '{ "name": ');
  expect((await refusal(path, service)).message).toContain(`${path}: It is not JSON`);
  expect((await refusal(folder, service)).message).toContain('It is not a file');
  expect((await refusal(join(folder, 'none.json'), service)).message).toContain('one of: consumer-outage');
});

test('a state beside the file is where it begins', async () => {
  const service = await start();
  const headers = { ...service.headers, 'content-type': 'application/json' };
  await fetch(`${service.url}/companies`, { method: 'POST', headers, body: '{"name":"Ada"}' });
  const folder = temporaryFolder();
  await (await service.snapshot()).writeTo(join(folder, 'base.carryover-state'));
  await service.reset();
  const path = join(folder, 'on.scenario.json');
  writeFileSync(path, JSON.stringify({ name: 'on', state: 'base.carryover-state', steps: [] }));
  await service.play(path);
  expect((await get(service, '/companies')).results).toMatchObject([{ name: 'Ada' }]);
  const inline = await refusal({ name: 'x', state: 'base.carryover-state', steps: [] }, service);
  expect(inline.message).toContain('state: A file of a state lies beside');
});

test('faults, retries, pushes and secrets: what each step sets off is done before the next', async () => {
  const service = await start();
  const run = await service.play({
    name: 'others',
    setup: [
      consumer,
      { do: 'company', as: 'ada', name: 'Ada' },
      { do: 'connection', as: 'books', company: 'ada', platformKey: 'gbol' },
      { do: 'issueTokens', as: 'tokens', platformKey: 'gbol' },
      { do: 'authorize', connection: 'books', tokens: 'tokens' },
      { do: 'endpoint', as: 'hooks', consumer: 'app', company: 'ada' },
    ],
    steps: [
      { do: 'rotateSecret', endpoint: 'hooks' },
      { do: 'disable', endpoint: 'hooks', at: 'PT1M' },
      { do: 'enable', endpoint: 'hooks' },
      { do: 'revoke', connection: 'books', at: 'PT5M' },
      { do: 'sync', company: 'ada' },
      { do: 'expectConnection', connection: 'books', status: 'Deauthorized', at: 'PT1H' },
      { do: 'expectReceived', consumer: 'app', eventType: 'connection.disconnected', count: 1 },
      { do: 'fault', faults: [{ status: 500, path: '/companies' }] },
      { do: 'expectRequests', count: 0 },
    ],
  });
  expect(run.steps).toHaveLength(15);
  const answer = await fetch(`${service.url}/companies`, { headers: service.headers });
  expect(answer.status).toBe(500);
  await expect(
    service.play({
      name: 'x',
      steps: [{ do: 'expectRequests', path: '/companies', statusCode: 500, count: 1 }],
    }),
  ).resolves.toBeDefined();
});

test('system time is refused: nothing could be advanced', async () => {
  const service = await startService({ clock: 'system' });
  onTestFinished(() => service.stop());
  expect((await refusal({ name: 'x', steps: [] }, service)).message).toContain('on virtual time');
});
