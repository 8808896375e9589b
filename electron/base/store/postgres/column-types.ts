import type { ClientBase } from 'pg';
import type { ColumnTypes } from './statements.ts';

/** The types of all columns of a schema. */
export const columnTypes = async (client: ClientBase, schema: string): Promise<ColumnTypes> => {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    [schema],
  );
  const byTable = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const columns = byTable.get(table) ?? new Map<string, string>();
    byTable.set(table, columns.set(column, type));
  }
  return byTable;
};
