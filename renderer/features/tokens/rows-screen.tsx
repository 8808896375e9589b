import { useCase } from '#renderer/lib/use-case.ts';
import { RowDrawer } from './row-drawer.tsx';
import { useRowFilters } from './row-filters.ts';
import { RowsTable } from './rows-table.tsx';
import { WithRows } from './with-rows.tsx';

/** Every row of the case, and the unfinished run. */
export const RowsScreen = () => {
  const { id } = useCase();
  const chosen = useRowFilters();
  return (
    <>
      <WithRows caseId={id}>{(counts) => <RowsTable caseId={id} counts={counts} chosen={chosen} />}</WithRows>
      <RowDrawer caseId={id} rowId={chosen.opened} onClose={() => chosen.open(undefined)} />
    </>
  );
};
