import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { initial } from '#service/store/migrations/0001-initial.ts';
import { testDeliveries } from '#service/store/migrations/0003-test-deliveries.ts';
import { leases } from '#service/store/migrations/0004-leases.ts';
import { bulkResends } from '#service/store/migrations/0013-bulk-resends.ts';
import { interruptedResends } from '#service/store/migrations/0015-interrupted-resends.ts';
import { bulkResults } from '#service/store/migrations/0016-bulk-results.ts';
import type { ServiceSchema } from '#service/store/schema.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Those that bulk resends rest on. */
const earlier = {
  '0001-initial': initial,
  '0003-test-deliveries': testDeliveries,
  '0004-leases': leases,
  '0013-bulk-resends': bulkResends,
  '0015-interrupted-resends': interruptedResends,
};

const run = async (db: Kysely<ServiceSchema>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const attempt = (seq: number, delivery: number, trigger: string, code: string, error = 'null') =>
  `insert into attempts (seq, delivery_seq, number, trigger, at, duration_ms, status_code, error, request_headers_json)
    values (${seq}, ${delivery}, 1, '${trigger}', 0, 1, ${code}, ${error}, '{}')`;
const item = (bulk: number, delivery: number, state: string, reason = 'null') =>
  `insert into bulk_resend_items values (${bulk}, ${delivery}, ${delivery}, 'msg', 1, '${state}', ${reason}, 10)`;
const bulk = (seq: number) =>
  `insert into bulk_resends (seq, id, created_at, cancelled_at) values (${seq}, 'bulk ${seq}', 0, null)`;

test('results that followed from attempts stand in their rows afterwards', async () => {
  const path = join(temporaryFolder(), 'service.db');
  const options = { path, synchronous: 'NORMAL' } as const;
  const old = await openDatabase<ServiceSchema>(options, earlier);
  await run(old.kysely, [
    bulk(1),
    bulk(2),
    // Before it was queued; interrupted, then delivered.
    attempt(5, 1, 'resend', '500'),
    attempt(11, 1, 'resend', 'null', "'Interrupted'"),
    attempt(12, 1, 'resend', '204'),
    // By the schedule, then failed, then resent by somebody.
    attempt(13, 2, 'scheduled', '200'),
    attempt(14, 2, 'resend', 'null', "'Timeout'"),
    attempt(15, 2, 'resend', '200'),
    item(1, 1, 'queued'),
    item(1, 2, 'queued'),
    item(1, 3, 'queued'),
    item(1, 4, 'refused', "'disabled'"),
    item(2, 5, 'queued'),
    item(2, 6, 'waiting'),
    `insert into extra_attempts (seq, delivery_seq, endpoint_seq, trigger, due_at) values (7, 5, 1, 'resend', 0)`,
  ]);
  await old.close();

  const present = await openDatabase<ServiceSchema>(options, {
    ...earlier,
    '0016-bulk-results': bulkResults,
  });
  const items = await present.kysely
    .selectFrom('bulk_resend_items')
    .select(['position', 'state', 'extra_seq', 'status_code', 'error'])
    .orderBy('position')
    .execute();
  const row = (position: number, state: string, rest: object = {}) => ({
    ...{ position, state, extra_seq: null, status_code: null, error: null },
    ...rest,
  });
  expect(items).toEqual([
    row(1, 'delivered', { status_code: 204 }),
    row(2, 'failed', { error: 'Timeout' }),
    row(3, 'cancelled'),
    row(4, 'refused'),
    row(5, 'queued', { extra_seq: 7 }),
    row(6, 'waiting'),
  ]);
  const [ended, running] = await present.kysely
    .selectFrom('bulk_resends')
    .select('result_json')
    .orderBy('seq')
    .execute();
  expect(JSON.parse(ended?.result_json ?? '')).toEqual({
    counts: { delivered: 1, failed: 1, cancelled: 1, refused: 1 },
    refused: [[1, 'disabled', 1]],
  });
  expect(running).toEqual({ result_json: null });
  await present.close();
});
