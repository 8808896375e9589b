import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deletionsOf, keptMessagesQuery, oldMessagesQuery } from '#service/store/retention.ts';
import { createRetention } from '#service/webhooks/retention.ts';
import { type TestContext, testContext } from '#test/support/service-context.ts';
import { testOnFile } from '#test/support/test-store.ts';

const dayMs = 86_400_000;

interface Delivery {
  readonly status: string;
  /** An attempt beside the schedule waits or is under way. */
  readonly extra: boolean;
}
interface Made {
  /** Days before now; several are of the same instant. */
  readonly daysAgo: number;
  readonly deliveries: readonly Delivery[];
}

const made: fc.Arbitrary<Made[]> = fc.array(
  fc.record({
    daysAgo: fc.integer({ min: 0, max: 6 }),
    deliveries: fc.array(
      fc.record({
        status: fc.constantFrom('Success', 'Success', 'Failed', 'Cancelled', 'Sending', 'Attempting'),
        extra: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 60 },
);

const fill = ({ store }: TestContext, rows: readonly Made[], now: number): Promise<void> =>
  store.write(async ({ db }) => {
    for (const table of ['facts', 'extra_attempts', 'attempts', 'deliveries', 'messages'] as const) {
      await db.deleteFrom(table).execute();
    }
    let delivery = 0;
    for (const [n, { daysAgo, deliveries }] of rows.entries()) {
      await sql`insert into messages (seq, id, event_type, company_tags_json, body, created_at, is_test)
        values (${n + 1}, ${`msg_${n}`}, 'company.created', '{}', '{}', ${now - daysAgo * dayMs}, 0)`.execute(
        db,
      );
      for (const [index, { status, extra }] of deliveries.entries()) {
        delivery++;
        await sql`insert into deliveries (seq, message_seq, endpoint_seq, status, origin)
          values (${delivery}, ${n + 1}, ${index + 1}, ${status}, 'scheduled')`.execute(db);
        await sql`insert into attempts (delivery_seq, number, trigger, at, duration_ms, request_headers_json)
          values (${delivery}, 1, 'scheduled', ${now}, 1, '{}')`.execute(db);
        if (!extra) continue;
        await sql`insert into extra_attempts (delivery_seq, endpoint_seq, trigger, due_at)
          values (${delivery}, ${index + 1}, 'resend', ${now})`.execute(db);
      }
    }
  });

const left = ({ store }: TestContext) =>
  store.read(async ({ db }) => ({
    messages: (await db.selectFrom('messages').select('seq').orderBy('seq').execute()).map(({ seq }) => seq),
    deliveries: (await db.selectFrom('deliveries').select('message_seq').orderBy('seq').execute()).map(
      ({ message_seq }) => message_seq,
    ),
    attempts: (await db.selectFrom('attempts').select('delivery_seq').execute()).length,
  }));

test('whatever is old goes with all that belongs to it, and what waits stays, in steps of any size', async () => {
  const context = await testContext();
  const now = context.clock.now();
  const keptDays = 3;
  const run = async (rows: Made[], limit: number) => {
    await fill(context, rows, now);
    const retention = createRetention(context, async () => keptDays);
    for (let steps = 0; steps < 500; steps++) {
      const due = await context.store.read((reader) => retention.nextDueAt(reader));
      if (due === undefined || due > now) break;
      await context.store.write((tx) => retention.runDue(tx, now, limit));
    }
    const waits = ({ status, extra }: Delivery) => status === 'Sending' || status === 'Attempting' || extra;
    const kept = rows
      .map((row, n) => ({ ...row, seq: n + 1 }))
      .filter(({ daysAgo, deliveries }) => daysAgo <= keptDays || deliveries.some(waits));
    expect(await left(context)).toEqual({
      messages: kept.map(({ seq }) => seq),
      deliveries: kept.flatMap(({ seq, deliveries }) => deliveries.map(() => seq)),
      attempts: kept.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
    });
  };
  await fc.assert(fc.asyncProperty(made, fc.integer({ min: 1, max: 40 }), run), { numRuns: 60 });
});

testOnFile('no step scans a table', async () => {
  const { store } = await testContext();
  const step = { before: 9, after: { createdAt: 1, seq: 1 }, limit: 10 };
  const queries = [oldMessagesQuery(step), keptMessagesQuery('[1]'), ...deletionsOf('[1]')];
  for (const query of queries) {
    const { rows } = await store.read(({ db }) =>
      sql<{ detail: string }>`explain query plan ${query}`.execute(db),
    );
    for (const { detail } of rows) {
      expect(detail).not.toMatch(/^SCAN (messages|deliveries|attempts|extra_attempts)\b/);
    }
    expect(rows.length).toBeGreaterThan(0);
  }
});
