import { type Static, type TSchema, Type } from 'typebox';
import { Closed, type KeyedPage } from './common.ts';

/** The most rows that a request names one by one; more are chosen by their filter. */
export const mostSelected = 10_000;

const RowId = Type.String({ minLength: 1, maxLength: 200 });

/**
 * The rows that a request is about: named one by one, or all that a filter has at the time the server evaluates it,
 * without the exceptions. A page never sends what it has not read.
 */
export const SelectionOf = <F extends TSchema>(filter: F, id: TSchema = RowId) =>
  Type.Unsafe<Selection<Static<F>>>(
    Type.Union([
      Closed({ ids: Type.Array(id, { minItems: 1, maxItems: mostSelected, uniqueItems: true }) }),
      Closed({
        filter,
        except: Type.Optional(Type.Array(id, { maxItems: mostSelected, uniqueItems: true })),
      }),
    ]),
  );

/** Of `SelectionOf`. */
export type Selection<F> =
  | { readonly ids: readonly string[] }
  | { readonly filter: F; readonly except?: readonly string[] };

/**
 * The rows that a filter has, in the order of the list, without the exceptions.
 * @param list one page of them
 */
export async function* rowsOfFilter<F, Row extends { readonly id: string }>(
  { filter, except }: Extract<Selection<F>, { readonly filter: F }>,
  list: (query: F & { readonly limit: number; readonly cursor?: string }) => Promise<KeyedPage<Row>>,
  limit: number,
): AsyncGenerator<Row> {
  const excepted = new Set(except);
  let cursor: string | undefined;
  do {
    const page = await list({ ...filter, limit, ...(cursor === undefined ? {} : { cursor }) });
    for (const row of page.results) if (!excepted.has(row.id)) yield row;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
