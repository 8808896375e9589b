import { sql } from 'kysely';
import { insertRows, runBulk } from '#base/store/bulk.ts';
import { asItWas } from '#base/store/postgres/texts.ts';
import { statementsOf } from '#base/store/statements.ts';
import type { Reader, Tx } from './reader.ts';
import type { CountRow, RowChanges } from './row-seals.ts';
import type { SealedColumn } from './row-tag.ts';
import { type SealedTable, sealedTableNames, sealedTables } from './sealed-tables.ts';

/**
 * Triggers of the schema say which rows come and go in a unit of work that has a name; whoever writes by another way has
 * none. Before its commit they are read, counted and forgotten.
 */
export const rowChangesOnServer = (
  allColumns: ReadonlyMap<SealedTable, readonly SealedColumn[]>,
): RowChanges => {
  const columns = (table: SealedTable): readonly SealedColumn[] => allColumns.get(table) ?? [];

  const countNoted = async (tx: Tx, noted: readonly Noted[], count: CountRow): Promise<void> => {
    const tags = new Map<string, Tagged>();
    for (const { tbl, sign, said } of noted) {
      const row = JSON.parse(said.toString('utf8'), (_, value: unknown) =>
        typeof value === 'string' ? asItWas(value) : value,
      ) as Record<string, unknown>;
      const { tag } = count(
        tbl,
        columns(tbl).map(({ name }) => row[name]),
        sign,
      );
      const row_key = sealedTables[tbl].map((column) => String(row[column])).join(' ');
      tags.set(`${tbl} ${row_key}`, { tbl, row_key, tag: sign === 1 ? tag : undefined });
    }
    await writeTags(tx, [...tags.values()]);
  };

  return {
    columns,
    async countRest(tx, count) {
      for (let isOver = false; !isOver; ) {
        const noted = await takeNoted(tx);
        await countNoted(tx, noted, count);
        isOver = noted.length < notedAtOnce;
      }
    },
    async retag(tx, table, count) {
      await tx.db.deleteFrom('row_tags').where('tbl', '=', table).execute();
      const names = columns(table);
      const rows = statementsOf(tx.db).stream<Record<string, unknown>>(
        `select * from ${table}`,
        table === 'attachments' ? 1 : notedAtOnce,
      );
      let tagged: Tagged[] = [];
      for await (const row of rows) {
        const { tag } = count(
          table,
          names.map(({ name }) => row[name]),
          1,
        );
        const row_key = sealedTables[table].map((column) => String(row[column])).join(' ');
        tagged.push({ tbl: table, row_key, tag });
        if (tagged.length < notedAtOnce) continue;
        await writeTags(tx, tagged);
        tagged = [];
      }
      await writeTags(tx, tagged);
    },
  };
};

/** Names the unit of work; only who knows the name could note changes in it. */
export const nameUnit = ({ db }: Tx, name: string): Promise<unknown> =>
  // As a value: texts of statements show in the server's statistics.
  Promise.resolve(statementsOf(db).run(`select set_config('carryover.unit', $1, true)`, [name]));

/** What its rows are made of now. */
export const readSealedColumns = async (
  reader: Reader,
): Promise<ReadonlyMap<SealedTable, readonly SealedColumn[]>> => {
  const { db } = reader;
  const { rows } = await sql<{ table: SealedTable; name: string; unset: string | null }>`
    select c.relname as "table", a.attname as name, pg_get_expr(d.adbin, d.adrelid) as unset
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(db);
  const columns = new Map<SealedTable, SealedColumn[]>();
  for (const { table, name, unset } of rows) {
    if (!sealedTableNames.includes(table)) continue;
    const column = { name, unset: unset === null ? null : await defaultOf(reader, unset) };
    columns.set(table, [...(columns.get(table) ?? []), column]);
  }
  return columns;
};

const defaultOf = async ({ db }: Reader, expression: string): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db);
  return rows[0]?.value ?? null;
};

interface Noted {
  readonly seq: number;
  readonly tbl: SealedTable;
  readonly sign: 1 | -1;
  readonly said: Buffer;
}

const notedAtOnce = 2000;

/** Some of what was noted in the unit of work, in its order. */
const takeNoted = async ({ db }: Tx): Promise<Noted[]> => {
  const { rows } = await sql<Noted>`
    with taken as (
      delete from row_changes where unit = current_setting('carryover.unit', true) and seq in (
        select seq from row_changes where unit = current_setting('carryover.unit', true)
        order by seq limit ${notedAtOnce})
      returning seq, tbl, sign, convert_to(said, 'UTF8') as said)
    select * from taken order by seq`.execute(db);
  return rows;
};

interface Tagged {
  readonly tbl: SealedTable;
  readonly row_key: string;
  /** Left out: the row is gone. */
  readonly tag: Buffer | undefined;
}

const writeTags = async ({ db }: Tx, tagged: readonly Tagged[]): Promise<void> => {
  const gone = tagged.filter(({ tag }) => tag === undefined);
  const there = tagged.flatMap(({ tag, ...key }) => (tag === undefined ? [] : [{ ...key, tag }]));
  if (gone.length > 0) {
    await runBulk(
      db,
      {
        v: { tbl: 'text', row_key: 'text' },
        text: 'delete from row_tags using v where row_tags.tbl = v.tbl and row_tags.row_key = v.row_key',
      },
      gone.map(({ tbl, row_key }) => [tbl, row_key]),
    );
  }
  if (there.length > 0) await insertRows(db, 'row_tags', there, ['tbl', 'row_key']);
};
