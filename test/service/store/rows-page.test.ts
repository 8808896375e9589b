import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { numberedPage } from '#service/store/numbered-page.ts';
import { pageOfRows } from '#service/store/rows-page.ts';
import { openTestStore } from '#test/support/test-store.ts';

const texts = ['', 'a', 'A', 'b', 'Äb', 'äb', 'ﬀ', '😀', '\uffee', 'ab"c', '10', '9'];
const times = [0, 5, Date.UTC(2026, 0, 15), Date.UTC(2026, 0, 15, 9, 30)];
const row = fc.record({
  name: fc.constantFrom(...texts),
  description: fc.constantFrom(null, ...texts),
  created_at: fc.constantFrom(...times),
  last_sync_at: fc.constantFrom(null, ...times),
});

const condition = fc
  .tuple(
    fc.constantFrom('name', 'description', 'created', 'lastSync', 'hasSynced', 'size', 'other', 'tags.x'),
    fc.constantFrom('=', '!=', '>', '<', '~'),
    fc.constantFrom(
      '""',
      '"a"',
      'B',
      'äB',
      '😀',
      '"ab\\"c"',
      '2026-01-15',
      '2026-01-15T09:30:00Z',
      '1',
      'true',
      'FALSE',
      'x',
    ),
  )
  .map((parts) => parts.join(''));
const query = fc
  .array(fc.array(condition, { minLength: 1, maxLength: 2 }), { maxLength: 3 })
  .map((all) => all.map((each) => each.join(' && ')).join(' || '));
const orderBy = fc.constantFrom(
  undefined,
  '',
  'name',
  '-name',
  'description',
  '-description',
  '-created',
  'lastSync',
  '-lastSync',
  'size',
  'other',
);
const page = fc.record({
  query,
  orderBy,
  page: fc.constantFrom(1, 2, 0),
  pageSize: fc.constantFrom(1, 3, 100),
});

test('rows in memory are filtered, ordered and cut as rows of a table are', async () => {
  const store = await openTestStore();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), page, async (rows, { orderBy: order, ...bounds }) => {
        await store.write(async ({ db }) => {
          await db.deleteFrom('companies').execute();
          for (const [n, values] of rows.entries()) {
            const own = { id: String(n), tags_json: '{}', created_by: 'test', ...values };
            await db.insertInto('companies').values(own).execute();
          }
        });
        const wanted = { ...bounds, ...(order === undefined ? {} : { orderBy: order }) };
        const inTable = await store
          .read((reader) =>
            numberedPage(reader, reader.db.selectFrom('companies').select('id'), {
              page: wanted,
              fields: {
                name: { sql: sql.ref('name'), type: 'text' },
                description: { sql: sql.ref('description'), type: 'text' },
                created: { sql: sql.ref('created_at'), type: 'date' },
                lastSync: { sql: sql.ref('last_sync_at'), type: 'date' },
                hasSynced: { sql: sql`(last_sync_at is not null)`, type: 'boolean' },
                size: { sql: sql`cast(id as integer)`, type: 'number' },
              },
              seq: sql.ref('companies.seq'),
            }),
          )
          .catch(refusal);
        const all = rows.map((values, n) => ({ id: String(n), ...values }));
        expect(await inMemory(all, wanted)).toEqual(inTable);
      }),
      { numRuns: 400 },
    );
  } finally {
    await store.close();
  }
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T & { id: string } : never;

const inMemory = async (rows: readonly Row[], wanted: Parameters<typeof pageOfRows>[1]) => {
  try {
    const { results, totalResults } = pageOfRows(rows, wanted, {
      name: { type: 'text', of: (one) => one.name },
      description: { type: 'text', of: (one) => one.description },
      created: { type: 'date', of: (one) => one.created_at },
      lastSync: { type: 'date', of: (one) => one.last_sync_at },
      hasSynced: { type: 'boolean', of: (one) => Number(one.last_sync_at !== null) },
      size: { type: 'number', of: (one) => Number(one.id) },
    });
    return { results: results.map(({ id }) => ({ id })), totalResults };
  } catch (error) {
    return refusal(error);
  }
};

const refusal = (error: unknown): unknown => {
  expect(error).toBeInstanceOf(CatalogueError);
  const { code, message } = error as CatalogueError;
  // Only a table's list may have tags.
  return { code, message };
};
