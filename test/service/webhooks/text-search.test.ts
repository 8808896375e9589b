import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { markMatches, parseSearch, searchedText, textMatcher } from '#contract/search-text.ts';
import { matchesAmong } from '#service/store/log-search.ts';
import { insertMessage } from '#service/store/messages.ts';
import { emptySandbox } from '#service/store/reset.ts';
import { deleteOldMessages } from '#service/store/retention.ts';
import type { Store } from '#service/store/store.ts';
import { type DeliveryEngine, startDeliveryEngine, textIndexOf } from '#test/support/delivery-engine.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testOnFile } from '#test/support/test-store.ts';

const day = 86_400_000;

const insert = (store: Store, bodies: readonly string[], at: number, first = 0): Promise<void> =>
  store.write(async (tx) => {
    for (const [n, body] of bodies.entries()) {
      await insertMessage(tx, {
        id: `msg_${first + n}_${at}`,
        event_type: 'company.created',
        company_id: null,
        company_tags_json: '{}',
        body,
        created_at: at + n,
        is_test: 0,
      });
    }
  });

describe('words of a payload', () => {
  const matches = (asked: string, body: string): boolean =>
    textMatcher(parseSearch(asked))(searchedText(body));

  test('are found as people expect', () => {
    const body = JSON.stringify({
      id: '7c1e40d2-95ab-4f0e-8d33-0b6a51f2e9c4',
      name: 'Crème Brûlée "Süd" & Söhne',
      email: 'jo.bloggs@accounts.example',
      status: 'sync_failed',
      recordsModified: true,
      total: 1299.5,
      note: 'first line\nsecond line',
      old: 'caf\\u00e9',
    });
    for (const asked of [
      ...['creme', 'CRÈME', 'brul', '"creme brulee"', 'sud sohne', 'jo.bloggs@accounts.example', 'accounts'],
      ...['sync_failed', 'failed', 'recordsModified', 'recordsmodified', 'modified', '1299.5', '1299'],
      ...['7c1e40d2-95ab-4f0e-8d33-0b6a51f2e9c4', '95ab-4f0e', 'second', '"line second"', 'sohne total'],
    ]) {
      expect([asked, matches(asked, body)]).toEqual([asked, true]);
    }
    for (const asked of ['reme', '"creme brul"', '"second first"', 'nsecond', 'odified', 'creme absent']) {
      expect([asked, matches(asked, body)]).toEqual([asked, false]);
    }
    expect(parseSearch(' "" -- ( ')).toEqual([]);
  });

  test('are found in a text of one word of megabytes, in one pass', () => {
    const long = 'y'.repeat(2_000_000);
    expect(matches('failed done', `{"a":"${long} syncFailed ${long}Done"}`)).toBe(true);
    expect(matches('failed done', `{"a":"${long} syncFailed ${long}done"}`)).toBe(false);
  });

  test('are marked where they stand, and nothing of the text is lost', () => {
    expect(markMatches('Port Härbour & Harbourlight', parseSearch('harbour'))).toEqual([
      { text: 'Port ', isMatch: false },
      { text: 'Härbour', isMatch: true },
      { text: ' & ', isMatch: false },
      { text: 'Harbour', isMatch: true },
      { text: 'light', isMatch: false },
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, asked) => {
        const parts = markMatches(text, parseSearch(asked));
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }),
    );
  });
});

/** Words with accents, joined as people join them. */
const word = fc.constantFrom(
  'harbour',
  'Harbourlight',
  'crème',
  'creme',
  'failed',
  'syncFailed',
  'ha',
  'x',
  '42',
);
const joint = fc.constantFrom(' ', '_', '-', '@', '.', '", "', '\n');
const phrase = fc
  .array(fc.tuple(word, joint), { minLength: 1, maxLength: 5 })
  .map((pairs) => pairs.map(([one, then]) => one + then).join(''));

test('the index finds what reading every message finds, whatever is asked', async () => {
  const { context, webhooks } = await startDeliveryEngine();
  const bodies = fc.sample(phrase, { numRuns: 400, seed: 7 }).map((text) => JSON.stringify({ text }));
  await insert(context.store, bodies, context.clock.now());
  // A server may still be indexing when its first page is answered.
  const behind = async () => (await webhooks.messages.list({ text: 'harbour', limit: 1 })).behind;
  await expect.poll(behind).toBe(0);
  const asked = fc.oneof(
    phrase,
    phrase.map((text) => `"${text.replaceAll('"', '')}"`),
    fc.string(),
    fc.constantFrom('a" OR b', 'NEAR(a b)', '*', '^x', 'a AND (', "'; drop table messages; --", '{x y} : z'),
  );
  await fc.assert(
    fc.asyncProperty(asked, async (text) => {
      const search = parseSearch(text);
      fc.pre(search.length > 0 && text.length <= 200);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await webhooks.messages.list({ text, limit: 60, ...(cursor ? { cursor } : {}) });
        expect(page.behind).toBe(0);
        found.push(...page.results.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      const matches = textMatcher(search);
      const wanted = bodies.flatMap((body, n) => (matches(searchedText(body)) ? [n] : [])).reverse();
      expect(found.map((id) => Number(id.split('_')[1]))).toEqual(wanted);
    }),
    { numRuns: 80 },
  );
  await expect(webhooks.messages.list({ text: '--' })).rejects.toMatchObject({ code: 'request.invalid' });
});

/** All that the index holds: its files, or its rows on a server. */
const indexedIn = async ({ context: { store } }: Pick<DeliveryEngine, 'context'>): Promise<string> => {
  if (store.file === undefined) {
    const { rows } = await store.read(({ db }) =>
      sql<{ text: string }>`select words::text as text from message_words`.execute(db),
    );
    return rows.map(({ text }) => text).join('\n');
  }
  const folder = dirname(store.file.path);
  return readdirSync(folder)
    .filter((name) => name.startsWith('search.db'))
    .map((name) => readFileSync(join(folder, name)).toString('latin1'))
    .join('\n');
};

const openIndex = async (folder = temporaryFolder()) => {
  const engine = await startDeliveryEngine({ folder });
  const { store } = engine.context;
  const index = textIndexOf({ store, log: silentLog() });
  const find = async (text: string): Promise<string[]> => {
    const { seqs } = await index.find(parseSearch(text), 0, 1e12, 100);
    const messages = await store.read((reader) => matchesAmong(reader, {}, seqs));
    return messages.map(({ body }) => body);
  };
  return { ...engine, index, find, indexed: () => indexedIn(engine) };
};

test('words of removed messages are nowhere in the index, those of the others are found', async () => {
  const { context, index, find, indexed } = await openIndex();
  const { store, clock } = context;
  await insert(store, ['{"a":"zanzibar"}', '{"a":"timbuktu"}'], clock.now() - 40 * day);
  await insert(store, ['{"a":"kilimanjaro"}'], clock.now(), 2);
  expect(await find('zanzibar')).toEqual(['{"a":"zanzibar"}']);
  expect(await indexed()).toContain('zanzibar');
  await store.write((tx) =>
    deleteOldMessages(tx, { before: clock.now() - 30 * day, after: undefined, limit: 100 }),
  );
  await vi.waitFor(async () => expect(await indexed()).not.toMatch(/zanzibar|timbuktu/), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await find('kilimanjaro')).toHaveLength(1), { timeout: 20_000 });
  expect(await index.state()).toEqual({ stored: 1, behind: 0 });
});

test('after a reset nothing is left, and what comes then is found by its own words alone', async () => {
  const { context, index, find, indexed } = await openIndex();
  const { store, clock } = context;
  await insert(store, ['{"a":"zanzibar"}', '{"a":"timbuktu"}'], clock.now());
  expect(await find('zanzibar')).toHaveLength(1);
  await store.write((tx) => emptySandbox(tx));
  await index.clear();
  expect(await indexed()).not.toMatch(/zanzibar|timbuktu/);
  await insert(store, ['{"a":"kilimanjaro"}'], clock.now() + 1);
  expect(await find('kilimanjaro')).toEqual(['{"a":"kilimanjaro"}']);
  expect(await find('zanzibar')).toEqual([]);
});

testOnFile('an index of another database is made again', async () => {
  const folder = temporaryFolder();
  const first = await openIndex(folder);
  await insert(first.context.store, ['{"a":"zanzibar"}'], first.context.clock.now());
  expect(await first.find('zanzibar')).toHaveLength(1);
  await first.index.stop();
  // As after a restored backup: the same number is another message, and nothing was noted.
  await first.context.store.write(async ({ db }) => {
    await db.deleteFrom('messages').execute();
  });
  await insert(first.context.store, ['{"a":"kilimanjaro"}'], first.context.clock.now() + 5);
  const index = textIndexOf({ store: first.context.store, log: silentLog() });
  const found = await index.find(parseSearch('kilimanjaro'), 0, 1e12, 10);
  expect(found).toMatchObject({ seqs: [1], behind: 0 });
  expect((await index.find(parseSearch('zanzibar'), 0, 1e12, 10)).seqs).toEqual([]);
});
