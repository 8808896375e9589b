import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { toIso } from '#base/clock.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { headersOf, type Scripted, scriptedOutbound } from '#test/support/scripted-outbound.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testOnFile } from '#test/support/test-store.ts';

const second = 1000;
const hour = 3600 * second;

const started = async (answer?: Parameters<typeof scriptedOutbound>[0]) => {
  const outbound = scriptedOutbound(answer);
  const warned: { fields: object; message: string }[] = [];
  const log = {
    warn: (fields: object, message: string) => void warned.push({ fields, message }),
    info: () => {},
    error: () => {},
  } as never;
  const engine = await startDeliveryEngine({ outbound, log });
  return { ...engine, outbound, warned };
};
const make = async ({ webhooks }: Pick<DeliveryEngine, 'webhooks'>, path = ''): Promise<string> => {
  const url = `https://consumer.example/${path}`;
  return (await webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).id;
};

describe('what the log says of an attempt', () => {
  test('is all that came back, and what it left as', async () => {
    const { context, webhooks, scheduler, publish, outbound } = await started(() => ({
      statusCode: 503,
      durationMs: 12.5,
      responseHeaders: { 'retry-after': '3600', 'set-cookie': ['a=1', 'b=2'] },
      body: 'Later!',
      localAddress: '10.1.2.3',
    }));
    const id = await make({ webhooks });
    const start = context.clock.now();
    const messageId = await publish();
    await scheduler.idle();
    const message = await webhooks.messages.show(messageId);
    expect(message.attempts).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        webhookId: id,
        number: 1,
        trigger: 'scheduled',
        at: toIso(start),
        durationMs: 12.5,
        statusCode: 503,
        requestHeaders: headersOf(outbound.sent[0] as never),
        responseHeaders: { 'retry-after': '3600', 'set-cookie': 'a=1, b=2' },
        responseBody: 'Later!',
        localAddress: '10.1.2.3',
      },
    ]);
    expect(message.deliveries).toEqual([
      {
        webhookId: id,
        status: 'Attempting',
        attempts: 1,
        nextAttemptAt: toIso(start + 5 * second),
        lastAttemptAt: toIso(start),
        lastStatusCode: 503,
      },
    ]);
    expect(Object.keys(headersOf(outbound.sent[0] as never))).toEqual([
      'content-type',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-sandbox-time',
    ]);
  });

  test('is the name of what went wrong where no whole answer came', async () => {
    const { webhooks, scheduler, publish } = await started((_, before) =>
      before === 0
        ? { error: 'DnsError', localAddress: undefined as never }
        : { error: 'Timeout', statusCode: 200, body: 'half' },
    );
    await make({ webhooks });
    const messageId = await publish();
    await scheduler.idle();
    const [first] = (await webhooks.messages.show(messageId)).attempts;
    expect(first).toMatchObject({ error: 'DnsError', responseHeaders: {} });
    for (const absent of ['statusCode', 'responseBody', 'localAddress'])
      expect(first).not.toHaveProperty(absent);
    await webhooks.messages.resend(messageId);
    await scheduler.idle();
    const { attempts, deliveries } = await webhooks.messages.show(messageId);
    expect(attempts[1]).toMatchObject({ error: 'Timeout', statusCode: 200, responseBody: 'half' });
    expect(deliveries).toMatchObject([{ status: 'Attempting', lastStatusCode: 200, lastError: 'Timeout' }]);
  });

  test('holds no secret that the endpoint had when it left, or has now', async () => {
    const [old, fresh] = ['Bearer the-old-token-of-theirs-7B2', 'Bearer the-new-token-of-theirs-4C9'];
    const { webhooks, scheduler, publish, outbound } = await started(() => 'never');
    const id = await make({ webhooks });
    const set = (value: string) =>
      webhooks.management.setHeaders(id, { headers: [{ name: 'Authorization', value }] });
    await set(old);
    const messageId = await publish();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(1));
    await set(fresh);
    const { secret } = await webhooks.management.secret(id);
    outbound.end({ body: [old, fresh, secret].join(' and '), responseHeaders: { 'x-echo': old } });
    await scheduler.idle();
    const [attempt] = (await webhooks.messages.show(messageId)).attempts;
    expect(attempt).toMatchObject({
      responseBody: '•••• and •••• and ••••',
      responseHeaders: { 'x-echo': '••••' },
    });
  });

  test('masks no values that everybody knows', async () => {
    const { webhooks, scheduler, publish } = await started(() => ({
      body: 'application/json, carryover-tests/1',
    }));
    const id = await make({ webhooks });
    await webhooks.management.setHeaders(id, {
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'User-Agent', value: 'carryover-tests/1' },
      ],
    });
    const messageId = await publish();
    await scheduler.idle();
    const [attempt] = (await webhooks.messages.show(messageId)).attempts;
    expect(attempt?.responseBody).toBe('application/json, carryover-tests/1');
  });
});

describe('who listens to the stream', () => {
  const deliveriesIn = ({ announced }: DeliveryEngine['context']) =>
    announced.flatMap((one) => (one.type === 'delivery' ? [one] : []));

  test('is told of each end with what became of the delivery', async () => {
    const answers: Scripted[] = [{ statusCode: 500 }, { statusCode: 500 }, { statusCode: 204 }];
    const { context, webhooks, scheduler, publish } = await started(
      (_, before) => answers[before] as Scripted,
    );
    const webhookId = await make({ webhooks });
    const messageId = await publish();
    await scheduler.idle();
    await webhooks.messages.resend(messageId);
    await scheduler.idle();
    await webhooks.messages.resend(messageId);
    await scheduler.idle();
    const about = { type: 'delivery', messageId, webhookId };
    expect(deliveriesIn(context)).toEqual([
      { ...about, status: 'Attempting' },
      { ...about, status: 'Failed' },
      { ...about, status: 'Success' },
    ]);
  });

  test('is told of an endpoint that is made, changed, disabled and deleted', async () => {
    const { context, webhooks, scheduler, publish, warned } = await started(() => ({ statusCode: 410 }));
    const id = await make({ webhooks });
    await webhooks.management.change(id, { messagesPerSecond: 5 });
    await publish();
    await publish();
    await scheduler.idle();
    await webhooks.endpoints.remove(id);
    const changes = context.announced.flatMap((one) => (one.type === 'endpoint' ? [one] : []));
    expect(changes).toEqual(
      ['created', 'changed', 'disabled', 'deleted'].map((change) => ({
        type: 'endpoint',
        webhookId: id,
        change,
      })),
    );
    expect(warned).toEqual([
      { fields: { webhookId: id, reason: 'It answered 410 Gone.' }, message: 'Endpoint disabled' },
    ]);
  });
});

describe('the health of endpoints', () => {
  test('follows what came back, also several at once', async () => {
    const { context, webhooks, scheduler, publish, outbound } = await started(() => 'never');
    const id = await make({ webhooks });
    const start = context.clock.now();
    for (let n = 0; n < 3; n++) await publish();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(3));
    context.clock.set(start + second);
    outbound.end({ statusCode: 500 }, 1);
    context.clock.set(start + 2 * second);
    outbound.end({ statusCode: 500 }, 1);
    const health = async () => (await webhooks.management.show(id)).health;
    await vi.waitFor(async () =>
      expect(await health()).toMatchObject({
        firstFailureAt: toIso(start + second),
        lastAttemptAt: toIso(start + 2 * second),
        waiting: 3,
      }),
    );
    expect(await webhooks.health()).toEqual({
      waiting: 3,
      endpoints: { total: 1, disabled: 0, disabledByService: 0, failing: 1 },
    });
    outbound.end({ statusCode: 200 }, 1);
    await scheduler.idle();
    expect(await health()).not.toHaveProperty('firstFailureAt');
    expect(await webhooks.health()).toEqual({
      waiting: 2,
      endpoints: { total: 1, disabled: 0, disabledByService: 0, failing: 0 },
    });
  });

  test('a success between failures of one batch lets the count begin anew', async () => {
    const { context, webhooks, scheduler, publish, outbound } = await started(() => 'never');
    const id = await make({ webhooks });
    const start = context.clock.now();
    for (let n = 0; n < 3; n++) await publish();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(3));
    for (const [n, statusCode] of [500, 200, 500].entries()) {
      context.clock.set(start + (n + 1) * second);
      outbound.end({ statusCode }, 1);
    }
    await scheduler.idle();
    expect((await webhooks.management.show(id)).health.firstFailureAt).toBe(toIso(start + 3 * second));
  });

  test('an endpoint that is disabled keeps why and since when, whatever comes back later', async () => {
    const { context, webhooks, scheduler, publish, outbound, warned } = await started(({ url }) =>
      url.endsWith('other') ? {} : 'never',
    );
    const id = await make({ webhooks });
    const other = await make({ webhooks }, 'other');
    const start = context.clock.now();
    await publish();
    await publish();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(2));
    await webhooks.management.change(id, { disabled: true });
    context.clock.set(start + second);
    outbound.end({ statusCode: 410 }, 1);
    outbound.end({ statusCode: 500 });
    await scheduler.idle();
    const { disabled, health } = await webhooks.management.show(id);
    expect(disabled).toBe(true);
    expect(health).toMatchObject({ disabledAt: toIso(start), disabledReason: 'A person disabled it.' });
    expect((await webhooks.management.show(other)).disabled).toBe(false);
    expect(warned).toEqual([]);
    expect((await webhooks.health()).endpoints).toEqual({
      total: 2,
      disabled: 1,
      disabledByService: 0,
      failing: 0,
    });
  });
});

testOnFile(
  'a delivery that fails again keeps its status unwritten, unless somebody else has changed it',
  async () => {
    const { context, webhooks, scheduler, publish } = await started(() => ({ statusCode: 500 }));
    await make({ webhooks });
    const messageId = await publish();
    const statusWrites = async (): Promise<unknown> => {
      const { rows } = await context.store.readInTurn(({ db }) =>
        sql`select count(*) as count from status_writes`.execute(db),
      );
      return (rows[0] as { count: number }).count;
    };
    await context.store.write(async ({ db }) => {
      await sql`create temp table status_writes (status text)`.execute(db);
      await sql`create temp trigger status_written after update of status on deliveries begin
      insert into status_writes values (new.status);
    end`.execute(db);
    });
    const shown = async () => (await webhooks.messages.show(messageId)).deliveries[0];

    await scheduler.idle();
    expect(await statusWrites()).toBe(1);
    await scheduler.advanceTo(context.clock.now() + hour);
    const { attempts } = (await shown()) as { attempts: number };
    expect(attempts).toBeGreaterThan(2);
    expect(await statusWrites()).toBe(1);
    expect(await shown()).toMatchObject({ status: 'Attempting', lastStatusCode: 500 });

    await context.store.write(({ db }) => sql`update deliveries set status = 'Sending'`.execute(db));
    await scheduler.advanceTo(context.clock.now() + 12 * hour);
    expect((await shown())?.attempts).toBeGreaterThan(attempts);
    expect(await shown()).toMatchObject({ status: 'Attempting' });
  },
);

test('an attempt that a crash cut off is logged as that, with its number and when it had left', async () => {
  const folder = temporaryFolder();
  const outbound = scriptedOutbound((_, before) => (before === 0 ? { statusCode: 500 } : 'never'));
  const first = await startDeliveryEngine({ folder, outbound });
  const id = await make(first);
  const start = first.context.clock.now();
  const messageId = await first.publish();
  await first.scheduler.idle();
  void first.scheduler.advanceTo(start + 5 * second).catch(() => {});
  await vi.waitFor(() => expect(outbound.inAir()).toBe(1));
  await first.webhooks.messages.resend(messageId);
  await vi.waitFor(() => expect(outbound.inAir()).toBe(2));
  await first.stop();
  await first.context.store.close();

  const again = scriptedOutbound(() => ({ statusCode: 500 }));
  const restarted = await startDeliveryEngine({
    folder,
    generation: 2,
    key: first.key,
    outbound: again,
    now: start + hour,
  });
  await restarted.scheduler.idle();
  const { attempts, deliveries } = await restarted.webhooks.messages.show(messageId);
  const interrupted = attempts.filter(({ error }) => error === 'Interrupted');
  expect(interrupted.map(({ number, trigger, at }) => ({ number, trigger, at }))).toEqual([
    { number: 2, trigger: 'scheduled', at: toIso(start + 5 * second) },
    { number: 3, trigger: 'resend', at: toIso(start + 5 * second) },
  ]);
  for (const one of interrupted) {
    expect(one).toMatchObject({ webhookId: id, durationMs: 0, requestHeaders: {}, responseHeaders: {} });
    for (const absent of ['statusCode', 'responseBody', 'localAddress'])
      expect(one).not.toHaveProperty(absent);
    const checked = await restarted.webhooks.messages.signature(messageId, one.id);
    expect(checked).toMatchObject({ valid: false, toleranceSeconds: 300, secretsTried: 1 });
    expect(checked.reason).toContain('The service stopped during the attempt');
    expect(checked).not.toHaveProperty('signed');
    await expect(
      restarted.webhooks.messages.request(messageId, one.id, { reveal: true, signAnew: false }),
    ).rejects.toMatchObject({ code: 'attempt.nothingSent' });
  }
  expect(
    attempts
      .filter(({ statusCode }) => statusCode === 500)
      .map(({ number }) => number)
      .sort(),
  ).toEqual([1, 2, 3]);
  // Its repeat was the second of the schedule, so that the third is next: the interrupted one used up nothing.
  expect(deliveries).toMatchObject([{ status: 'Attempting', attempts: 3 }]);
  const ended = Date.parse(deliveries[0]?.nextAttemptAt ?? '');
  const repeated = attempts.find(({ number, error }) => number === 2 && error === undefined);
  expect(ended - Date.parse(repeated?.at ?? '')).toBe(300 * second);
  const { attempts: counted, failed } = await restarted.webhooks.management.statistics(id, {});
  expect([counted, failed]).toEqual([3, 3]);
});
