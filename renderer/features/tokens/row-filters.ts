import { useSearchParams } from 'react-router';

/** Which rows are listed; kept in the address, so that a list can be gone back to and passed on. */
export interface RowFilters {
  readonly state?: string | undefined;
  readonly platform?: string | undefined;
  readonly cause?: string | undefined;
  readonly q?: string | undefined;
}

const names = ['state', 'platform', 'cause', 'q'] as const;

export const useRowFilters = () => {
  const [search, setSearch] = useSearchParams();
  const filters: RowFilters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined]));
  const change = (changes: Record<string, string | undefined>): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return {
    filters,
    opened: search.get('row') ?? undefined,
    isFiltered: names.some((name) => search.has(name)),
    filter: (changes: RowFilters) => change({ ...changes, ...withoutContradiction(changes) }),
    open: (rowId: number | undefined) => change({ row: rowId?.toString() }),
    clear: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
};

/** A cause is of failed rows alone. */
const withoutContradiction = ({ state, cause }: RowFilters): RowFilters => {
  if (cause !== undefined) return { state: undefined };
  return state !== undefined && state !== 'failed' ? { cause: undefined } : {};
};
