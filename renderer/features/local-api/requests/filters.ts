import { useUrlState } from '#renderer/lib/use-url-state.ts';

export const filterNames = [
  'search',
  'method',
  'status',
  'caller',
  'sentBy',
  'show',
  'since',
  'until',
] as const;
export type FilterName = (typeof filterNames)[number];

/** Filters of the request log, as the address holds them; `since` and `until` (exclusive) in UTC. */
export type Filters = Partial<Readonly<Record<FilterName, string>>>;

/** undefined removes a filter. */
export type FilterChanges = Partial<Readonly<Record<FilterName, string | undefined>>>;

/** Removes all filters. */
export const noFilters: FilterChanges = Object.fromEntries(filterNames.map((name) => [name, undefined]));

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

/** As `RequestQuery` takes it. */
const statusPattern = /^([2-5]xx|[1-5]\d\d|none)$/;

/** The filters of the address, and their setter. What an address names that there is not is left out. */
export const useFilters = (): [Filters, (changes: FilterChanges) => void] => {
  const [state, setState] = useUrlState(filterNames);
  const filters = Object.fromEntries(
    Object.entries(state).filter(([name, value]) => isValid(name as FilterName, value)),
  );
  return [filters, (changes) => setState(changes, { replace: false })];
};

const isValid = (name: FilterName, value: string): boolean => {
  if (name === 'method') return (methods as readonly string[]).includes(value);
  if (name === 'status') return statusPattern.test(value);
  if (name === 'show') return value === 'deprecated';
  if (name === 'sentBy') return value === 'runner';
  if (name === 'since' || name === 'until') return !Number.isNaN(Date.parse(value));
  return true;
};

/** The filters as the desk's API names them. */
export const queryOf = ({ show, ...filters }: Filters): Readonly<Record<string, string>> => ({
  ...filters,
  ...(show === 'deprecated' && { deprecated: 'true' }),
});

/** Filters by the form of a text: a status, a method, or else a part of the path. */
export const typedFilters = (typed: string): FilterChanges => {
  const changes: Partial<Record<FilterName, string>> = {};
  const rest: string[] = [];
  for (const word of typed.trim().split(/\s+/)) {
    if (statusPattern.test(word.toLowerCase())) changes.status = word.toLowerCase();
    else if ((methods as readonly string[]).includes(word.toUpperCase())) changes.method = word.toUpperCase();
    else if (word !== '') rest.push(word);
  }
  return { ...changes, ...(rest.length > 0 && { search: rest.join(' ') }) };
};
