import { useCounts } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Toolbar } from '#renderer/ui/page.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { RowFilterBar } from './row-filter-bar.tsx';
import { useRowFilters } from './row-filters.ts';
import { RowsTable } from './rows-table.tsx';
import { WithRows } from './with-rows.tsx';

/** Every row of the case, and the unfinished run. */
export const RowsScreen = () => {
  const { id } = useCase();
  const { data } = useCounts(id);
  const chosen = useRowFilters();
  return (
    <>
      {data !== undefined && data.rows > 0 && (
        <Toolbar>
          <RowFilterBar counts={data} chosen={chosen} />
        </Toolbar>
      )}
      <WithRows caseId={id}>{(counts) => <RowsTable caseId={id} counts={counts} chosen={chosen} />}</WithRows>
      <RowDrawer caseId={id} rowId={chosen.opened} onClose={() => chosen.open(undefined)} />
    </>
  );
};
