import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { KeyedPage } from '#contract/common.ts';
import { api } from './api.ts';
import { type HeldIds, rowsAbove } from './held-rows.ts';
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
/** The first page tells how long its first reading took, ms; a reread changes no figure. */
type TimedPage<T> = KeyedPage<T> & { readonly tookMs?: number };
type Held<T> = InfiniteData<TimedPage<T>, PageParam>;

interface KeyedLogOptions<T> {
  /** Names a row: with it rows that come wait above those that are shown, counted by `above`. */
  readonly idOf?: (row: T) => string;
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
  /** Read so far, from the newest: all of them once it has ended. */
  readonly known: number;
  /** How long the first rows took to come, ms; undefined where they are not held. */
  readonly tookMs: number | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Why rows that came into sight could not be read; the others are shown. */
  readonly moreError: Error | null;
  readonly tryAgain: () => void;
  readonly reread: () => void;
  /** Rows that came and wait; 0 where the log does not hold them back, or does not know. */
  readonly above: number;
  /** At its top the log rereads its rows as they change; elsewhere it stands still. */
  readonly follows: boolean;
  /** Goes back to the newest, which are reread once the top is in sight. */
  readonly restart: () => void;
}

const newest: PageParam = { start: 0 };

/** A log that the desk lists by key, newest first, read as it is scrolled. */
export const useKeyedLog = <T>({ idOf, queryKey, path, query }: KeyedLogOptions<T>): KeyedLog<T> => {
  const [{ from, to }, setSight] = useState<Sight>({ from: 0, to: 30 });
  const [anchor, setAnchor] = useState(newest);
  const hold = useHold(idOf, JSON.stringify(queryKey));
  const follows = from < pageRows / 2 && anchor.start === 0;
  const key = [...queryKey, anchor.start, anchor.cursor ?? ''];
  const log = useInfiniteQuery<TimedPage<T>, Error, Held<T>, readonly unknown[], PageParam>({
    queryKey: key,
    queryFn: async ({ pageParam, signal, client }) => {
      const started = performance.now();
      const page = await api.get<KeyedPage<T>>(path, {
        query: { ...query, limit: pageRows, cursor: pageParam.cursor },
        signal,
      });
      if (pageParam.start > 0) return page;
      const before = client.getQueryData<Held<T>>(key)?.pages[0]?.tookMs;
      return { ...page, tookMs: before ?? performance.now() - started };
    },
    initialPageParam: anchor,
    getNextPageParam: ({ cursor, results }, _, last): PageParam | undefined =>
      cursor === undefined ? undefined : { start: last.start + results.length, cursor, previous: last },
    getPreviousPageParam: (_first, _, param) => param.previous,
    maxPages: heldPages,
    enabled: (held) => follows || held.state.data === undefined,
    placeholderData: keepPreviousData,
    structuralSharing: (before, now) => hold.kept(before as Held<T> | undefined, now as Held<T>),
  });

  const params = log.data?.pageParams ?? [];
  const pages = log.data?.pages ?? [];
  const first = params[0]?.start ?? anchor.start;
  const end = (params.at(-1)?.start ?? anchor.start) + (pages.at(-1)?.results.length ?? 0);
  const ended = log.data !== undefined && !log.hasNextPage;
  const above = hold.above(log);
  const { fetchNextPage, fetchPreviousPage, isFetching } = log;
  const opening = params[0];

  const { stuck, tryAgain } = useReading(log);

  useEffect(() => {
    // A page that is refused is asked for once more when the stream is back, or the person says so.
    if (isFetching || stuck || opening === undefined) return;
    if (to + above < first - jumpRows) setAnchor(paramOf(opening, from));
    else if (from + above < first) void fetchPreviousPage();
    else if (to + above + pageRows / 2 > end && !ended) void fetchNextPage();
  }, [from, to, above, first, end, ended, isFetching, stuck, opening, fetchNextPage, fetchPreviousPage]);
  useTopPages(key, follows);

  return {
    onSight: (sight) => {
      if (sight.from !== from || sight.to !== to) setSight(sight);
    },
    row: (shown) => {
      const index = shown + above;
      const at = params.findLastIndex(({ start }) => start <= index);
      return pages[at]?.results[index - (params[at]?.start ?? 0)];
    },
    count: (ended ? end : end + pageRows) - above,
    above,
    ended,
    known: end - above,
    tookMs: log.isPlaceholderData ? undefined : pages[0]?.tookMs,
    isPending: log.isPending,
    error: log.data === undefined ? log.error : null,
    moreError: stuck && !isFetching ? log.error : null,
    tryAgain,
    reread: () => void log.refetch(),
    follows,
    restart: () => {
      hold.letGo(log.dataUpdatedAt);
      setAnchor(newest);
      void log.refetch();
    },
  };
};

interface Hold<T> {
  /** Rows that are above the held ones; 0 where the newest are not read. */
  above(log: {
    readonly data: Held<T> | undefined;
    /** ms */
    readonly dataUpdatedAt: number;
    readonly isPlaceholderData: boolean;
  }): number;
  /** What is shown after a reread: the rows before, where none of them is among the first any more. */
  kept(before: Held<T> | undefined, now: Held<T>): Held<T>;
  /** The next rows that are read are the held ones. @param readAt of those that are let go */
  letGo(readAt: number): void;
}

/** Holds the rows that were first when they were read. @param of another list begins anew */
const useHold = <T>(idOf: ((row: T) => string) | undefined, of: string): Hold<T> => {
  const held = useRef<{ of: string; ids: HeldIds; readAfter?: number } | undefined>(undefined);
  if (held.current?.of !== of) held.current = undefined;
  const idsOf = (rows: readonly T[]): string[] => (idOf === undefined ? [] : rows.map(idOf));
  const firstOf = ({ pages, pageParams }: Held<T>): readonly T[] =>
    pageParams[0]?.start === 0 ? pages.flatMap(({ results }) => results) : [];
  const isWhole = ({ pages }: Held<T>): boolean => pages.at(-1)?.cursor === undefined;
  return {
    above({ data, dataUpdatedAt: readAt, isPlaceholderData }) {
      if (idOf === undefined || data === undefined || isPlaceholderData) return 0;
      const rows = firstOf(data);
      if (rows.length === 0) return 0;
      const { readAfter } = held.current ?? {};
      if (held.current === undefined || (readAfter !== undefined && readAt > readAfter)) {
        held.current = { of, ids: new Set(idsOf(rows.slice(0, pageRows))) };
        return 0;
      }
      return rowsAbove(held.current.ids, idsOf(rows), isWhole(data)) ?? 0;
    },
    kept(before, now) {
      if (idOf === undefined || before === undefined || held.current === undefined) return now;
      const rows = firstOf(now);
      if (rows.length === 0 || firstOf(before).length === 0) return now;
      return rowsAbove(held.current.ids, idsOf(rows), isWhole(now)) === undefined ? before : now;
    },
    letGo: (readAt) => {
      held.current = { of, ids: new Set(), readAfter: readAt };
    },
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
      // They were not read anew by that.
      { updatedAt: client.getQueryState(key)?.dataUpdatedAt },
    );
  }, [follows, narrowed, client]);
};

/** The page that holds a row, found from a later one. */
const paramOf = (later: PageParam, row: number): PageParam => {
  let param = later;
  while (param.start > row && param.previous !== undefined) param = param.previous;
  return param;
};
