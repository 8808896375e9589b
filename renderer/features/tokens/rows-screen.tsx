import { Stack } from '@mantine/core';
import { useCounts } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { CurrentRun } from './current-run.tsx';
import { NoRows } from './no-rows.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { useRowFilters } from './row-filters.ts';
import { RowsTable } from './rows-table.tsx';

/** Every row of the case, and the unfinished run. */
export const RowsScreen = () => {
  const { id } = useCase();
  const counts = useCounts(id);
  const chosen = useRowFilters();
  return (
    <Stack>
      <CurrentRun caseId={id} />
      <Loaded query={counts} text="Counting rows…">
        {(counted) =>
          counted.rows === 0 ? (
            <NoRows caseId={id} />
          ) : (
            <RowsTable caseId={id} counts={counted} chosen={chosen} />
          )
        }
      </Loaded>
      <RowDrawer caseId={id} rowId={chosen.opened} onClose={() => chosen.open(undefined)} />
    </Stack>
  );
};
