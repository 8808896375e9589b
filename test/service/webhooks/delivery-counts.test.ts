import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { namedUuid } from '#base/ids.ts';
import type { UndeliveredQuery } from '#contract/delivery-counts.ts';
import { type DeliveryStatus, deliveryStatuses } from '#contract/message.ts';
import { deliveryCountsQuery, undeliveredQuery } from '#service/store/delivery-counts.ts';
import type { Tx } from '#service/store/store.ts';
import { createDeliveryCounts } from '#service/webhooks/delivery-counts.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startSandboxEngine } from '#test/support/sandbox-engine.ts';
import { type TestContext, testContext } from '#test/support/service-context.ts';
import { testOnFile } from '#test/support/test-store.ts';

const eventTypes = ['read.completed', 'connection.deleted', 'company.created'] as const;
const webhookIds = [0, 1, 2].map((n) => namedUuid('endpoint', String(n)));
const companyIds = ['company-a', 'company-b'] as const;

interface Row {
  readonly eventType: (typeof eventTypes)[number];
  readonly companyId: (typeof companyIds)[number] | null;
  readonly isTest: boolean;
  /** By endpoint; null: none. */
  readonly deliveries: readonly (DeliveryStatus | null)[];
}

const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    eventType: fc.constantFrom(...eventTypes),
    companyId: fc.constantFrom(...companyIds, null),
    isTest: fc.boolean(),
    deliveries: fc.tuple(
      ...webhookIds.map(() => fc.option(fc.constantFrom(...deliveryStatuses), { nil: null })),
    ),
  }),
  { maxLength: 30 },
);

const insertEndpoints = ({ store }: TestContext): Promise<void> =>
  store.write(async ({ db }) => {
    for (const id of webhookIds) {
      await sql`
        insert into endpoints (id, url, event_types_json, channels_json, company_tags_json, created_at)
        values (${id}, 'https://example.com/', '[]', '[]', '[]', 0)`.execute(db);
    }
  });

/** One message a second, from second 1 on. */
const fill = ({ store }: TestContext, all: readonly Row[]): Promise<void> =>
  store.write(async (tx) => {
    await tx.db.deleteFrom('deliveries').execute();
    await tx.db.deleteFrom('messages').execute();
    for (const [n, row] of all.entries()) await insertRow(tx, n + 1, row);
  });

const insertRow = async ({ db }: Tx, seq: number, row: Row): Promise<void> => {
  await sql`
    insert into messages (seq, id, event_type, company_id, company_tags_json, body, created_at, is_test)
    values (${seq}, ${`msg_${seq}`}, ${row.eventType}, ${row.companyId}, '{}', '{}', ${seq * 1000},
      ${Number(row.isTest)})`.execute(db);
  for (const [index, status] of row.deliveries.entries()) {
    if (status === null) continue;
    await sql`
      insert into deliveries (message_seq, endpoint_seq, status, origin)
      values (${seq}, ${index + 1}, ${status}, ${row.isTest ? 'test' : 'scheduled'})`.execute(db);
  }
};

const unknown = namedUuid('endpoint', 'unknown');
type Asked = UndeliveredQuery['endpoints'][number];
const asked: fc.Arbitrary<Asked[]> = fc.uniqueArray(
  fc.record(
    {
      webhookId: fc.constantFrom(...webhookIds, unknown),
      eventTypes: fc.subarray([...eventTypes], { minLength: 1 }),
      companyId: fc.constantFrom(...companyIds),
    },
    { requiredKeys: ['webhookId', 'eventTypes'] },
  ),
  { selector: ({ webhookId }) => webhookId, maxLength: 4 },
);

test('whatever was delivered, both counts are those of the rows', async () => {
  const context = await testContext();
  await insertEndpoints(context);
  const counts = createDeliveryCounts(context);
  const run = async (all: Row[], since: number, endpoints: Asked[]) => {
    await fill(context, all);
    const of = { since: toIso(since * 1000) };
    const recent = all.map((row, n) => ({ ...row, second: n + 1 })).filter(({ second }) => second >= since);
    const real = recent.filter(({ isTest }) => !isTest);
    const known = [...webhookIds, unknown];
    expect(await counts.deliveryCounts({ ...of, webhookIds: known })).toEqual(
      known.map((webhookId, index) => {
        const count = (...statuses: DeliveryStatus[]) =>
          real.filter(({ deliveries }) => statuses.includes(deliveries[index] as DeliveryStatus)).length;
        return {
          webhookId,
          succeeded: count('Success'),
          failed: count('Failed'),
          waiting: count('Sending', 'Attempting'),
          retrying: count('Attempting'),
          cancelled: count('Cancelled'),
        };
      }),
    );
    const missed = endpoints.flatMap((one) =>
      one.eventTypes.flatMap((eventType) => {
        const place = webhookIds.indexOf(one.webhookId);
        const found = real.filter(
          (row) =>
            row.eventType === eventType &&
            (one.companyId === undefined || row.companyId === one.companyId) &&
            (row.deliveries[place] ?? null) === null,
        );
        const newest = found.at(-1)?.second;
        if (newest === undefined) return [];
        const example = { messageId: `msg_${newest}`, at: toIso(newest * 1000) };
        return [{ webhookId: one.webhookId, eventType, count: found.length, example }];
      }),
    );
    const { complete, results } = await counts.undelivered({ ...of, endpoints });
    expect(complete).toBe(true);
    expect(new Set(results)).toEqual(new Set(missed));
  };
  await fc.assert(fc.asyncProperty(rows, fc.integer({ min: 0, max: 32 }), asked, run), { numRuns: 60 });
});

interface Delivered {
  readonly status: DeliveryStatus;
  readonly origin: 'scheduled' | 'replay' | 'test';
  readonly used: number;
  /** Beside the schedule. */
  readonly extra: number;
}
const delivered: fc.Arbitrary<Delivered[]> = fc.array(
  fc.record({
    status: fc.constantFrom(...deliveryStatuses),
    origin: fc.constantFrom('scheduled' as const, 'replay' as const, 'test' as const),
    used: fc.integer({ min: 1, max: 8 }),
    extra: fc.constantFrom(0, 0, 1),
  }),
  { maxLength: 30 },
);

test('a success is counted at the attempt of the schedule that it took, and apart where a resend was involved', async () => {
  const context = await testContext();
  await insertEndpoints(context);
  const { deliveryLadder, deliveryCounts } = createDeliveryCounts(context);
  // Some of them beyond what is read in one go.
  const seqOf = (n: number): number => (n + 1) * 1500;
  const run = async (all: Delivered[], since: number) => {
    await fill(context, []);
    await context.store.write(async ({ db }) => {
      for (const [n, { status, origin, used, extra }] of all.entries()) {
        const seq = seqOf(n);
        await sql`
          insert into messages (seq, id, event_type, company_id, company_tags_json, body, created_at, is_test)
          values (${seq}, ${`msg_${seq}`}, 'read.completed', null, '{}', '{}', ${seq}, ${Number(origin === 'test')})`.execute(
          db,
        );
        await sql`
          insert into deliveries (message_seq, endpoint_seq, status, origin, attempts, schedule_used)
          values (${seq}, 1, ${status}, ${origin}, ${used + extra}, ${used})`.execute(db);
      }
    });
    const real = all.filter(
      ({ status, origin }, n) => seqOf(n) >= since && status === 'Success' && origin !== 'test',
    );
    const bySchedule = real.filter(({ origin, extra }) => origin === 'scheduled' && extra === 0);
    const query = { since: toIso(since), webhookIds: webhookIds.slice(0, 2) };
    const [ladder, none] = await deliveryLadder(query);
    expect(ladder).toEqual({
      webhookId: webhookIds[0],
      byAttempt: Array.from(
        { length: 8 },
        (_, at) => bySchedule.filter(({ used }) => used === at + 1).length,
      ),
      resent: real.length - bySchedule.length,
    });
    expect(none).toMatchObject({ webhookId: webhookIds[1], resent: 0 });
    expect((await deliveryCounts(query))[0]?.succeeded).toBe(real.length);
  };
  await fc.assert(fc.asyncProperty(delivered, fc.integer({ min: 0, max: 46_000 }), run), { numRuns: 40 });
});

const planOf = async (
  { store }: TestContext,
  query: ReturnType<typeof undeliveredQuery> | ReturnType<typeof deliveryCountsQuery>,
) =>
  store.read(async ({ db }) =>
    (await sql<{ detail: string }>`explain query plan ${query}`.execute(db)).rows.map(({ detail }) => detail),
  );

testOnFile(
  'no table of messages or deliveries is scanned, and deliveries are looked up in indexes alone',
  async () => {
    const context = await testContext();
    const listening = [{ webhookId: unknown, eventTypes: ['read.completed'] }];
    const undelivered = await planOf(context, undeliveredQuery(listening, 1, 9));
    const delivered = await planOf(context, deliveryCountsQuery([unknown], 1));
    for (const line of [...undelivered, ...delivered]) {
      expect(line).not.toMatch(/^SCAN (messages|deliveries|[md])\b/);
      if (/^SEARCH (d|deliveries)\b/.test(line)) expect(line).toContain('USING COVERING INDEX');
    }
    expect(undelivered.join('\n')).toContain(
      'SEARCH m USING INDEX messages_by_type (event_type=? AND seq>? AND seq<?)',
    );
    expect(undelivered.join('\n')).toContain(
      'SEARCH m USING INDEX messages_by_company (company_id=? AND seq>? AND seq<?)',
    );
  },
);

test('with too many messages since, only the newest are looked at, and that is said', async () => {
  const context = await testContext();
  await insertEndpoints(context);
  const messages = 25_000;
  await context.store.write(async ({ db }) => {
    await sql`
      insert into messages (seq, id, event_type, company_id, company_tags_json, body, created_at, is_test)
      with recursive n(seq) as (select 1 union all select seq + 1 from n where seq < ${messages})
      select seq, 'msg_' || seq, 'read.completed', null, '{}', '{}', seq * 1000, 0 from n`.execute(db);
  });
  const { undelivered } = createDeliveryCounts(context);
  const one = { webhookId: webhookIds[0] as string, eventTypes: ['read.completed'] };
  const since = toIso(0);
  expect(await undelivered({ since, endpoints: [one] })).toMatchObject({
    complete: true,
    results: [{ count: messages, example: { messageId: `msg_${messages}` } }],
  });
  const many = Array.from({ length: 50 }, (_, n) => ({ ...one, webhookId: namedUuid('many', String(n)) }));
  const { complete, results } = await undelivered({ since, endpoints: many });
  expect(complete).toBe(false);
  expect(results.map(({ count }) => count)).toEqual(many.map(() => 20_000));
});

test('what only the legacy mechanism would have sent is found after an endpoint was disabled or deleted', async () => {
  const { sandbox, webhooks, legacy, scheduler, context } = await startSandboxEngine();
  const consumer = await startConsumer((_, before) => (before === 1 ? 500 : 200));
  await legacy.rules.create({ type: 'Sync Completed', notifiers: { webhook: consumer.url } });
  const { endpoints } = await sandbox.cutover({});
  const [{ webhook }] = endpoints as [(typeof endpoints)[number]];
  const since = toIso(context.clock.now());
  const ask = async () => ({
    counts: await webhooks.management.deliveryCounts({ since, webhookIds: [webhook.id] }),
    missed: (
      await webhooks.messages.undelivered({
        since,
        endpoints: [{ webhookId: webhook.id, eventTypes: webhook.eventTypes }],
      })
    ).results,
  });
  const publish = async () => {
    const { messageId } = await sandbox.publishExample({ eventType: 'expenses.sync.successful' });
    await scheduler.idle();
    return messageId;
  };
  await publish();
  await publish();
  await webhooks.management.test(webhook.id);
  await scheduler.idle();
  const delivered = { webhookId: webhook.id, succeeded: 1, failed: 0, waiting: 1, retrying: 1, cancelled: 0 };
  expect(await ask()).toEqual({ counts: [delivered], missed: [] });
  await webhooks.management.change(webhook.id, { disabled: true });
  const messageId = await publish();
  const missed = (count: number, id: string) => [
    {
      eventType: 'expenses.sync.successful',
      count,
      webhookId: webhook.id,
      example: { messageId: id, at: since },
    },
  ];
  expect(await ask()).toEqual({ counts: [delivered], missed: missed(1, messageId) });
  await webhooks.endpoints.remove(webhook.id);
  const last = await publish();
  const cancelled = { ...delivered, waiting: 0, retrying: 0, cancelled: 1 };
  expect(await ask()).toEqual({ counts: [cancelled], missed: missed(2, last) });
});
