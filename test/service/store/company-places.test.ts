import { join } from 'node:path';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { listCompanies, seqOf } from '#service/store/companies.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { initial } from '#service/store/migrations/0001-initial.ts';
import { emptySandbox } from '#service/store/reset.ts';
import type { ServiceSchema } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { runs } from '#test/support/runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const pages = { company: '', portal: '' } as never;

const insert = (db: Kysely<ServiceSchema>, count: number) =>
  sql`with recursive n(i) as (select 1 where ${count} > 0 union all select i + 1 from n where i < ${count})
    insert into companies (id, name, tags_json, created_at, created_by)
    select hex(randomblob(16)), 'Bright Bakery', '{}', 0, 'test' from n`.execute(db);

/** Deletes each company whose `seq`, taken by `every`, leaves no rest, of a range. */
const remove = (db: Kysely<ServiceSchema>, from: number, count: number, every: number) =>
  sql`delete from companies where seq >= ${from} and seq < ${from + count} and seq % ${every} = 0`.execute(
    db,
  );

/** All pages of a size, or some of them spread over the list and past its end, as the table itself gives them. */
const expectPages = (store: Store, pageSize: number) =>
  store.read(async (reader) => {
    const rows = await reader.db.selectFrom('companies').select('seq').orderBy('seq').execute();
    const seqs = rows.map(({ seq }) => seq);
    const last = Math.ceil(seqs.length / pageSize);
    const step = Math.max(1, Math.floor(last / 7));
    for (let page = 1; page <= last + 1 + step; page += step) {
      const { results, totalResults } = await listCompanies(reader, { page, pageSize }, pages);
      expect(totalResults).toBe(seqs.length);
      expect(results.map(seqOf)).toEqual(seqs.slice((page - 1) * pageSize, page * pageSize));
    }
  });

const step = fc.oneof(
  fc.record({ what: fc.constant('insert' as const), count: fc.constantFrom(0, 1, 500, 2048, 5000) }),
  fc.record({
    what: fc.constant('remove' as const),
    from: fc.constantFrom(0, 1, 2000, 2048, 6000, 9000),
    count: fc.constantFrom(1, 60, 2048, 6000),
    every: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ what: fc.constant('reset' as const) }),
);

test('every page is that of the whole list, whatever was inserted, removed, undone or reset', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.boolean()), { minLength: 2, maxLength: 8 }),
      fc.constantFrom(1, 7, 100, 2048, 5000),
      async (steps, pageSize) => {
        const store = await openFileStore(join(temporaryFolder(), 'service.db'));
        await store.write(({ db }) => insert(db, 9000));
        for (const [one, isUndone] of steps) {
          await store
            .write(async (tx) => {
              if (one.what === 'insert') await insert(tx.db, one.count);
              else if (one.what === 'remove') await remove(tx.db, one.from, one.count, one.every);
              else await emptySandbox(tx);
              if (isUndone) throw new Error('undone');
            })
            .catch((error: Error) => expect(error.message).toBe('undone'));
          await expectPages(store, pageSize);
        }
        await store.close();
      },
    ),
    { numRuns: runs(10) },
  );
}, 60_000);

test('a data folder of an earlier version is paged in the same way, also while companies are added', async () => {
  for (const count of [0, 2047, 2048, 7000]) {
    const path = join(temporaryFolder(), 'service.db');
    const old = await openDatabase<ServiceSchema>(
      { path, synchronous: 'NORMAL' },
      { '0001-initial': initial },
    );
    await insert(old.kysely, count);
    await remove(old.kysely, 1, 3000, 2);
    await remove(old.kysely, 6900, 500, 1);
    await old.close();
    const store = await openFileStore(path);
    await expectPages(store, 100);
    await store.write(({ db }) => insert(db, 3000));
    await expectPages(store, 100);
    await store.close();
  }
});
