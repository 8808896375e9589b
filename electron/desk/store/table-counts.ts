import { heldOtherwise, sealedTableNames } from './sealed-tables.ts';
import type { Reader } from './store.ts';

const ownTables = new Set<string>([...sealedTableNames, ...Object.keys(heldOtherwise)]);

/** How many rows each table has. */
export const countTables = async ({ db }: Reader): Promise<Record<string, number>> => {
  const tables = await db.introspection.getTables();
  const counts: Record<string, number> = {};
  // A server has others, of other schemas too.
  for (const { name } of tables.filter(({ name }) => ownTables.has(name))) {
    const { count } = await db
      .selectFrom(name as 'targets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[name] = count;
  }
  return counts;
};
