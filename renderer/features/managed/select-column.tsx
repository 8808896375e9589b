import { Checkbox } from '@mantine/core';
import type { TableColumn } from '#renderer/ui/data-table.tsx';

/** A checkbox for each row. */
export const selectColumn = <T, K>(
  selected: ReadonlySet<K>,
  onSelect: (selected: ReadonlySet<K>) => void,
  keyOf: (row: T) => K,
  nameOf: (row: T) => string,
): TableColumn<T> => ({
  header: 'Selected',
  width: 76,
  cell: (row) => (
    <Checkbox
      aria-label={`Select ${nameOf(row)}`}
      checked={selected.has(keyOf(row))}
      onChange={() => onSelect(selected.symmetricDifference(new Set([keyOf(row)])))}
    />
  ),
});
