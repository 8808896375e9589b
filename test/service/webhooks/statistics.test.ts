import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { statisticsLimits } from '#contract/endpoint-statistics.ts';
import { type EndedAttempt, insertAttempts } from '#service/store/attempts.ts';
import { createHeaderSets } from '#service/store/header-sets.ts';
import { insertDeliveries, insertMessage } from '#service/store/messages.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

const hour = 3_600_000;

test('statistics count attempts by the time of the service, in equal parts', async () => {
  // The first message fails until its third attempt; the others are taken at once.
  const consumer = await startConsumer((_, before) => (before < 2 ? 500 : 200));
  const engine = await startDeliveryEngine();
  const { clock } = engine.context;
  const { management } = engine.webhooks;
  const { id } = await management.create({ url: consumer.url, eventTypes: ['company.created'] });
  const other = await management.create({ url: consumer.url, eventTypes: ['company.deleted'] });

  const empty = await management.statistics(id, {});
  expect(empty).toMatchObject({ complete: true, attempts: 0, succeeded: 0, failed: 0 });
  expect(empty).not.toHaveProperty('successRate');
  expect(empty.buckets).toHaveLength(48);

  const start = clock.now();
  await engine.publish();
  await engine.scheduler.advanceTo(start + hour);
  await engine.publish();
  await engine.scheduler.idle();
  const all = await management.statistics(id, { since: toIso(start), buckets: 4 });
  expect(all).toMatchObject({ complete: true, attempts: 4, succeeded: 2, failed: 2, successRate: 0.5 });
  expect(all.from).toBe(toIso(start));
  expect(all.until).toBe(toIso(start + hour));
  expect(all.buckets.map(({ attempts, failed }) => [attempts, failed])).toEqual([
    [3, 2],
    [0, 0],
    [0, 0],
    [1, 0],
  ]);
  expect(all.buckets[0]?.from).toBe(toIso(start));
  expect(all.buckets[1]?.from).toBe(toIso(start + hour / 4));
  expect(all.buckets[1]).not.toHaveProperty('p50Ms');
  expect(all.p50Ms as number).toBeLessThanOrEqual(all.p95Ms as number);
  expect(all.p95Ms as number).toBeLessThanOrEqual(all.maxMs as number);

  expect(await management.statistics(id, { since: toIso(start + hour / 2), buckets: 1 })).toMatchObject({
    attempts: 1,
    successRate: 1,
  });
  expect(await management.statistics(other.id, {})).toMatchObject({ attempts: 0 });
  await expect(management.statistics('6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11', {})).rejects.toMatchObject({
    code: 'webhook.notFound',
  });
});

const endpointOf = async ({ webhooks }: DeliveryEngine): Promise<string> =>
  (await webhooks.endpoints.create({ url: 'https://consumer.example/', eventTypes: ['company.created'] })).id;

test('response times are the nearest rank of those that were measured, in each part and in all', async () => {
  const times = [40, 10, 30.06, 20, 100, 50, 60, 70, 80, 90];
  const outbound = scriptedOutbound((_, before) => ({
    durationMs: times[before] as number,
    statusCode: 299 + (before % 2),
  }));
  const engine = await startDeliveryEngine({ outbound });
  const { clock } = engine.context;
  const { management } = engine.webhooks;
  const id = await endpointOf(engine);
  const start = clock.now();
  for (let n = 0; n < 10; n++) {
    clock.set(start + n * 1000);
    // Tried once only.
    await management.test(id);
    await engine.scheduler.idle();
  }
  // Without a beginning it is that of the first attempt; what is of now belongs to the last part.
  const since = await management.statistics(id, { buckets: 3 });
  expect([since.from, since.until, since.attempts]).toEqual([toIso(start), toIso(start + 9000), 10]);
  expect(since.buckets.map(({ attempts }) => attempts)).toEqual([3, 3, 4]);
  const tail = await management.statistics(id, { since: toIso(start + 9000), buckets: 1 });
  expect(tail).toMatchObject({ from: toIso(start + 9000), until: toIso(start + 9001), attempts: 1 });

  clock.set(start + 10_000);
  const all = await management.statistics(id, { since: toIso(start), buckets: 2 });
  const figures = { p50Ms: 50, p95Ms: 100, maxMs: 100 };
  expect(all).toEqual({
    from: toIso(start),
    until: toIso(start + 10_000),
    complete: true,
    attempts: 10,
    succeeded: 5,
    failed: 5,
    successRate: 0.5,
    ...figures,
    buckets: [
      {
        from: toIso(start),
        until: toIso(start + 5000),
        attempts: 5,
        succeeded: 3,
        failed: 2,
        p50Ms: 30.1,
        p95Ms: 100,
        maxMs: 100,
      },
      {
        from: toIso(start + 5000),
        until: toIso(start + 10_000),
        attempts: 5,
        succeeded: 2,
        failed: 3,
        p50Ms: 70,
        p95Ms: 90,
        maxMs: 90,
      },
    ],
  });
});

/** Deliveries of the endpoint with so many attempts each, as a long life leaves them. */
const history = (
  engine: DeliveryEngine,
  messages: number,
  attempts: number,
  others: readonly Pick<EndedAttempt, 'error' | 'status_code'>[] = [],
): Promise<void> =>
  engine.context.store.write(async (tx) => {
    const at = engine.context.clock.now();
    for (let n = 1; n <= messages; n++) {
      await insertMessage(tx, {
        id: `msg_${n}`,
        event_type: 'company.created',
        company_id: null,
        company_tags_json: '{}',
        body: '{}',
        created_at: at,
        is_test: 0,
      });
    }
    const seqs = Array.from({ length: messages }, (_, n) => n + 1);
    await insertDeliveries(
      tx,
      seqs.map((seq) => ({
        messageSeq: seq,
        endpointSeq: 1,
        origin: 'scheduled',
        scheduleUsed: 8,
        dueAt: at,
      })),
    );
    await tx.db.updateTable('deliveries').set({ due_at: null, status: 'Failed' }).execute();
    await insertAttempts(
      tx,
      createHeaderSets(),
      seqs.flatMap((deliverySeq) =>
        [...Array.from({ length: attempts }, () => ({ error: null, status_code: 500 })), ...others].map(
          (outcome, n) => ({
            delivery_seq: deliverySeq,
            number: n + 1,
            trigger: 'scheduled' as const,
            at,
            duration_ms: 1,
            ...outcome,
            messageId: `msg_${deliverySeq}`,
            sent: undefined,
            response_headers_json: null,
            response_body: null,
            local_address: null,
          }),
        ),
      ),
    );
  });

test('what a crash cut off has no outcome and is not counted; what has an outcome is, whatever it is', async () => {
  const engine = await startDeliveryEngine({ outbound: scriptedOutbound() });
  const id = await endpointOf(engine);
  await history(engine, 1, 1, [
    { error: 'Interrupted', status_code: null },
    { error: 'Timeout', status_code: null },
    { error: null, status_code: 200 },
  ]);
  expect(await engine.webhooks.management.statistics(id, {})).toMatchObject({
    attempts: 3,
    failed: 2,
    succeeded: 1,
  });
});

test.each([
  [2500, 8, 2500 * 8, true],
  // A thousand deliveries are read at once: the first that reach the bound are the last.
  [4001, 5, 4000 * 5, false],
])(
  'of %i deliveries with %i attempts each, %i are counted',
  async (messages, attempts, counted, complete) => {
    expect(statisticsLimits).toMatchObject({ messages: 20_000, attempts: 20_000 });
    const engine = await startDeliveryEngine({ outbound: scriptedOutbound() });
    const id = await endpointOf(engine);
    await history(engine, messages, attempts);
    expect(await engine.webhooks.management.statistics(id, {})).toMatchObject({
      attempts: counted,
      failed: counted,
      complete,
    });
  },
);
