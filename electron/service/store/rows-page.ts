import type { PageOf, PageQuery } from '#contract/common.ts';
import { type Bounds, readBounds, readOrderBy, unknownOrder } from './numbered-page.ts';
import { type ListField, readValue, unknownField } from './query-conditions.ts';
import { type Condition, parseQuery } from './query-language.ts';

/** A field of rows that are in memory; dates in ms UTC, true and false as 1 and 0. */
export interface RowField<Row> {
  readonly type: ListField['type'];
  of(row: Row): string | number | null;
}
type RowFields<Row> = Readonly<Record<string, RowField<Row>>>;

/**
 * One numbered page of rows that are in memory, as `numberedPage` gives one of rows in a table.
 * Source: `docs/reference/rules/api.md#paging`.
 * @param rows in the order of creation
 * @throws CatalogueError `query.malformed`, `request.invalid`
 */
export const pageOfRows = <Row>(
  rows: readonly Row[],
  query: PageQuery,
  fields: RowFields<Row>,
): PageOf<Row> => {
  const bounds = readBounds(query);
  const order = readOrderBy(query.orderBy);
  const field = order === undefined ? undefined : findField(order.name, fields);
  if (order !== undefined && field === undefined) throw unknownOrder(order.name, { fields });
  const text = query.query ?? '';
  const found = text.trim() === '' ? rows : rows.filter(toPredicate(text, fields));
  const ordered = field === undefined ? found : inOrder(found, field, order?.isDescending ?? false);
  return { results: cut(ordered, bounds), totalResults: found.length };
};

const cut = <Row>(rows: readonly Row[], { page, pageSize }: Bounds): Row[] =>
  rows.slice((page - 1) * pageSize, page * pageSize);

const findField = <Row>(name: string, fields: RowFields<Row>): RowField<Row> | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** What ties is ordered by creation, in the same direction. */
const inOrder = <Row>(rows: readonly Row[], field: RowField<Row>, isDescending: boolean): Row[] => {
  const keyed = rows.map((row, n) => ({ row, n, key: withoutCase(field.of(row)) }));
  const sign = isDescending ? -1 : 1;
  return keyed.sort((a, b) => sign * (compare(a.key, b.key) || a.n - b.n)).map(({ row }) => row);
};

type Value = string | number | null;

/** Text as it is compared and ordered: without case. */
const withoutCase = (value: Value): Value => (typeof value === 'string' ? value.toLowerCase() : value);

/** As SQLite orders values: what is absent comes first, text by its code points. */
const compare = (a: Value, b: Value): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string' && typeof b === 'string' && (beyondUnits.test(a) || beyondUnits.test(b))) {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return a < b ? -1 : Number(a > b);
};
/** Where code units are ordered otherwise than code points. */
const beyondUnits = /[\ud800-\uffff]/;

const toPredicate = <Row>(text: string, fields: RowFields<Row>): ((row: Row) => boolean) => {
  const alternatives = parseQuery(text).map((all) => all.map((condition) => toTest(condition, fields)));
  return (row) => alternatives.some((all) => all.every((holds) => holds(row)));
};

const toTest = <Row>(condition: Condition, fields: RowFields<Row>): ((row: Row) => boolean) => {
  const field = condition.isTag ? undefined : findField(condition.field, fields);
  if (field === undefined) throw unknownField(condition, { fields });
  const right = readValue(condition, field.type);
  const test = tests[condition.operator];
  // An absent text is as good as an empty one; anything else that is absent equals nothing.
  const absent = field.type === 'text' ? '' : null;
  return (row) => test(withoutCase(field.of(row)), right, absent);
};

const tests: Record<
  Condition['operator'],
  (left: Value, right: string | number, absent: '' | null) => boolean
> = {
  '=': (left, right, absent) => (left ?? absent) === right,
  '!=': (left, right, absent) => (left ?? absent) !== right,
  '>': (left, right) => left !== null && compare(left, right) > 0,
  '<': (left, right) => left !== null && compare(left, right) < 0,
  '~': (left, right) => typeof left === 'string' && left.includes(String(right)),
};
