import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { insertRows } from '#base/store/bulk.ts';
import { parseSearch, searchedText, textMatcher } from '#contract/search-text.ts';
import { matchesQuery } from '#service/store/search/index-tables.ts';
import { textIndexOnServer } from '#service/store/search/on-server.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { Store } from '#service/store/store.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';

const opened = async (place: Awaited<ReturnType<typeof temporaryPlace>>) => {
  const store = await openServerStore({ ...place, log: silentLog(), dataKey: Buffer.alloc(32) });
  onTestFinished(() => store.close());
  const index = textIndexOnServer({ store, server: store.server as never, log: silentLog() });
  onTestFinished(() => index.stop());
  return { store, index };
};

const messageOf = (body: string, n: number) => ({
  id: `msg_${n}`,
  event_type: 'company.created',
  company_id: null,
  company_tags_json: '{}',
  body,
  created_at: n,
  is_test: 0,
});

const insert = (store: Store, bodies: readonly string[], first = 0): Promise<void> =>
  store.write(({ db }) =>
    insertRows(
      db,
      'messages',
      bodies.map((body, n) => messageOf(body, first + n)),
    ),
  );

const indexedWhole = async ({ index }: Pick<Awaited<ReturnType<typeof opened>>, 'index'>): Promise<void> => {
  // Each search catches up for a moment.
  await expect
    .poll(async () => (await index.find(parseSearch('none'), 0, 1, 1)).behind, { timeout: 60_000 })
    .toBe(0);
};

/** Few words, so that they meet, and any others, with what stands between words and what doesn't. */
const word = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom('a', 'b', 'ab', 'syncFailed', 'Crème', '42', '٣٤', '한국어', '\ue000', '𝒳y'),
  },
  { weight: 8, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(700), `é${'y'.repeat(3000)}`, '각'.repeat(900)) },
);
const joint = fc.constantFrom(' ', '_', '-', '"', "'", '\\', '\n', ':', '*', '&', '', '\u0000', '\ud800');
const text = fc
  .array(fc.tuple(word, joint), { minLength: 1, maxLength: 12 })
  .map((pairs) => pairs.flat().join(''));

test('what is found is what reading each message finds, whatever is in it and is asked', async () => {
  const made = await opened(await temporaryPlace());
  const bodies = fc.sample(text, { numRuns: 200, seed: 11 }).map((one) => JSON.stringify({ one }));
  await insert(made.store, bodies);
  await indexedWhole(made);
  const searched = bodies.map(searchedText);
  const asked = fc.oneof(
    text,
    text.map((one) => `"${one.replaceAll('"', '')}"`),
    fc.constantFrom('a b', '"a b"'),
  );
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const search = parseSearch(one.slice(0, 200));
      fc.pre(search.length > 0);
      const matches = textMatcher(search);
      const wanted = searched.flatMap((each, n) => (matches(each) ? [n + 1] : [])).reverse();
      const { seqs, reached } = await made.index.find(search, 0, 1e12, 1000);
      expect([seqs, reached]).toEqual([wanted, 0]);
    }),
    { numRuns: 100 },
  );
});

test('a message of megabytes is found by every phrase in it, and by all of its words together', async () => {
  const made = await opened(await temporaryPlace());
  // A word that comes thousands of times, and more words and letters than one row can hold.
  const words = Array.from({ length: 120_000 }, (_, n) => (n % 7 === 0 ? 'id' : `word${n}`));
  const body = JSON.stringify({ first: words.join(' '), repeated: 'same '.repeat(3000), last: 'zanzibar' });
  expect(body.length).toBeGreaterThan(1_000_000);
  await insert(made.store, [body, JSON.stringify({ other: words.slice(0, 20).join(' ') })]);
  await indexedWhole(made);
  const find = async (asked: string) => (await made.index.find(parseSearch(asked), 0, 1e12, 10)).seqs;
  for (let at = 30; at < words.length - 20; at += 1000) {
    const phrase = words.slice(at, at + 15).join(' ');
    expect([at, await find(`"${phrase}"`)]).toEqual([at, [1]]);
    expect([at, await find(`"${phrase.replace('id', 'other')}"`)]).toEqual([at, []]);
  }
  expect(await find('word1 word119999 zanzibar "same same same"')).toEqual([1]);
  expect(await find('word1 word119999 kilimanjaro')).toEqual([]);
  expect(await find('word1')).toEqual([2, 1]);
  expect(await find('"same zanzibar"')).toEqual([]);
});

test('a search uses the index of words', async () => {
  const made = await opened(await temporaryPlace());
  const { store } = made;
  await insert(
    store,
    Array.from({ length: 9000 }, (_, n) =>
      JSON.stringify({ id: `x${n}`, name: 'Bright Bakery', n: n % 50, more: 'some words '.repeat(60) }),
    ),
  );
  await indexedWhole(made);
  await store.write(async ({ db }) => {
    await sql`select gin_clean_pending_list('message_words_whole')`.execute(db);
    await sql`analyze message_words`.execute(db);
  });
  for (const asked of ['x8999', '"bright x8999"', 'bakery x12']) {
    const query = matchesQuery(2, { search: parseSearch(asked), from: 0, before: 1e12, limit: 50 });
    const { rows } = await store.read(({ db }) =>
      sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Bitmap Index Scan on message_words_whole');
    expect(plan).toContain('message_words_parts');
    expect(plan).not.toContain('Seq Scan');
  }
});

test('several processes share the work, and none of a message is left out or taken twice', async () => {
  const place = await temporaryPlace();
  const all = [await opened(place), await opened(place), await opened(place)] as const;
  const [first] = all;
  await insert(
    first.store,
    Array.from({ length: 1000 }, (_, n) => JSON.stringify({ n: `x${n}` })),
  );
  await Promise.all(all.map(indexedWhole));
  const { rows } = await first.store.read(({ db }) =>
    sql<{
      count: number;
      different: number;
    }>`select count(*) as count, count(distinct message_seq) as different
      from message_words`.execute(db),
  );
  expect(rows).toEqual([{ count: 1000, different: 1000 }]);
  for (const { index } of all)
    expect((await index.find(parseSearch('x7'), 0, 1e12, 2)).seqs).toEqual([800, 799]);
});

test('a message that is committed after later ones is indexed, too', async () => {
  const place = await temporaryPlace();
  const made = await opened(place);
  const { host, port, user, database, prefix } = place.address;
  const client = new pg.Client({ host, port, user, database, password: place.password as string });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set search_path to "${prefix}_service"`);
  await client.query('begin');
  await client.query(
    `insert into messages (id, event_type, company_tags_json, body, created_at, is_test)
      values ('msg_late', 'company.created', '{}', '{"a":"zanzibar"}', 1, 0)`,
  );
  await insert(made.store, ['{"a":"timbuktu"}']);
  const find = async (asked: string) => made.index.find(parseSearch(asked), 0, 1e12, 10);
  expect(await find('timbuktu')).toMatchObject({ seqs: [2], behind: 0 });
  expect(await find('zanzibar')).toMatchObject({ seqs: [] });
  await insert(made.store, ['{"a":"kilimanjaro"}'], 1);
  expect(await find('kilimanjaro')).toMatchObject({ seqs: [3] });
  await client.query('commit');
  expect(await find('zanzibar')).toMatchObject({ seqs: [1], behind: 0 });
});
