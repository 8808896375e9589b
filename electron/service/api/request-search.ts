import { parseInstant } from '#base/clock.ts';
import type { RequestQuery } from '#contract/request-log.ts';
import {
  type RequestFilter,
  type StoredRequest,
  selectOldestSeq,
  selectRequestsIn,
} from '#service/store/requests.ts';
import type { Reader } from '#service/store/store.ts';

/** Requests that one page of a search looks at, so that no search holds up the store. */
const window = 20_000;

type Filters = Omit<RequestQuery, 'limit' | 'cursor' | 'after' | 'deprecated'>;

/** The filters of a query; undefined if it has none. @throws CatalogueError `request.invalid` for a time that is none */
export const filterOf = ({ since, until, search, caller, ...rest }: Filters): RequestFilter | undefined => {
  const filter: RequestFilter = {
    ...rest,
    ...(since !== undefined && { since: parseInstant(since, 'since') }),
    ...(until !== undefined && { until: parseInstant(until, 'until') }),
    ...(search?.trim() && { search: search.trim() }),
    ...(caller?.trim() && { caller: caller.trim() }),
  };
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined;
};

interface Search {
  readonly limit: number;
  readonly before?: number | undefined;
  readonly deprecated?: boolean | undefined;
  readonly filter: RequestFilter;
}

/** Newest first. A page may hold fewer than asked for, even none, and continue. */
export const searchRequests = async (
  reader: Reader,
  { limit, before = Number.MAX_SAFE_INTEGER, deprecated, filter }: Search,
): Promise<{ results: StoredRequest[]; cursor?: string }> => {
  const bounds = await selectOldestSeq(reader, before);
  if (bounds === undefined) return { results: [] };
  const from = Math.max(bounds.oldest, bounds.newest - window + 1);
  const rows = await selectRequestsIn(reader, { from, before, limit: limit + 1, deprecated, filter });
  const results = rows.slice(0, limit);
  if (rows.length > limit) return { results, cursor: String(results.at(-1)?.seq) };
  return from > bounds.oldest ? { results, cursor: String(from) } : { results };
};
