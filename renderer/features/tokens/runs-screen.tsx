import { Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { formatNumber } from '#contract/format.ts';
import { goneThrough, runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { statusOfRun } from '#renderer/lib/token-labels.ts';
import { tokensAt, useRuns } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { ReadSample } from './read-sample.tsx';
import { placeOf } from './token-labels.ts';

/** Every run of the case, rehearsals included. */
export const RunsScreen = () => {
  const { id } = useCase();
  const runs = useRuns(id);
  return (
    <Loaded query={runs} text="Loading runs…">
      {({ results }) =>
        results.length === 0 ? (
          <NoRuns caseId={id} />
        ) : (
          <Stack>
            <RunsTable caseId={id} runs={results} />
            {results.some(({ kind, counts }) => kind !== 'rehearsal' && counts.done > 0) && (
              <ReadSample caseId={id} />
            )}
          </Stack>
        )
      }
    </Loaded>
  );
};

const RunsTable = ({ caseId, runs }: { caseId: string; runs: readonly Run[] }) => {
  const go = useNavigate();
  return (
    <DataTable
      label="Runs"
      rows={runs}
      columns={columns}
      rowId={({ id }) => id}
      minWidth={880}
      onOpen={({ id }) => void go(`${tokensAt(caseId)}/runs/${id}`)}
    />
  );
};

const figure = (header: string, count: (run: Run) => number): TableColumn<Run> => ({
  header,
  width: 84,
  align: 'right',
  sortBy: count,
  cell: (run) => formatNumber(count(run)),
});

const columns: readonly TableColumn<Run>[] = [
  {
    header: 'Kind',
    width: 110,
    sortBy: ({ kind }) => runKindLabels[kind],
    cell: ({ kind }) => runKindLabels[kind],
  },
  {
    header: 'State',
    width: 190,
    sortBy: (run) => statusOfRun(run).label,
    cell: (run) => {
      const { tone, label } = statusOfRun(run);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  { header: 'Target', sortBy: placeOf },
  figure('Rows', ({ counts }) => counts.rows),
  figure('Done', goneThrough),
  figure('Failed', ({ counts }) => counts.failed),
  {
    header: 'Started',
    width: 170,
    sortBy: ({ started }) => started,
    cell: ({ started }) => <Instant at={started} />,
  },
  { header: 'By', width: 110, sortBy: ({ by }) => by },
];

const NoRuns = ({ caseId }: { caseId: string }) => (
  <Empty
    icon={<IconListCheck aria-hidden />}
    title="No runs"
    text={
      <Defined
        text="Start with a rehearsal: the same code runs on a temporary instance."
        terms={['rehearsal']}
      />
    }
    action={
      <LinkButton to={`${tokensAt(caseId)}/rehearse`} variant="filled">
        Start rehearsal
      </LinkButton>
    }
  />
);
