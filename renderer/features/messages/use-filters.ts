import { statusFilters } from '#contract/message-query.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { type FilterChanges, type Filters, filterNames } from './filters.ts';

/** @returns the filters, their setter, and the address's status if there is no such status */
export const useFilters = (): [Filters, (changes: FilterChanges) => void, string | undefined] => {
  const [{ status, ...others }, setState] = useUrlState(filterNames);
  const known = statusFilters.find((one) => one === status);
  const change = (changes: FilterChanges): void => setState(changes, { replace: false });
  return [{ ...others, ...(known && { status: known }) }, change, known === undefined ? status : undefined];
};
