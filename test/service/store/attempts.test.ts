import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import {
  type EndedAttempt,
  insertAttempts,
  type SentHeaders,
  selectAttempt,
  selectAttemptsOf,
} from '#service/store/attempts.ts';
import { createHeaderSets, deleteUnusedSets } from '#service/store/header-sets.ts';
import { type TestContext, testContext } from '#test/support/service-context.ts';
import { numberedFrom } from '#test/support/test-store.ts';

const texts = ['', ',"authorization":"Bear••••"', ',"x-a":"•••• \\" é"', ',"x-long":'.padEnd(5000, 'x')];
const sentHeaders: fc.Arbitrary<SentHeaders> = fc.record({
  timestamp: fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
  signature: fc.constantFrom('v1,abc=', 'v1,abc= v1,def='),
  onVirtualClock: fc.boolean(),
  customJson: fc.constantFrom(...texts),
});
const responses = [
  null,
  '{}',
  '{"date":"now"}',
  '{"date":"then","set-cookie":["a","b"]}',
  '"'.padEnd(5000, 'y'),
];

const messageId = 'msg_1';
const ended = fc.record({
  at: fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
  sent: fc.option(sentHeaders, { nil: undefined }),
  response_headers_json: fc.constantFrom(...responses),
  response_body: fc.constantFrom(null, Buffer.from('{}')),
});
type Ended = typeof ended extends fc.Arbitrary<infer T> ? T : never;

/** What happens in turn: a batch, one that comes to nothing, a process after it that knows nothing of the one before. */
type Event =
  | { readonly kind: 'write' | 'rollback' | 'old'; readonly batch: Ended[] }
  | { readonly kind: 'restart' };
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('write' as const, 'write' as const, 'rollback' as const, 'old' as const),
      batch: fc.array(ended, { maxLength: 8 }),
    }),
    fc.constant({ kind: 'restart' as const }),
  ),
  { maxLength: 12 },
);

/** The text of headers as versions before this one wrote it. */
const whole = ({ sent, at }: Ended): string =>
  sent === undefined
    ? '{}'
    : `{"content-type":"application/json","webhook-id":"${messageId}","webhook-timestamp":"${sent.timestamp}","webhook-signature":"${sent.signature}"${
        sent.onVirtualClock ? `,"x-sandbox-time":"${toIso(at)}"` : ''
      }${sent.customJson}}`;

const rowOf = (one: Ended, number: number): EndedAttempt => ({
  ...one,
  messageId,
  delivery_seq: 1,
  number,
  trigger: 'scheduled',
  duration_ms: 1.5,
  status_code: 200,
  error: null,
  local_address: '127.0.0.1',
});

const emptied = ({ store }: TestContext): Promise<void> =>
  store.write(async ({ db }) => {
    for (const table of ['header_sets', 'attempts', 'deliveries', 'messages'] as const) {
      await db.deleteFrom(table).execute();
    }
    await sql`insert into messages (seq, id, event_type, company_tags_json, body, created_at, is_test)
      values (1, ${messageId}, 'company.created', '{}', '{}', 1, 0)`.execute(db);
    await sql`insert into deliveries (seq, message_seq, endpoint_seq, status, origin)
      values (1, 1, 1, 'Success', 'scheduled')`.execute(db);
  });

const insertOld = ({ store }: TestContext, one: Ended, number: number): Promise<void> =>
  store.write(async ({ db }) => {
    const { messageId: _id, sent: _sent, ...row } = rowOf(one, number);
    await db
      .insertInto('attempts')
      .values({ ...row, request_headers_json: whole(one) })
      .execute();
  });

test('what was sent and answered is read as it was, whatever is kept once, by this version and those before', async () => {
  const context = await testContext();
  const { store } = context;
  const run = async (all: Event[]) => {
    await emptied(context);
    let sets = createHeaderSets();
    const written: Ended[] = [];
    const steps = {
      old: async (batch: Ended[]) => {
        for (const one of batch) await insertOld(context, one, written.push(one));
      },
      write: async (batch: Ended[]) => {
        const rows = batch.map((one) => rowOf(one, written.push(one)));
        await store.write((tx) => insertAttempts(tx, sets, rows));
      },
      rollback: async (batch: Ended[]) => {
        const rows = batch.map((one) => rowOf(one, 1));
        const writing = store.write(async (tx) => {
          await insertAttempts(tx, sets, rows);
          throw new Error('rolled back');
        });
        await expect(writing).rejects.toThrow('rolled back');
      },
      restart: async () => {
        sets = createHeaderSets();
      },
    };
    for (const event of all) await steps[event.kind]('batch' in event ? event.batch : []);
    const read = await store.read((reader) => selectAttemptsOf(reader, 1));
    const byNumber = read.toSorted((a, b) => a.number - b.number);
    expect(byNumber.map((row) => row.request_headers_json)).toEqual(written.map(whole));
    expect(byNumber.map((row) => row.response_headers_json)).toEqual(
      written.map((one) => one.response_headers_json),
    );
    expect(byNumber.map((row) => row.response_body?.toString())).toEqual(
      written.map((one) => one.response_body?.toString()),
    );
    for (const row of byNumber.slice(0, 3)) {
      expect(await store.read((reader) => selectAttempt(reader, 1, row.seq))).toEqual(row);
    }
  };
  await fc.assert(fc.asyncProperty(events, run), { numRuns: 100 });
});

test('headers that repeat are kept once, and those that come once stay with their attempt', async () => {
  const context = await testContext();
  await emptied(context);
  const sets = createHeaderSets();
  const sent = { timestamp: 1, signature: 'v1,a', onVirtualClock: false, customJson: texts[1] as string };
  const rows = ['{"same":"1"}', '{"own":"1"}', '{"same":"1"}', '{"own":"2"}', '{"same":"1"}'].map((json, n) =>
    rowOf({ at: n, sent, response_headers_json: json, response_body: null }, n + 1),
  );
  await context.store.write((tx) => insertAttempts(tx, sets, rows));
  const { kept, inline } = await context.store.read(async ({ db }) => ({
    kept: await db.selectFrom('header_sets').select('headers_json').execute(),
    inline: await db
      .selectFrom('attempts')
      .select(['request_headers_json', 'response_headers_json'])
      .orderBy('number')
      .execute(),
  }));
  expect(kept.map(({ headers_json }) => headers_json)).toEqual([texts[1], '{"same":"1"}']);
  expect(inline.map((row) => row.response_headers_json)).toEqual([
    '{"same":"1"}',
    '{"own":"1"}',
    null,
    '{"own":"2"}',
    null,
  ]);
  expect(inline.slice(1).every((row) => row.request_headers_json === '')).toBe(true);
});

test('a row that no attempt can use any more is deleted, and used for none that comes', async () => {
  const context = await testContext();
  await emptied(context);
  const { store } = context;
  const sets = createHeaderSets();
  let number = 0;
  const one = { at: 1, sent: undefined, response_headers_json: '{"same":"1"}', response_body: null };
  const write = () =>
    store.write((tx) => insertAttempts(tx, sets, [rowOf(one, ++number), rowOf(one, ++number)]));
  const rowsFrom = () =>
    store.write(async (tx) => {
      await deleteUnusedSets(tx);
      const kept = await tx.db.selectFrom('header_sets').select('first_attempt_seq').execute();
      return kept.map((row) => row.first_attempt_seq);
    });
  await write();
  expect(await rowsFrom()).toEqual([1]);
  // Attempts that used the row are still there: it stays, though those that come use another one.
  await store.write(({ db }) => sql`update attempts set seq = 150000 where seq = 2`.execute(db));
  await numberedFrom(store, 'attempts', 150_000);
  await write();
  expect(await rowsFrom()).toEqual([1, 150_001]);
  await store.write(({ db }) => db.deleteFrom('attempts').where('seq', '<=', 150_000).execute());
  expect(await rowsFrom()).toEqual([150_001]);
  await write();
  expect(await rowsFrom()).toEqual([150_001]);
  // Nothing is known of attempts that come, as there is none: they may be numbered from 1 again.
  await store.write(({ db }) => db.deleteFrom('attempts').execute());
  expect(await rowsFrom()).toEqual([150_001]);
  await write();
  const read = await store.read((reader) => selectAttemptsOf(reader, 1));
  expect(read.map((row) => row.response_headers_json)).toEqual(['{"same":"1"}', '{"same":"1"}']);
});
