import { Button, Stack, Text } from '@mantine/core';
import { IconBriefcaseOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { CaseSummary } from '#contract/case.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { stateTones, verdictTones } from '#renderer/lib/case-tones.ts';
import { stateLabels } from '#renderer/lib/labels.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { NextStep } from './next-step.tsx';

const columnsOf = (withState: boolean, narrow: boolean): readonly TableColumn<CaseSummary>[] => [
  {
    header: 'Case',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ id, name, integrator, damaged, state }) => (
      <Stack gap={0} align="flex-start">
        <TextLink to={`/cases/${id}`} fw={600} lineClamp={2} title={name}>
          {name}
        </TextLink>
        {integrator !== name && (
          <Text size="sm" c="dimmed" lineClamp={2} title={integrator}>
            {integrator}
          </Text>
        )}
        {withState && narrow && <State state={state} />}
        {damaged && <StatusBadge tone="bad">Audit chain unreadable</StatusBadge>}
      </Stack>
    ),
  },
  {
    header: 'Next step',
    width: narrow ? '28%' : '30%',
    sortBy: ({ next }) => next?.title,
    cell: ({ id, nextSteps, parts, state }) =>
      nextSteps.length === 0 || state !== 'open' ? (
        <Text c="dimmed">{state === 'open' ? 'All steps done or skipped' : <NoValue />}</Text>
      ) : (
        <Stack gap={6}>
          {nextSteps.map((step) => (
            <NextStep key={step.part} caseId={id} step={step} named={parts.length > 1} />
          ))}
        </Stack>
      ),
  },
  {
    header: 'Eligibility',
    width: 126,
    sortBy: ({ verdict, cutOver }) => verdict && verdictLabel(verdict, cutOver),
    cell: ({ verdict, cutOver }) =>
      verdict === undefined ? (
        <NoValue means="not checked" />
      ) : (
        <StatusBadge tone={verdictTones[verdict]}>{verdictLabel(verdict, cutOver)}</StatusBadge>
      ),
  },
  {
    header: 'Updated',
    width: 160,
    sortBy: ({ updated }) => updated,
    cell: ({ updated }) => <Instant at={updated} />,
  },
  ...(withState && !narrow ? [stateColumn] : []),
];

const State = ({ state }: Pick<CaseSummary, 'state'>) => (
  <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>
);

const stateColumn: TableColumn<CaseSummary> = {
  header: 'State',
  width: 100,
  sortBy: ({ state }) => state,
  cell: ({ state }) => <State state={state} />,
};

interface CaseTableProps {
  readonly cases: readonly CaseSummary[];
  /** Hides the State column. */
  readonly onlyOpen: boolean;
  readonly onShowAll: () => void;
}

export const CaseTable = ({ cases, onlyOpen, onShowAll }: CaseTableProps) => {
  const go = useNavigate();
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(!onlyOpen, narrow), [onlyOpen, narrow]);
  if (cases.length === 0) {
    return (
      <Empty
        icon={<IconBriefcaseOff aria-hidden />}
        title="No open cases"
        text="All cases are closed or archived."
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all cases
          </Button>
        }
      />
    );
  }
  return (
    <DataTable
      label="Cases"
      rows={cases}
      columns={columns}
      rowId={({ id }) => id}
      onOpen={({ id }) => void go(`/cases/${id}`)}
      minWidth={660}
    />
  );
};
