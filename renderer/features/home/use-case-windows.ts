import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CaseSummary } from '#contract/case.ts';
import type { CaseFilter, CaseGroup, CaseGrouping, CaseList, CasesRead } from '#contract/case-list.ts';
import { api } from '#renderer/lib/api.ts';
import { whileSignedIn } from '#renderer/lib/api-queries.ts';
import { zoneName } from '#renderer/lib/format.ts';
import { keys } from '#renderer/lib/keys.ts';
import { readingMs } from '#renderer/lib/lists.ts';
import type { SortBy } from './views.ts';

const windowSize = 100;
/** What is overdue changes without anybody's doing. */
const rereadMs = 60_000;

/** @returns ms until a list is read again */
export const rereadWhile = ({ data }: { data: { readonly reading?: CasesRead } | undefined }): number =>
  data?.reading === undefined ? rereadMs : readingMs;

interface Listed {
  readonly filter: CaseFilter;
  readonly group: CaseGrouping | undefined;
  readonly sort: SortBy;
}

export interface CaseWindows {
  readonly total: number | undefined;
  readonly groups: readonly CaseGroup[] | undefined;
  /** undefined while its window is being read. */
  readonly rowAt: (index: number) => CaseSummary | undefined;
  readonly outdated: number;
  /** How many are in the list so far, unless all are. */
  readonly read: CasesRead | undefined;
  readonly isPending: boolean;
  /** Of the first window that could not be read, if there is one. */
  readonly reading: UseQueryResult<CaseList>;
  readonly readAt: number;
  /** Indexes of the rows that are in sight now. */
  readonly onSight: (from: number, to: number) => void;
}

/** A list of cases, of which the windows in sight are read. */
export const useCaseWindows = (listed: Listed): CaseWindows => {
  const first = useQuery({ ...windowOf(listed, 0), placeholderData: keepPreviousData });
  const { wanted, onSight } = useWindowsInSight();
  const others = useQueries({ queries: wanted.map((at) => windowOf(listed, at)) });
  const pages = new Map<number, CaseList>();
  if (first.data !== undefined) pages.set(0, first.data);
  for (const [at, { data }] of others.entries())
    if (data !== undefined) pages.set(wanted[at] as number, data);
  return {
    total: first.data?.total,
    groups: first.data?.groups,
    rowAt: (index) => pages.get(Math.floor(index / windowSize))?.results[index % windowSize],
    outdated: first.data?.outdated ?? 0,
    read: first.data?.reading,
    isPending: first.isPending,
    reading: [first, ...others].find(({ error }) => error !== null) ?? first,
    readAt: first.dataUpdatedAt,
    onSight,
  };
};

/** The windows in sight, without the first. They change each hundred rows only: the whole screen is drawn for it. */
const useWindowsInSight = () => {
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const onSight = useCallback((from: number, to: number): void => {
    const [first, last] = [Math.floor(from / windowSize), Math.floor(to / windowSize)];
    const next = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((at) => at > 0);
    setWanted((before) => (before.join() === next.join() ? before : next));
  }, []);
  return { wanted, onSight };
};

const windowOf = ({ filter, group, sort }: Listed, at: number) => {
  const query = {
    ...filter,
    group,
    sort,
    zone: zoneName(),
    offset: at * windowSize,
    limit: windowSize,
    partly: true,
  };
  return {
    queryKey: [...keys.cases.list, 'window', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<CaseList>('/api/cases', { query, signal }),
    refetchInterval: whileSignedIn<CaseList>(({ state }) => rereadWhile(state)),
  };
};
