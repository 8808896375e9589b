import { type RawBuilder, sql } from 'kysely';
import { namedUuid } from '#base/ids.ts';
import type { ListField } from './numbered-page.ts';

/** Fields of lists that are not columns: what the rest of the answer makes of a column, said in SQL. */

const placeholder = namedUuid('placeholder of an id in an address');

/** An address that a function makes out of an id. */
export const urlField = (toUrl: (id: string) => string, id: RawBuilder<unknown>): ListField => {
  const [before = '', after = ''] = toUrl(placeholder).split(placeholder);
  return { sql: sql`(${before} || ${id} || ${after})`, type: 'text' };
};

/** A text that is looked up by the value of a column. */
export const lookupField = (column: RawBuilder<unknown>, values: ReadonlyMap<string, string>): ListField => {
  if (values.size === 0) return { sql: sql`null`, type: 'text' };
  const cases = [...values].map(([key, value]) => sql`when ${key} then ${value}`);
  return { sql: sql`(case ${column} ${sql.join(cases, sql` `)} end)`, type: 'text' };
};
