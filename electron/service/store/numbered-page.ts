import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PageOf, PageQuery } from '#contract/common.ts';
import { invalid } from '#contract/errors.ts';
import {
  type Fields,
  fieldNames,
  findField,
  type ListField,
  toSql,
  withoutCase,
} from './query-conditions.ts';
import { parseQuery } from './query-language.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader } from './store.ts';

export type { ListField };

export interface ListOptions {
  readonly page: PageQuery;
  readonly fields: Readonly<Record<string, ListField>>;
  /** A column of JSON text `{ key: value }` that `tags.KEY` looks into. */
  readonly tags?: RawBuilder<unknown>;
  /** The order of creation: the default order, and the one that breaks ties. */
  readonly seq: RawBuilder<number>;
}

const pageBounds = { page: 1_000_000_000, pageSize: 5000, defaultPageSize: 100 } as const;

/**
 * One numbered page of a list with the total. Source: `docs/reference/rules/api.md#paging`. In the order of
 * creation, rows that are added meanwhile come on later pages, so that each is met exactly once.
 * @param from not yet ordered or limited
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const numberedPage = async <TB extends keyof ServiceSchema, O>(
  reader: Reader,
  from: SelectQueryBuilder<ServiceSchema, TB, O>,
  options: ListOptions,
): Promise<PageOf<O>> => {
  const { page, pageSize } = readBounds(options.page);
  const order = readOrder(options.page.orderBy, options);
  const query = options.page.query ?? '';
  const rows = query.trim() === '' ? from : from.where(toSql(parseQuery(query), options));
  const results = await rows
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  // A page that is not full ends the list, so that the total follows without counting.
  const isLast = results.length > 0 ? results.length < pageSize : page === 1;
  if (isLast) return { results, totalResults: (page - 1) * pageSize + results.length };
  const one = rows.clearSelect().select(sql<number>`1`.as('one'));
  const { total } = await reader.db
    .selectFrom(one.as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { results, totalResults: total };
};

const readBounds = ({ page = 1, pageSize = pageBounds.defaultPageSize }: PageQuery) => {
  checkBound('page', page, pageBounds.page);
  checkBound('pageSize', pageSize, pageBounds.pageSize);
  return { page, pageSize };
};

const checkBound = (itemId: string, value: number, most: number): void => {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw invalid({
    itemId,
    message: `${itemId} must be a whole number from 1 to ${most}.`,
    validatorName: 'range',
  });
};

/** `field` or `-field`; what ties is ordered by creation, in the same direction. */
const readOrder = (orderBy: string | undefined, options: ListOptions): RawBuilder<unknown> => {
  const text = orderBy?.trim() ?? '';
  if (text === '') return sql`${options.seq} asc`;
  const direction = sql.raw(text.startsWith('-') ? 'desc' : 'asc');
  const field = orderField(text.replace(/^-/, ''), options);
  return sql`${withoutCase(field)} ${direction}, ${options.seq} ${direction}`;
};

const orderField = (name: string, known: Fields): ListField => {
  const isTag = name.startsWith('tags.');
  const field = findField(isTag ? name.slice('tags.'.length) : name, isTag, known);
  if (field !== undefined) return field;
  throw invalid({
    itemId: 'orderBy',
    message: `orderBy names "${name}", which is not a field of this list; the fields are ${fieldNames(known)}. Put - before the name to turn the order round.`,
    validatorName: 'orderBy',
  });
};
