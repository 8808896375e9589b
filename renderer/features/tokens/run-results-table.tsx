import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { causeLabels } from '#contract/cause-labels.ts';
import { formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import { rowDurationLabel } from '#contract/run-labels.ts';
import type { CompanyResult, Run, RunResults } from '#contract/token-runs.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { behaviourLabels } from '#renderer/lib/token-labels.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { RowStatus } from '#renderer/ui/row-status.tsx';
import { SaveButton } from '#renderer/ui/save-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RunSelection } from './run-selection.tsx';

/** Lines and references may repeat, as each import has its own. */
type Listed = CompanyResult & { readonly place: number };

const listed = ({ companies }: RunResults): Listed[] =>
  companies.map((company, place) => ({ ...company, place }));

const shows = ['all', 'failed', 'done', 'other'] as const;
type Shown = (typeof shows)[number];

/** Results of a run that has ended, by company. */
export const RunResultsTable = ({ run: { id, caseId, kind } }: { run: Run }) => {
  const path = `${tokensPath(caseId)}/runs/${id}/results`;
  const query = useApiQuery<RunResults, Listed[]>([...tokenKeys.all(caseId), 'runs', id, 'results'], path, {
    select: listed,
  });
  return (
    <Section
      title="Results by company"
      description="Every row of the case when the run ended."
      actions={
        <SaveButton path={path} name={`results-of-${kind}-${id.slice(0, 8)}.json`}>
          Export JSON
        </SaveButton>
      }
    >
      <Loaded query={query} text="Loading results…">
        {(companies) => <Results caseId={caseId} kind={kind} companies={companies} />}
      </Loaded>
    </Section>
  );
};

interface ResultsProps extends Pick<Run, 'caseId' | 'kind'> {
  readonly companies: readonly Listed[];
}

const Results = ({ caseId, kind, companies }: ResultsProps) => {
  const [shown, setShown] = useState<Shown>('all');
  const rows = useMemo(() => companies.filter((one) => isShown(one, shown)), [companies, shown]);
  // Rows without a reference can't be named.
  const places = useMemo(() => rows.flatMap(({ ref, place }) => (ref ? [String(place)] : [])), [rows]);
  const selection = useSelection('results', { among: places });
  const refs = [
    ...new Set(rows.flatMap(({ ref, place }) => (ref && selection.has(String(place)) ? [ref] : []))),
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Companies"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={shows.map((value) => ({
            value,
            label: `${shownLabels[value]} ${formatNumber(companies.filter((one) => isShown(one, value)).length)}`,
          }))}
        />
        <Text c="dimmed" role="status">
          {formatCount(rows.length, 'company', 'companies')}
        </Text>
      </Group>
      <DataTable
        label="Results by company"
        rows={rows}
        columns={columnsFor(kind)}
        rowId={({ place }) => String(place)}
        rowName={({ ref, line }) => ref ?? `line ${line}`}
        height={480}
        minWidth={900}
        {...(kind === 'rehearsal' ? {} : { selection })}
      />
      {kind !== 'rehearsal' && (
        <RunSelection
          caseId={caseId}
          selection={selection}
          chosen={{ refs }}
          noun={shown === 'all' ? 'companies' : `${shownLabels[shown].toLowerCase()} companies`}
          kinds={resultKinds}
        />
      )}
    </Stack>
  );
};

const resultKinds = ['retry', 'check', 'undo'] as const;

const shownLabels: Readonly<Record<Shown, string>> = {
  all: 'All',
  failed: 'Failed',
  done: 'Done',
  other: 'Others',
};

const isShown = ({ state }: CompanyResult, shown: Shown): boolean => {
  if (shown === 'all') return true;
  return shown === 'other' ? state !== 'failed' && state !== 'done' : state === shown;
};

const columnsFor = (kind: Run['kind']): readonly TableColumn<Listed>[] =>
  kind === 'rehearsal' ? [...first, behaviour, reason, duration(kind)] : [...first, reason, duration(kind)];

const first: readonly TableColumn<Listed>[] = [
  {
    header: 'Line',
    width: 80,
    align: 'right',
    sortBy: ({ line }) => line,
    cell: ({ line }) => formatNumber(line),
  },
  { header: 'Reference', width: 120, sortBy: ({ ref }) => ref },
  { header: 'Name', sortBy: ({ name }) => name },
  {
    header: 'State',
    width: 120,
    sortBy: ({ state }) => state,
    cell: (row) => <RowStatus row={row} />,
  },
];

const behaviour: TableColumn<Listed> = {
  header: 'Behaviour',
  width: 160,
  sortBy: (row) => row.behaviour,
  cell: (row) => (row.behaviour === undefined ? <NoValue /> : behaviourLabels[row.behaviour].label),
};

const reason: TableColumn<Listed> = {
  header: 'Reason',
  sortBy: ({ cause }) => cause,
  cell: ({ cause, message, held, note }) => (
    <Text>
      {cause === undefined
        ? (held ?? note ?? <NoValue />)
        : `${causeLabels[cause].title}: ${message ?? held ?? ''}`}
    </Text>
  ),
};

const duration = (kind: Run['kind']): TableColumn<Listed> => ({
  header: rowDurationLabel(kind),
  width: 140,
  align: 'right',
  sortBy: ({ durationMs }) => durationMs,
  cell: ({ durationMs }) => (durationMs === undefined ? <NoValue /> : formatDuration(durationMs)),
});
