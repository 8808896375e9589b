import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { nullsAsLeast } from '#base/store/dialect.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import { type CatalogueError, invalid } from '#contract/errors.ts';
import {
  comparable,
  type FieldNames,
  type Fields,
  fieldNames,
  findField,
  type ListField,
  toSql,
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
  const known = totalAt({ limit: pageSize, offset: (page - 1) * pageSize }, results.length);
  if (known !== undefined) return { results, totalResults: known };
  const one = rows.clearSelect().select(sql<number>`1`.as('one'));
  const { total } = await reader.db
    .selectFrom(one.as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { results, totalResults: total };
};

/** A page that is not full ends its list, so that the total follows without counting; undefined if another may follow. */
const totalAt = ({ limit, offset }: RowBounds, found: number): number | undefined => {
  const isLast = found > 0 ? found < limit : offset === 0;
  return isLast ? offset + found : undefined;
};

interface RowBounds {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Which rows a page shows of a whole list in the order of creation; undefined if another list or order is asked for.
 * @throws CatalogueError `request.invalid`
 */
export const boundsOfAll = (query: PageQuery): RowBounds | undefined => {
  if ((query.query ?? '').trim() !== '' || (query.orderBy ?? '').trim() !== '') return undefined;
  const { page, pageSize } = readBounds(query);
  return { limit: pageSize, offset: (page - 1) * pageSize };
};

export interface Bounds {
  readonly page: number;
  readonly pageSize: number;
}

/** @throws CatalogueError `request.invalid` */
export const readBounds = ({ page = 1, pageSize = pageBounds.defaultPageSize }: PageQuery): Bounds => {
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

/** What ties is ordered by creation, in the same direction. */
const readOrder = (orderBy: string | undefined, options: ListOptions): RawBuilder<unknown> => {
  const order = readOrderBy(orderBy);
  if (order === undefined) return sql`${options.seq} asc`;
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc');
  const field = orderField(order.name, options);
  return sql`${comparable(field)} ${direction} ${nullsAsLeast(order.isDescending)}, ${options.seq} ${direction}`;
};

/** `field` or `-field`; undefined: in the order of creation. */
export const readOrderBy = (
  orderBy: string | undefined,
): { name: string; isDescending: boolean } | undefined => {
  const text = orderBy?.trim() ?? '';
  return text === '' ? undefined : { name: text.replace(/^-/, ''), isDescending: text.startsWith('-') };
};

const orderField = (name: string, known: Fields): ListField => {
  const isTag = name.startsWith('tags.');
  const field = findField(isTag ? name.slice('tags.'.length) : name, isTag, known);
  if (field === undefined) throw unknownOrder(name, known);
  return field;
};

export const unknownOrder = (name: string, known: FieldNames): CatalogueError =>
  invalid({
    itemId: 'orderBy',
    message: `orderBy names "${name}", which is not a field of this list; the fields are ${fieldNames(known)}. Put - before the name to turn the order round.`,
    validatorName: 'orderBy',
  });
