import type { CaseFilter, CaseGrouping, CaseSort } from '#contract/case-list.ts';

export type SortBy = CaseSort | `-${CaseSort}`;

/** A list of cases under a name. */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly filter: CaseFilter;
  readonly group?: CaseGrouping | undefined;
  readonly sort: SortBy;
}

const byDue = { group: 'due', sort: 'due' } as const;

/** Those that everybody has. */
export const ownViews: readonly View[] = [
  { id: 'mine', name: 'My cases', filter: { state: 'open', ownedBy: 'me' }, ...byDue },
  { id: 'overdue', name: 'Overdue', filter: { state: 'open', due: 'overdue' }, sort: 'due' },
  { id: 'support', name: 'Waiting on support', filter: { state: 'open', waitingOn: 'support' }, ...byDue },
  { id: 'blocked', name: 'Blocked', filter: { state: 'open', verdict: 'blocked' }, ...byDue },
  { id: 'open', name: 'All open', filter: { state: 'open' }, ...byDue },
  { id: 'all', name: 'All', filter: {}, sort: '-updated' },
];

/** The one that is shown at first. */
export const firstView = 'open';
