import { Text } from '@mantine/core';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import type { BehaviourOutcome, RehearsalOutcome, Run } from '#contract/token-runs.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { behaviourLabels } from '#renderer/lib/token-labels.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** How the rows of each behaviour ended in a rehearsal. */
export const BehaviourOutcomes = ({ run: { caseId, id } }: { run: Run }) => {
  const query = useApiQuery<RehearsalOutcome>(
    [...tokenKeys.all(caseId), 'runs', id, 'outcome'],
    `${tokensPath(caseId)}/rehearsals/${id}`,
  );
  return (
    <Section title="Results by token behaviour">
      <Loaded query={query} text="Loading results…">
        {({ behaviours }) => (
          <DataTable
            label="Rows by behaviour"
            rows={behaviours}
            columns={columns}
            rowId={({ behaviour }) => behaviour}
            minWidth={560}
          />
        )}
      </Loaded>
    </Section>
  );
};

const figure = (header: string, count: (outcome: BehaviourOutcome) => number) => ({
  header,
  width: 100,
  align: 'right' as const,
  cell: (outcome: BehaviourOutcome) => formatNumber(count(outcome)),
});

const columns: readonly TableColumn<BehaviourOutcome>[] = [
  {
    header: 'Behaviour',
    cell: ({ behaviour }) => (
      <>
        <Text fw={500}>{behaviourLabels[behaviour].label}</Text>
        <Text size="sm" c="dimmed">
          {behaviourLabels[behaviour].meaning}
        </Text>
      </>
    ),
    wraps: true,
  },
  figure('Rows', ({ rows }) => rows),
  figure('Done', ({ done }) => done),
  figure('Unfinished', ({ left }) => left),
  {
    header: 'Failed',
    width: '30%',
    cell: ({ failed }) =>
      Object.entries(failed)
        .map(([cause, count]) => `${formatNumber(count)} ${causeLabels[cause as Cause].title}`)
        .join(', ') || <NoValue />,
    wraps: true,
  },
];
