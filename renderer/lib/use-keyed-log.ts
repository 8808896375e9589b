import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { KeyedPage } from '#contract/common.ts';
import { api } from './api.ts';
import { connection } from './live-state.ts';

/** Rows asked for at once: some screens full, read in a few ms. A page may contain fewer, even none, and continue. */
const pageRows = 100;
/** A log of any length takes the memory of this many pages. */
const heldPages = 30;
/** At the top, where all is reread as it changes, few pages are held. */
const topPages = 2;
/** A jump further than this starts again there, instead of reading everything between. */
const jumpRows = 600;

/** Opens a page; `previous` opens the one before it, since the desk's keys lead one way only. */
interface PageParam {
  /** The number of its first row. */
  readonly start: number;
  readonly cursor?: string;
  readonly previous?: PageParam;
}
type Held<T> = InfiniteData<KeyedPage<T>, PageParam>;

interface KeyedLogOptions {
  readonly queryKey: readonly unknown[];
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** Numbers of the first and the last row that can be seen. */
interface Sight {
  readonly from: number;
  readonly to: number;
}

export interface KeyedLog<T> {
  readonly onSight: (sight: Sight) => void;
  /** undefined: not read yet. */
  readonly row: (index: number) => T | undefined;
  /** As far as is known: more may follow, unless `ended`. */
  readonly count: number;
  readonly ended: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Why rows that came into sight could not be read; the others are shown. */
  readonly moreError: Error | null;
  readonly tryAgain: () => void;
  readonly reread: () => void;
  /** At its top the log follows what comes; elsewhere it stands still, so that no row slips away under the eye. */
  readonly follows: boolean;
  /** Goes back to the newest, which are reread once the top is in sight. */
  readonly restart: () => void;
}

const newest: PageParam = { start: 0 };

/** A log that the desk lists by key, newest first, read as it is scrolled. */
export const useKeyedLog = <T>({ queryKey, path, query }: KeyedLogOptions): KeyedLog<T> => {
  const [{ from, to }, setSight] = useState<Sight>({ from: 0, to: 30 });
  const [anchor, setAnchor] = useState(newest);
  const follows = from < pageRows / 2 && anchor.start === 0;
  const key = [...queryKey, anchor.start, anchor.cursor ?? ''];
  const log = useInfiniteQuery<KeyedPage<T>, Error, Held<T>, readonly unknown[], PageParam>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api.get<KeyedPage<T>>(path, { query: { ...query, limit: pageRows, cursor: pageParam.cursor }, signal }),
    initialPageParam: anchor,
    getNextPageParam: ({ cursor, results }, _, last): PageParam | undefined =>
      cursor === undefined ? undefined : { start: last.start + results.length, cursor, previous: last },
    getPreviousPageParam: (_first, _, param) => param.previous,
    maxPages: heldPages,
    enabled: (held) => follows || held.state.data === undefined,
    placeholderData: keepPreviousData,
  });

  const params = log.data?.pageParams ?? [];
  const pages = log.data?.pages ?? [];
  const first = params[0]?.start ?? anchor.start;
  const end = (params.at(-1)?.start ?? anchor.start) + (pages.at(-1)?.results.length ?? 0);
  const ended = log.data !== undefined && !log.hasNextPage;
  const { fetchNextPage, fetchPreviousPage, isFetching } = log;
  const opening = params[0];

  const { stuck, tryAgain } = useReading(log);

  useEffect(() => {
    // A page that is refused is asked for once more when the stream is back, or the person says so.
    if (isFetching || stuck || opening === undefined) return;
    if (to < first - jumpRows) setAnchor(paramOf(opening, from));
    else if (from < first) void fetchPreviousPage();
    else if (to + pageRows / 2 > end && !ended) void fetchNextPage();
  }, [from, to, first, end, ended, isFetching, stuck, opening, fetchNextPage, fetchPreviousPage]);
  useTopPages(key, follows);

  return {
    onSight: (sight) => {
      if (sight.from !== from || sight.to !== to) setSight(sight);
    },
    row: (index) => {
      const at = params.findLastIndex(({ start }) => start <= index);
      return pages[at]?.results[index - (params[at]?.start ?? 0)];
    },
    count: ended ? end : end + pageRows,
    ended,
    isPending: log.isPending,
    error: log.data === undefined ? log.error : null,
    moreError: stuck && !isFetching ? log.error : null,
    tryAgain,
    reread: () => void log.refetch(),
    follows,
    restart: () => setAnchor(newest),
  };
};

/** Whether a page was refused, and another try: by itself each time that the stream comes back. */
const useReading = (
  log: Pick<
    UseInfiniteQueryResult,
    'isFetchNextPageError' | 'isFetchPreviousPageError' | 'fetchNextPage' | 'fetchPreviousPage'
  >,
) => {
  const stuck = log.isFetchNextPageError || log.isFetchPreviousPageError;
  const isLive = useStore(connection, ({ live }) => live.state === 'live');
  const tryAgain = (): void => {
    if (log.isFetchPreviousPageError) void log.fetchPreviousPage();
    else void log.fetchNextPage();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the stream comes back
  useEffect(() => {
    if (isLive && stuck) tryAgain();
  }, [isLive]);
  return { stuck, tryAgain };
};

/** Holds only the first pages of a log that follows what comes. */
const useTopPages = (key: readonly unknown[], follows: boolean): void => {
  const client = useQueryClient();
  const narrowed = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is compared by its text
  useEffect(() => {
    if (!follows) return;
    client.setQueryData<Held<unknown>>(
      key,
      (held) =>
        held && { pages: held.pages.slice(0, topPages), pageParams: held.pageParams.slice(0, topPages) },
    );
  }, [follows, narrowed, client]);
};

/** The page that holds a row, found from a later one. */
const paramOf = (later: PageParam, row: number): PageParam => {
  let param = later;
  while (param.start > row && param.previous !== undefined) param = param.previous;
  return param;
};
