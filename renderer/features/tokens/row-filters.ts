import { useUrlState } from '#renderer/lib/use-url-state.ts';

/** Filters of the row list, kept in the address. */
export interface RowFilters {
  readonly state?: string | undefined;
  readonly platform?: string | undefined;
  readonly cause?: string | undefined;
  readonly q?: string | undefined;
}

const names = ['state', 'platform', 'cause', 'q'] as const;

export const useRowFilters = () => {
  const [{ row, ...filters }, change] = useUrlState([...names, 'row']);
  return {
    filters,
    opened: row,
    isFiltered: Object.keys(filters).length > 0,
    filter: (changes: RowFilters) => change({ ...changes, ...withoutContradiction(changes) }),
    open: (rowId: number | undefined) => change({ row: rowId?.toString() }),
    clear: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
};

/** Only failed rows have a cause. */
const withoutContradiction = ({ state, cause }: RowFilters): RowFilters => {
  if (cause !== undefined) return { state: undefined };
  return state !== undefined && state !== 'failed' ? { cause: undefined } : {};
};
