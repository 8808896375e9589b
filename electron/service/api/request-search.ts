import { parseInstant } from '#base/clock.ts';
import { invalid } from '#contract/errors.ts';
import type { RequestQuery } from '#contract/request-log.ts';
import {
  type RequestFilter,
  type StoredRequest,
  selectOldestSeq,
  selectRequestsIn,
} from '#service/store/requests.ts';
import type { Reader } from '#service/store/store.ts';
import type { Paths } from './paths.ts';

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

/**
 * With the template that the API has, whatever its parameters were called.
 * @throws CatalogueError `request.invalid` for one that the API doesn't have: nothing could be found, however long one waits
 */
export const withKnownTemplate = <T extends Pick<RequestQuery, 'path'>>(
  query: T,
  paths: Pick<Paths, 'like'>,
): T => {
  const { path } = query;
  if (path === undefined || !path.includes('{')) return query;
  const known = paths.like(path);
  if (known !== undefined) return { ...query, path: known.template };
  throw invalid({
    itemId: 'path',
    message: `path: the API has no path ${path.slice(0, 200)}. See /docs for those that it has.`,
    validatorName: 'route',
  });
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
