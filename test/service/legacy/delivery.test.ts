import { expect, test } from 'vitest';
import type { AlertPayload } from '#contract/legacy.ts';
import type { Outbound, OutboundResult } from '#service/outbound/outbound.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { connected, type LegacyEngine, startLegacyEngine } from '#test/support/legacy-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-port.ts';

const statusChanged = 'DataConnectionStatusChanged';

const attemptsOf = ({ context }: LegacyEngine) =>
  context.store.read(({ db }) => db.selectFrom('alert_attempts').selectAll().orderBy('seq').execute());

const advance = async ({ scheduler, context }: LegacyEngine, ms: number): Promise<void> =>
  scheduler.advanceTo(context.clock.now() + ms);

test('an alert is posted with its body, the client id and the profile auth header', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer();
  await engine.legacy.profile.replace({ name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer abc' });
  const rule = await engine.rule(statusChanged, `${consumer.url}/alerts`);
  await engine.publish(connected());
  await engine.scheduler.idle();

  const [request] = consumer.received;
  expect(request?.path).toBe('/alerts');
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-clientid': engine.client.id,
    authorization: 'Bearer abc',
  });
  const payload: AlertPayload = JSON.parse(request?.body ?? '');
  expect(payload).toEqual({
    AlertId: expect.any(String),
    RuleId: rule.id,
    RuleType: statusChanged,
    ClientId: engine.client.id,
    ClientName: engine.client.name,
    CompanyId: expect.any(String),
    DataConnectionId: expect.any(String),
    Message:
      'The data connection of company "Bright Bakery" to Xero changed its status from PendingAuth to Linked.',
    Data: {
      dataConnectionId: payload.DataConnectionId,
      platformKey: 'gbol',
      newStatus: 'Linked',
      oldStatus: 'PendingAuth',
    },
  });
  expect(await engine.legacy.alerts.show(payload.AlertId)).toMatchObject({
    status: 'Sent',
    attempts: 1,
    lastStatusCode: 200,
    url: `${consumer.url}/alerts`,
    payload,
  });
});

test('without an auth header in the profile there is no Authorization', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer();
  await engine.rule(statusChanged, consumer.url);
  await engine.publish(connected());
  await engine.scheduler.idle();
  expect(consumer.received[0]?.headers).not.toHaveProperty('authorization');
});

test('a consumer that stays unavailable gets four attempts at 0 s, 15 s, 60 s and 120 s', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer(() => 503);
  await engine.rule(statusChanged, consumer.url);
  const start = engine.context.clock.now();
  await engine.publish(connected());
  await advance(engine, 3_600_000);

  const attempts = await attemptsOf(engine);
  expect(attempts.map(({ at }) => at - start)).toEqual([0, 15_000, 60_000, 120_000]);
  expect(attempts.map(({ number, status_code }) => [number, status_code])).toEqual(
    [1, 2, 3, 4].map((number) => [number, 503]),
  );
  const { results } = await engine.legacy.alerts.list({});
  expect(results).toMatchObject([{ status: 'Failed', attempts: 4, lastStatusCode: 503 }]);
});

test('Retry-After sets the next wait, cut to 120 s; nonsense leaves the usual one; the log keeps what came', async () => {
  const engine = await startLegacyEngine();
  const asked = ['7', '3600', 'whenever'];
  const consumer = await startConsumer((_, before) => {
    const value = asked[before];
    return value === undefined ? 200 : { status: 429, headers: { 'retry-after': value } };
  });
  await engine.rule(statusChanged, consumer.url);
  const start = engine.context.clock.now();
  await engine.publish(connected());
  await advance(engine, 3_600_000);
  const attempts = await attemptsOf(engine);
  expect(attempts.map(({ at }) => at - start)).toEqual([0, 7000, 127_000, 187_000]);
  expect(attempts.map(({ retry_after }) => retry_after)).toEqual([...asked, null]);
});

test('a Retry-After date is read against real time, even on a virtual clock', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer((_, before) => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    return before === 0 ? { status: 503, headers: { 'retry-after': inAnHour } } : 200;
  });
  await engine.rule(statusChanged, consumer.url);
  const start = engine.context.clock.now();
  await engine.publish(connected());
  await advance(engine, 3_600_000);
  expect((await attemptsOf(engine)).map(({ at }) => at - start)).toEqual([0, 120_000]);
});

test.each([400, 401, 404, 410, 500, 304])('a %d has failed at once', async (status) => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer(() => status);
  await engine.rule(statusChanged, consumer.url);
  await engine.publish(connected());
  await advance(engine, 3_600_000);
  expect(consumer.received).toHaveLength(1);
  const { results } = await engine.legacy.alerts.list({ query: 'status=Failed' });
  expect(results).toMatchObject([{ attempts: 1, lastStatusCode: status }]);
});

test('a refused address has failed at once, under its own name', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, 'http://169.254.169.254/latest');
  await engine.publish(connected());
  await advance(engine, 3_600_000);
  expect((await attemptsOf(engine)).map(({ error }) => error)).toEqual(['AddressRefused']);
  const { results } = await engine.legacy.alerts.list({});
  expect(results[0]).toMatchObject({ status: 'Failed', attempts: 1 });
  expect(results[0]).not.toHaveProperty('lastStatusCode');
});

test('a refused connection is retried', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, `http://127.0.0.1:${await unusedPort()}/`);
  await engine.publish(connected());
  await advance(engine, 3_600_000);
  expect((await attemptsOf(engine)).map(({ error }) => error)).toEqual(Array(4).fill('ConnectionRefused'));
});

test('an alert that this machine could not send is no attempt', async () => {
  const unsent = { error: 'ConnectionError', ownFault: 'EMFILE' } as const;
  const outbound = scriptedOutbound((_, before) => (before % 2 === 0 ? unsent : { statusCode: 503 }));
  const engine = await startLegacyEngine({ outbound });
  const rule = await engine.rule(statusChanged, 'https://consumer.example/');
  const start = engine.context.clock.now();
  await engine.publish(connected());
  await advance(engine, 3_600_000);
  const attempts = await attemptsOf(engine);
  expect(attempts.map(({ number, at }) => [number, at - start])).toEqual([
    [1, 0],
    [2, 15_000],
    [3, 60_000],
    [4, 120_000],
  ]);
  const { results } = await engine.legacy.alerts.listOfRule(rule.id, {});
  expect(results).toMatchObject([{ status: 'Failed', attempts: 4 }]);
});

/** Never ends a request until it is told to. */
const heldOutbound = () => {
  const held: { url: string; end: (statusCode: number) => void }[] = [];
  const outbound: Outbound = {
    ...scriptedOutbound(),
    post({ url }, ended) {
      const end = (statusCode: number) => {
        const result: OutboundResult = {
          statusCode,
          durationMs: 1,
          responseHeaders: {},
          responseBody: Buffer.alloc(0),
        };
        setImmediate(() => ended(result));
      };
      if (url.includes('dead')) held.push({ url, end });
      else end(200);
    },
  };
  return { held, outbound };
};

test('a rule whose consumer never answers holds at most 16 places and holds up no other rule', async () => {
  const { held, outbound } = heldOutbound();
  const engine = await startLegacyEngine({ outbound });
  await engine.rule(statusChanged, 'https://dead.example/');
  const alive = await engine.rule(statusChanged, 'https://alive.example/');
  for (let i = 0; i < 40; i++) await engine.publish(connected());
  await expect
    .poll(
      async () => (await engine.legacy.alerts.listOfRule(alive.id, { query: 'status=Sent' })).totalResults,
    )
    .toBe(40);
  expect(held).toHaveLength(16);

  for (let ended = 0; ended < 40; ) {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    for (const one of held.splice(0)) {
      one.end(200);
      ended++;
    }
  }
  await engine.scheduler.idle();
  expect((await engine.legacy.alerts.list({ query: 'status=Sent' })).totalResults).toBe(80);
});

test('where very many rules wait, each has fewer places, and all are served', async () => {
  const { held, outbound } = heldOutbound();
  const engine = await startLegacyEngine({ outbound });
  for (let i = 0; i < 150; i++) await engine.rule(statusChanged, `https://dead.example/${i}`);
  for (let i = 0; i < 16; i++) await engine.publish(connected());
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(900);
  expect(held.length).toBeLessThanOrEqual(1024);
  expect(new Set(held.map(({ url }) => url)).size).toBe(150);
  let served = 0;
  while (served < 150 * 16) {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    for (const one of held.splice(0)) {
      one.end(200);
      served++;
    }
  }
  await engine.scheduler.idle();
  expect((await engine.legacy.alerts.list({ query: 'status=Sent', pageSize: 1 })).totalResults).toBe(
    150 * 16,
  );
});

test('an attempt that a crash cut off is logged as Interrupted and repeated under its number', async () => {
  const folder = temporaryFolder();
  const { held, outbound } = heldOutbound();
  const crashed = await startLegacyEngine({ folder, outbound });
  await crashed.rule(statusChanged, 'https://dead.example/');
  await crashed.publish(connected());
  await expect.poll(() => held.length).toBe(1);

  const { held: heldAgain, outbound: next } = heldOutbound();
  const restarted = await startLegacyEngine({ folder, generation: 2, outbound: next });
  await expect.poll(() => heldAgain.length).toBe(1);
  heldAgain[0]?.end(200);
  await restarted.scheduler.idle();
  expect((await attemptsOf(restarted)).map(({ number, error }) => [number, error])).toEqual([
    [1, 'Interrupted'],
    [1, null],
  ]);
  const { results } = await restarted.legacy.alerts.list({});
  expect(results).toMatchObject([{ status: 'Sent', attempts: 1 }]);
});

test('what falls due is foretold, one line a rule', async () => {
  const engine = await startLegacyEngine();
  const consumer = await startConsumer(() => 503);
  const rule = await engine.rule(statusChanged, consumer.url);
  const start = engine.context.clock.now();
  await engine.publish(connected());
  await engine.publish(connected());
  await engine.scheduler.idle();
  expect(await engine.scheduler.upcoming(10)).toEqual([
    { what: 'alert', at: start + 15_000, count: 2, subject: rule.id },
    { what: 'removal of old alerts', at: start + 30 * 86_400_000, count: 1, repeats: 'upkeep' },
  ]);
});

test('nothing is published of a change that is rolled back', async () => {
  const engine = await startLegacyEngine();
  await engine.rule(statusChanged, 'https://dead.example/');
  const rolledBack = engine.context.store.write(async (tx) => {
    await engine.legacy.publish(tx, connected());
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect((await engine.legacy.alerts.list({})).totalResults).toBe(0);
});
