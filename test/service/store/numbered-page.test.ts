import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PageQuery } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type ListOptions, numberedPage } from '#service/store/numbered-page.ts';
import type { Store } from '#service/store/store.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { runs } from '#test/support/runs.ts';
import { openTestStore } from '#test/support/test-store.ts';

const listOptions = (page: PageQuery): ListOptions => ({
  page,
  fields: {
    id: { sql: sql.ref('companies.id'), type: 'text' },
    name: { sql: sql.ref('companies.name'), type: 'text' },
    description: { sql: sql.ref('companies.description'), type: 'text' },
    created: { sql: sql.ref('companies.created_at'), type: 'date' },
    lastSync: { sql: sql.ref('companies.last_sync_at'), type: 'date' },
    hasSynced: { sql: sql`companies.last_sync_at is not null`, type: 'boolean' },
    seq: { sql: sql.ref('companies.seq'), type: 'number' },
  },
  tags: sql.ref('companies.tags_json'),
  seq: sql.ref('companies.seq'),
});

const list = (store: Store, page: PageQuery) =>
  store.read((reader) =>
    numberedPage(reader, reader.db.selectFrom('companies').select(['id', 'name']), listOptions(page)),
  );

const day = (text: string) => Date.parse(text);

interface Given {
  name: string;
  description?: string;
  created?: number;
  lastSync?: number;
  tags?: object;
}

const storeWith = async (...companies: Given[]): Promise<Store> => {
  const store = await openTestStore();
  await add(store, companies);
  return store;
};

const add = (store: Store, companies: Given[]) =>
  store.write(async ({ db }) => {
    for (const { name, description, created, lastSync, tags } of companies) {
      await db
        .insertInto('companies')
        .values({
          id: crypto.randomUUID(),
          name,
          description: description ?? null,
          tags_json: JSON.stringify(tags ?? {}),
          created_at: created ?? 0,
          created_by: 'test',
          last_sync_at: lastSync ?? null,
        })
        .execute();
    }
  });

const someCompanies: Given[] = [
  { name: 'École Bleue', created: day('2026-01-01T00:00:00Z'), tags: { region: 'EU', 'a"b': 'Q' } },
  { name: 'acme', description: 'Tools', created: day('2026-01-02T09:30:00Z'), tags: { region: 'us' } },
  { name: 'Zeta', description: '100% && more', created: day('2026-01-03T00:00:00Z'), lastSync: 5 },
];

test.each([
  ['name=ACME', ['acme']],
  ['name=école bleue', ['École Bleue']],
  ['name!=acme', ['École Bleue', 'Zeta']],
  ['description!=tools', ['École Bleue', 'Zeta']],
  ['description=""', ['École Bleue']],
  ['description~0%', ['Zeta']],
  ['description~"&& MORE"', ['Zeta']],
  ['name~_', []],
  ['name>b', ['École Bleue', 'Zeta']],
  ['tags.region=eu', ['École Bleue']],
  ['tags.region~u', ['École Bleue', 'acme']],
  ['tags."a\\"b"=q', ['École Bleue']],
  ['tags.none=x', []],
  ['created>2026-01-02', ['acme', 'Zeta']],
  ['created=2026-01-02T11:30:00+02:00', ['acme']],
  ['created<2026-01-02T09:30', ['École Bleue']],
  ['lastSync!=2026-01-01', ['École Bleue', 'acme', 'Zeta']],
  ['lastSync<2026-01-01', ['Zeta']],
  ['hasSynced=true', ['Zeta']],
  ['hasSynced!=TRUE', ['École Bleue', 'acme']],
  ['seq>1', ['acme', 'Zeta']],
  ['seq=1||seq=2&&name=x', ['École Bleue']],
  ['seq=1 || name~a && name!=acme', ['École Bleue', 'Zeta']],
])('query %s', async (query, names) => {
  const store = await storeWith(...someCompanies);
  const { results, totalResults } = await list(store, { query });
  expect(results.map((row) => row.name)).toEqual(names);
  expect(totalResults).toBe(names.length);
});

test.each([
  ['nmae=x', 'position 1: there is no field "nmae"; the fields are id, name, description, created'],
  ['toString=x', 'there is no field "toString"'],
  ['name=x && created=monday', 'position 19: "created" needs a date in ISO 8601'],
  ['created=2026-02-30', 'needs a date'],
  ['created~2026', '~ works on text only, and "created" is a date'],
  ['hasSynced=yes', '"hasSynced" needs true or false'],
  ['hasSynced>true', "can't be compared with >"],
  ['seq=one', '"seq" needs a number'],
])('query %s is refused', async (query, problem) => {
  const store = await storeWith();
  await expect(list(store, { query })).rejects.toThrow(problem);
});

test.each([
  ['name', ['acme', 'Zeta', 'École Bleue']],
  ['-name', ['École Bleue', 'Zeta', 'acme']],
  ['-created', ['Zeta', 'acme', 'École Bleue']],
  ['tags.region', ['Zeta', 'École Bleue', 'acme']],
  ['-hasSynced', ['Zeta', 'acme', 'École Bleue']],
])('orderBy %s, ties by creation', async (orderBy, names) => {
  const store = await storeWith(...someCompanies);
  const { results } = await list(store, { orderBy });
  expect(results.map((row) => row.name)).toEqual(names);
});

test.each([
  [{ page: 0 }, 'page must be a whole number from 1'],
  [{ page: 1e300 }, 'page must be a whole number from 1'],
  [{ pageSize: 5001 }, 'pageSize must be a whole number from 1 to 5000'],
  [{ pageSize: 1.5 }, 'pageSize must be'],
  [{ orderBy: '-tag' }, 'orderBy names "tag", which is not a field'],
])('%j is refused', async (page, problem) => {
  const store = await storeWith();
  await expect(list(store, page)).rejects.toThrow(problem);
});

test('the total counts every page', async () => {
  const store = await storeWith(...Array.from({ length: 7 }, (_, i) => ({ name: `n${i}` })));
  for (const page of [1, 2, 3, 4, 9]) {
    expect(await list(store, { page, pageSize: 3 })).toMatchObject({ totalResults: 7 });
  }
  expect(await list(store, { page: 9, pageSize: 3, query: 'name~n' })).toEqual({
    results: [],
    totalResults: 7,
  });
});

test('pages in the order of creation meet every row exactly once while rows are added', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 }),
      async (before, pageSize, added) => {
        const store = await storeWith(...Array.from({ length: before }, (_, i) => ({ name: `n${i}` })));
        const met: string[] = [];
        let count = before;
        for (let page = 1; ; page++) {
          const { results } = await list(store, { page, pageSize });
          met.push(...results.map((row) => row.name));
          const more = added.shift() ?? 0;
          // A page that is not full is the end; whoever goes on reads it again later.
          if (results.length < pageSize) break;
          await add(
            store,
            Array.from({ length: more }, () => ({ name: `n${count++}` })),
          );
        }
        expect(new Set(met).size).toBe(met.length);
        expect(met).toEqual(Array.from({ length: met.length }, (_, i) => `n${i}`));
        expect(met.length).toBe(count);
        await store.close();
      },
    ),
    { numRuns: runs(25) },
  );
});

test('no query throws anything but an error of the catalogue', async () => {
  const store = await storeWith(...someCompanies);
  const word = fc.constantFrom(
    'name',
    'created',
    'hasSynced',
    'seq',
    'tags.region',
    'tags.a"',
    'x',
    '=',
    '!=',
  );
  const more = fc.constantFrom(
    '<',
    '>',
    '~',
    '&&',
    '||',
    '"',
    '\\',
    '%',
    '2026-01-01',
    'true',
    '-1',
    '\u0000',
  );
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.oneof(word, more)).map((all) => all.join('')),
  );
  await fc.assert(
    fc.asyncProperty(text, text, async (query, orderBy) => {
      try {
        await list(store, { query, orderBy });
      } catch (error) {
        expect(error).toBeInstanceOf(CatalogueError);
      }
    }),
    { numRuns: runs(800) },
  );
});
