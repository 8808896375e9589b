import { useMemo } from 'react';
import type { CaseFilter, CaseGrouping } from '#contract/case-list.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { firstView, ownViews, type SortBy, type View } from './views.ts';
import { useSavedViews } from './worklist-store.ts';

/** What is listed now: a view, and what was changed of it since. The address holds both. */
export interface WorklistState {
  readonly views: readonly View[];
  readonly view: View;
  readonly filter: CaseFilter;
  readonly group: CaseGrouping | undefined;
  readonly sort: SortBy;
  /** Whether it differs from the view. */
  readonly isChanged: boolean;
  /** Made of the filter of the address, which may be newer than the one that is drawn. */
  readonly setFilter: (change: (filter: CaseFilter) => CaseFilter) => void;
  readonly setGroup: (group: CaseGrouping | undefined) => void;
  readonly setSort: (sort: SortBy) => void;
}

export const useWorklist = (): WorklistState => {
  const saved = useSavedViews();
  const [url, setUrl] = useUrlState(['view', 'filter', 'group', 'sort']);
  const views = useMemo(() => [...ownViews, ...saved], [saved]);
  const view = (views.find(({ id }) => id === (url.view ?? firstView)) ?? ownViews[0]) as View;
  const filter = useMemo(() => parsed(url.filter) ?? view.filter, [url.filter, view]);
  return {
    views,
    view,
    filter,
    group:
      url.group === undefined ? view.group : url.group === 'none' ? undefined : (url.group as CaseGrouping),
    sort: (url.sort as SortBy | undefined) ?? view.sort,
    isChanged: [url.filter, url.group, url.sort].some((part) => part !== undefined),
    setFilter: (change) =>
      setUrl((now) => {
        const next = change(parsed(now.filter) ?? view.filter);
        return { filter: isSame(next, view.filter) ? undefined : JSON.stringify(next) };
      }),
    setGroup: (group) => setUrl({ group: group === view.group ? undefined : (group ?? 'none') }),
    setSort: (sort) => setUrl({ sort: sort === view.sort ? undefined : sort }),
  };
};

const parsed = (text: string | undefined): CaseFilter | undefined => {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as CaseFilter) : undefined;
  } catch {
    // An address that was cut off shows the view.
    return undefined;
  }
};

const isSame = (one: CaseFilter, other: CaseFilter): boolean => sorted(one) === sorted(other);

const sorted = (filter: CaseFilter): string =>
  JSON.stringify(Object.entries(filter).sort(([a], [b]) => a.localeCompare(b)));
