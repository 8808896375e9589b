import type { MessageFilter, StatusFilter } from '#contract/message-query.ts';

export const filterNames = [
  'text',
  'status',
  'code',
  'eventType',
  'endpoint',
  'company',
  'id',
  'trigger',
  'edited',
  'since',
  'until',
] as const;
export type FilterName = (typeof filterNames)[number];

/** Filters of the log, as the address holds them; `since` and `until` (exclusive) in UTC. */
export interface Filters extends Partial<Readonly<Record<FilterName, string>>> {
  readonly status?: StatusFilter;
}

/** undefined removes a filter. */
export type FilterChanges = Partial<Readonly<Record<FilterName, string | undefined>>>;

/** Removes all filters. */
export const noFilters: FilterChanges = Object.fromEntries(filterNames.map((name) => [name, undefined]));

/** The filters as requests name them. */
export const filterOf = ({ edited, ...others }: Filters): MessageFilter => ({
  ...(others as MessageFilter),
  ...(edited === undefined ? {} : { edited: edited === 'true' }),
});
