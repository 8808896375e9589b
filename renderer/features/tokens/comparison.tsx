import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Cause, causeLabels, causes } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { useRuns } from '#renderer/lib/token-queries.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

/** What was rehearsed beside what was run, where there are both: the latest rehearsal before a run, or the run after it. */
export const Comparison = ({ run }: { run: Run }) => {
  const { data } = useRuns(run.caseId);
  const other = otherOf(run, data?.results ?? []);
  if (other === undefined) return undefined;
  const [rehearsal, real] = run.kind === 'rehearsal' ? [run, other] : [other, run];
  return (
    <Section
      title="Rehearsal and run"
      level={3}
      description="The same code ran both. Where they differ, the tokens or the target were not what was rehearsed."
    >
      <WideTable minWidth={480} label="Rehearsal and run">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th ta="right">
              Rehearsal, <Instant at={rehearsal.started} />
            </Table.Th>
            <Table.Th ta="right">
              {runKindLabels[real.kind]}, <Instant at={real.started} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {linesOf(rehearsal, real).map(([what, rehearsed, ran]) => (
            <Table.Tr key={what}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="right">{rehearsed}</Table.Td>
              <Table.Td ta="right">{ran}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Section>
  );
};

const isReal = ({ kind }: Run): boolean => kind === 'run' || kind === 'pilot' || kind === 'retry';

/** Runs come newest first. */
const otherOf = (run: Run, runs: readonly Run[]): Run | undefined => {
  if (run.kind === 'rehearsal') return runs.find((one) => isReal(one) && one.started > run.started);
  if (!isReal(run)) return undefined;
  return runs.find(
    ({ kind, started, state }) => kind === 'rehearsal' && state === 'done' && started < run.started,
  );
};

const linesOf = (rehearsal: Run, real: Run): (readonly [string, ReactNode, ReactNode])[] => {
  const both = (what: string, of: (run: Run) => ReactNode) => [what, of(rehearsal), of(real)] as const;
  const failedBy = (cause: Cause) => (run: Run) => formatNumber(run.failures[cause] ?? 0);
  const told = causes.filter((cause) => [rehearsal, real].some(({ failures }) => (failures[cause] ?? 0) > 0));
  return [
    both('Rows', ({ counts }) => formatNumber(counts.rows)),
    both('Done', ({ counts }) => formatNumber(counts.done)),
    both('Failed', ({ counts }) => formatNumber(counts.failed)),
    ...told.map((cause) => both(`– ${causeLabels[cause].title}`, failedBy(cause))),
    both('Calls for a row, on average', callsForRow),
  ];
};

const callsForRow = ({ calls, counts }: Run): ReactNode => {
  const sum = Object.values(calls).reduce((total, count) => total + count, 0);
  return counts.rows === 0 ? <NoValue /> : (sum / counts.rows).toFixed(1);
};
