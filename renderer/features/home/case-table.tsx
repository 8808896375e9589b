import { Button } from '@mantine/core';
import { IconBriefcaseOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { CaseSummary } from '#contract/case.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { stateTones, verdictTones } from '#renderer/lib/case-tones.ts';
import { partLabels, stateLabels } from '#renderer/lib/labels.ts';
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
    cell: ({ id, name, damaged }) => (
      <>
        <TextLink to={`/cases/${id}`} title={name}>
          {name}
        </TextLink>{' '}
        {damaged && <StatusBadge tone="bad">Audit chain unreadable</StatusBadge>}
      </>
    ),
  },
  ...(narrow ? [] : [integratorColumn]),
  nextColumn('webhooks'),
  nextColumn('tokens'),
  {
    header: 'Eligibility',
    width: 116,
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
    width: 164,
    sortBy: ({ updated }) => updated,
    cell: ({ updated }) => <Instant at={updated} />,
  },
  ...(withState ? [stateColumn] : []),
];

const integratorColumn: TableColumn<CaseSummary> = {
  header: 'Integrator',
  width: '13%',
  sortBy: ({ integrator }) => integrator.toLowerCase(),
  cell: ({ integrator }) => integrator,
};

/** The next step of one part of the cases. */
const nextColumn = (part: keyof typeof partLabels): TableColumn<CaseSummary> => ({
  header: partLabels[part],
  width: '20%',
  sortBy: ({ nextSteps }) => nextSteps.find((step) => step.part === part)?.title,
  cell: ({ id, nextSteps, parts, state }) => {
    const step = nextSteps.find((one) => one.part === part);
    if (step !== undefined && state === 'open') return <NextStep caseId={id} step={step} />;
    return <NoValue means={parts.includes(part) ? 'all steps done or skipped' : 'not part of the case'} />;
  },
});

const stateColumn: TableColumn<CaseSummary> = {
  header: 'State',
  width: 100,
  sortBy: ({ state }) => state,
  cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>,
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
