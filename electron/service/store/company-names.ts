import { sql } from 'kysely';
import { contains, withoutCase } from '#base/store/dialect.ts';
import type { Reader } from './store.ts';

/** So many companies a part of a name stands for; a shorter list of messages would say nothing about the rest. */
const most = 1000;

/** Ids of companies whose name contains a text, without case. */
export const findCompanyIds = async ({ db }: Reader, part: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where(contains(withoutCase(sql.ref('name')), part.toLowerCase()))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};
