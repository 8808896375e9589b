import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconBriefcaseOff, IconListSearch } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CaseFilter, CaseGroup } from '#contract/case-list.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { Unread } from '#renderer/ui/unread.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { layOut } from './case-layout.ts';
import { CaseRows } from './case-rows.tsx';
import { groupName } from './filters.ts';
import { useCaseExport } from './use-bulk.ts';
import { type CaseWindows, useCaseWindows } from './use-case-windows.ts';
import type { WorklistState } from './use-worklist.ts';
import classes from './worklist.module.css';
import { WorklistBar } from './worklist-bar.tsx';
import { worklistColumns } from './worklist-columns.tsx';
import { useChosenColumns } from './worklist-store.ts';

/** The cases of a view: search, filters, and the table with what can be done with many of them. */
export const Worklist = ({ list }: { readonly list: WorklistState }) => {
  const { filter, group, sort } = list;
  const windows = useCaseWindows({ filter, group, sort });
  const selection = useSelection<CaseFilter>('Cases', { filter, total: windows.total });
  const exporting = useCaseExport();
  return (
    <>
      <WorklistBar
        list={list}
        exporting={exporting.isPending}
        onExport={(format) => exporting.mutate({ selection: { filter }, format, sort })}
      />
      <Incomplete windows={windows} />
      <Unread query={windows.reading} what="Cases" />
      <Rows list={list} windows={windows} selection={selection} />
      <BulkBar selection={selection} />
    </>
  );
};

/** Says what the list lacks: cases are missing, or shown as they were. */
const Incomplete = ({ windows: { outdated, read } }: { readonly windows: CaseWindows }) => {
  if (outdated > 0) {
    return (
      <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        {formatCount(outdated, 'case')} may be missing or out of date here: the database takes no writes.
      </Alert>
    );
  }
  if (read === undefined) return undefined;
  const { done, total } = read;
  return (
    <Alert color="blue" variant="light" role="status" icon={<IconListSearch aria-hidden />}>
      {formatNumber(done)} of {formatCount(total, 'case')} read. The list and its counts are complete when all
      are read.
    </Alert>
  );
};

interface RowsProps {
  readonly list: WorklistState;
  readonly windows: CaseWindows;
  readonly selection: ReturnType<typeof useSelection<CaseFilter>>;
}

const Rows = ({ list, windows, selection }: RowsProps) => {
  const { group, sort, setSort, view, setFilter } = list;
  const { total, groups } = windows;
  const go = useNavigate();
  const now = useNow();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const chosen = useChosenColumns();
  const targets = useTargets().data?.results;
  const columns = useMemo(
    () =>
      worklistColumns.filter(({ id, atFirst }) =>
        id === 'name' ? true : chosen === undefined ? atFirst : chosen.includes(id),
      ),
    [chosen],
  );
  const context = useMemo(
    () => ({ now, targetName: (id: string) => targets?.find((one) => one.id === id)?.name ?? id }),
    [now, targets],
  );
  const layout = useMemo(() => layOut(total ?? 0, group && groups, folded), [total, group, groups, folded]);
  const groupLabel = useCallback(
    (one: CaseGroup) =>
      group !== undefined && (
        <span className={group === 'due' && one.key === 'overdue' ? classes.overdue : undefined}>
          {groupName(group, one)}
        </span>
      ),
    [group],
  );
  if (total === undefined) return windows.isPending ? <Loading text="Loading cases…" /> : undefined;
  if (total === 0 && windows.read !== undefined) {
    return windows.outdated === 0 ? <Loading text="Reading cases…" /> : undefined;
  }
  if (total === 0) {
    return (
      <Empty
        icon={<IconBriefcaseOff aria-hidden />}
        title="No cases"
        text={`No case fits ${list.isChanged ? 'the filters' : `"${view.name}"`}.`}
        action={
          list.isChanged ? (
            <Button variant="default" onClick={() => setFilter(() => view.filter)}>
              Clear filters
            </Button>
          ) : (
            <Button variant="default" onClick={() => void go('/?view=all')}>
              Show all cases
            </Button>
          )
        }
      />
    );
  }
  return (
    <CaseRows
      layout={layout}
      rowAt={windows.rowAt}
      columns={columns}
      context={context}
      sort={sort}
      onSort={setSort}
      groupLabel={groupLabel}
      folded={folded}
      onFold={(id) => setFolded((before) => before.symmetricDifference(new Set([id])))}
      selection={selection as never}
      onOpen={({ id }) => void go(`/cases/${id}`)}
      onSight={windows.onSight}
    />
  );
};
