import type { Reader } from './store.ts';

/** How many rows each table has. */
export const countTables = async ({ db }: Reader): Promise<Record<string, number>> => {
  const tables = await db.introspection.getTables();
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { count } = await db
      .selectFrom(name as 'targets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[name] = count;
  }
  return counts;
};
