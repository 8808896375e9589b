import { type MessageFilter, type StatusFilter, statusFilters } from '#contract/message-query.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';

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

/** @returns the filters, their setter, and the address's status if there is no such status */
export const useFilters = (): [Filters, (changes: FilterChanges) => void, string | undefined] => {
  const [{ status, ...others }, setState] = useUrlState(filterNames);
  const known = statusFilters.find((one) => one === status);
  const change = (changes: FilterChanges): void => setState(changes, { replace: false });
  return [{ ...others, ...(known && { status: known }) }, change, known === undefined ? status : undefined];
};

/** The filters as requests name them. */
export const filterOf = ({ edited, ...others }: Filters): MessageFilter => ({
  ...(others as MessageFilter),
  ...(edited === undefined ? {} : { edited: edited === 'true' }),
});
