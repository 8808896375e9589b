import { useSearchParams } from 'react-router';
import { type DeliveryStatus, deliveryStatuses } from '#contract/message.ts';

/** What the log is narrowed down to, as it stands in the address. */
export interface Filters {
  readonly endpoint?: string;
  readonly company?: string;
  readonly eventType?: string;
  readonly status?: DeliveryStatus;
  /** UTC. */
  readonly since?: string;
  /** UTC, exclusive. */
  readonly until?: string;
}

const names = ['endpoint', 'company', 'eventType', 'status', 'since', 'until'] as const;
export type FilterName = (typeof names)[number];

const read = (search: URLSearchParams): Filters =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      if (value === null || value === '') return [];
      if (name === 'status' && !(deliveryStatuses as readonly string[]).includes(value)) return [];
      return [[name, value]];
    }),
  );

/** The filters of the address, what changes them (undefined takes one away), and what of it is none. */
export const useFilters = (): [
  Filters,
  (change: Partial<Record<FilterName, string | undefined>>) => void,
  { readonly unknownStatus: string | undefined },
] => {
  const [search, setSearch] = useSearchParams();
  const filters = read(search);
  const change = (changes: Partial<Record<FilterName, string | undefined>>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next);
  };
  const status = search.get('status') ?? '';
  return [
    filters,
    change,
    { unknownStatus: filters.status === undefined && status !== '' ? status : undefined },
  ];
};
