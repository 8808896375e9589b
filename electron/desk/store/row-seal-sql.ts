import type { SealedColumn } from './row-tag.ts';
import { type SealedTable, sealedTables } from './sealed-tables.ts';

const keyOf = (table: SealedTable, of: string): string =>
  sealedTables[table].map((column) => `${of}.${column}`).join(" || ' ' || ");

export const rebuildText = (table: SealedTable, columns: readonly SealedColumn[]): string =>
  `insert into row_tags (tbl, row_key, tag) select '${table}', ${keyOf(table, 'r')},
   row_in('${table}', ${columns.map(({ name }) => `r."${name}"`).join(', ')}) from ${table} r`;
export const taggedText = (table: SealedTable): string =>
  `select r.*, cast(${keyOf(table, 'r')} as text) as row_key, t.tag as kept_tag from ${table} r
   left join row_tags t on t.tbl = '${table}' and t.row_key = cast(${keyOf(table, 'r')} as text)`;
export const strayText = (table: SealedTable): string =>
  `select row_key from row_tags where tbl = '${table}' and row_key not in
   (select cast(${keyOf(table, table)} as text) from ${table})`;

export const triggersOf = (table: SealedTable, columns: readonly SealedColumn[]): string => {
  const values = (of: string): string => columns.map(({ name }) => `${of}."${name}"`).join(', ');
  const goes = `select row_out('${table}', ${values('old')});
    delete from row_tags where tbl = '${table}' and row_key = ${keyOf(table, 'old')};`;
  const comes = `insert or replace into row_tags (tbl, row_key, tag)
    values ('${table}', ${keyOf(table, 'new')}, row_in('${table}', ${values('new')}));`;
  return [
    ['insert', comes],
    ['update', goes + comes],
    ['delete', goes],
  ]
    .map(
      ([event, body]) =>
        `create temp trigger if not exists seal_${table}_${event} after ${event} on main.${table} begin ${body} end;`,
    )
    .join('\n');
};
