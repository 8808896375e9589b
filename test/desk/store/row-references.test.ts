import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDeskFile } from '#desk/store/file-store.ts';
import { readRowsByReference, type TokenRowRecord, writeTokenRows } from '#desk/store/token-rows.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const rowOf = (id: number, ref: string | null): TokenRowRecord => ({
  id,
  case_id: `case ${id % 3}`,
  import_id: 'i',
  source: 'list.csv',
  line: id,
  ref,
  name: null,
  description: null,
  platform_key: 'gbol',
  company_id: null,
  connection_id: null,
  fields: '{}',
  mark: null,
  problems: null,
});

/** As SQLite's `nocase`: of letters, only those of ASCII. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const letters = fc.constantFrom('a', 'A', 'b', 'É', 'é', '_', '%', '\\', '*', '漢', '😀', '~');
const text = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

it('finds the rows whose reference begins with a text, in their order, by the index', async () => {
  const path = join(temporaryFolder(), 'desk.db');
  const store = await openDeskFile(path);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 20 }), text, async (refs, start) => {
        const rows = refs.map((ref, at) => rowOf(at + 1, ref));
        const found = await store.write(async (tx) => {
          await tx.db.deleteFrom('token_rows').execute();
          await writeTokenRows(tx, rows);
          return readRowsByReference(tx, { start, limit: 50 });
        });
        const wanted = rows.filter(({ ref }) => ref !== null && folded(ref).startsWith(folded(start)));
        expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(wanted.map(({ id }) => id));
        const order = found.map(({ ref }) => Buffer.from(folded(ref ?? '')));
        expect(order).toEqual(order.toSorted(Buffer.compare));
        expect(Object.keys(found[0] ?? {}).length === 0 || !('fields' in (found[0] ?? {}))).toBe(true);
      }),
      { numRuns: 60 },
    );
  } finally {
    await store.close();
  }
  const database = new Database(path, { readonly: true });
  const plan = database
    .prepare(
      `explain query plan select id from token_rows
       where ref collate nocase >= 'a' and ref collate nocase < 'b' order by ref collate nocase, id`,
    )
    .all() as { detail: string }[];
  database.close();
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('INDEX token_rows_ref (ref>?')]);
});
