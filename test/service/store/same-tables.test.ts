import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { Store } from '#service/store/store.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { tablesOfServers } from '#test/support/test-store.ts';

/** The tables of the two databases, each in the words of neither. */
interface Table {
  /** In order: name, type, whether it may be absent, default. */
  readonly columns: readonly string[];
  /** Name, if it has been given one; what it is; of which columns; of which rows. */
  readonly indexes: readonly string[];
  readonly references: readonly string[];
}
type Tables = Readonly<Record<string, Table>>;

interface Row {
  readonly table: string;
  readonly text: string;
}

const list = async (store: Store, query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await store.read(({ db }) => query.execute(db))).rows;

/** Conditions and defaults as both say them, but for brackets, case and types. */
const plain = (text: string): string =>
  text
    .replaceAll(/::\w+|[()"]/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim();

const tablesFrom = (columns: readonly Row[], indexes: readonly Row[], references: readonly Row[]): Tables => {
  const of = (rows: readonly Row[], table: string): string[] =>
    rows.filter((row) => row.table === table).map(({ text }) => plain(text));
  return Object.fromEntries(
    [...new Set(columns.map(({ table }) => table))].sort().map((table) => [
      table,
      {
        columns: of(columns, table),
        indexes: of(indexes, table).sort(),
        references: of(references, table).sort(),
      },
    ]),
  );
};

const ofFile = async (store: Store): Promise<Tables> => {
  const tables = sql`(select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'
    and name not like 'kysely_%')`;
  const columns = sql<Row>`select t.name as "table", c.name || ' ' ||
      case c.type when 'INTEGER' then 'bigint' when 'REAL' then 'double precision' when 'BLOB' then 'bytea'
        when 'TEXT' then 'text' end
      || iif(c."notnull" or c.pk > 0, ' not null', '') || ' ' || coalesce(c.dflt_value, '') as text
    from ${tables} as t, pragma_table_info(t.name) as c order by t.name, c.cid`;
  const indexes = sql<Row>`
    select t.name as "table", iif(i.origin = 'c', i.name, '') || iif(i."unique", ' unique', '') || ' on '
      || (select group_concat(c.name, ', ' order by c.seqno) from pragma_index_info(i.name) as c) || ' '
      || iif(i.partial, substr(s.sql, instr(lower(s.sql), ' where ')), '') as text
    from ${tables} as t, pragma_index_list(t.name) as i left join sqlite_schema as s on s.name = i.name
    union all
    select t.name, ' unique on ' || c.name from ${tables} as t, pragma_table_info(t.name) as c
    where c.pk = 1 and c.type = 'INTEGER' and not exists (
      select 1 from pragma_index_list(t.name) as i where i.origin = 'pk')`;
  const references = sql<Row>`select t.name as "table", f."from" || ' ' || f."table" || ' ' || f."to" || ' ' || f.on_delete as text
    from ${tables} as t, pragma_foreign_key_list(t.name) as f`;
  return tablesFrom(await list(store, columns), await list(store, indexes), await list(store, references));
};

const ofServer = async (store: Store): Promise<Tables> => {
  const tables = sql`pg_class as t join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()`;
  const columns = sql<Row>`select t.relname as "table", a.attname || ' ' || format_type(a.atttypid, null)
      || case when a.attcollation <> 0 and a.attcollation::regcollation::text <> '"C"' then ' other order' else '' end
      || case when a.attnotnull then ' not null' else '' end
      || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as text
    from ${tables} join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where t.relkind = 'r' order by t.relname, a.attnum`;
  const indexes = sql<Row>`select t.relname as "table",
      case when exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
        then '' else i.indexrelid::regclass::text end
      || case when i.indisunique then ' unique' else '' end || ' on '
      || (select string_agg(pg_get_indexdef(i.indexrelid, k, true), ', ' order by k)
          from generate_series(1, i.indnkeyatts) as k)
      || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), ' ') as text
    from ${tables} join pg_index i on i.indrelid = t.oid`;
  const references = sql<Row>`select t.relname as "table", a.attname || ' ' || c.confrelid::regclass || ' ' || r.attname
      || ' ' || case c.confdeltype when 'c' then 'cascade' else 'no action' end as text
    from ${tables} join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
      join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]`;
  return tablesFrom(await list(store, columns), await list(store, indexes), await list(store, references));
};

test('a server has the tables, columns, defaults, indexes and references that the migrations of a file make', async () => {
  const file = await openFileStore(join(temporaryFolder(), 'service.db'));
  onTestFinished(() => file.close());
  const server = await openServerStore({
    ...(await temporaryPlace()),
    log: silentLog(),
    dataKey: Buffer.alloc(32),
  });
  onTestFinished(() => server.close());
  const made = await ofFile(file);
  expect(Object.keys(made).length).toBeGreaterThan(30);
  const served = Object.entries(await ofServer(server)).filter(([name]) => !tablesOfServers.includes(name));
  expect(Object.fromEntries(served)).toEqual(made);
});
