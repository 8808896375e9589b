import type { ReactNode } from 'react';
import { type Cause, causeLabels, causes } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { useRuns } from '#renderer/lib/token-queries.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Unread } from '#renderer/ui/unread.tsx';

/** The latest rehearsal before a run beside it, or the first run after a rehearsal. */
export const Comparison = ({ run }: { run: Run }) => {
  const query = useRuns(run.caseId);
  const other = otherOf(run, query.data?.results ?? []);
  if (other === undefined) return <Unread query={query} what="Other runs" />;
  const [rehearsal, real] = run.kind === 'rehearsal' ? [run, other] : [other, run];
  return (
    <Section
      title="Rehearsal and run"
      description="The code is the same; differences come from the tokens or the target."
    >
      <DataTable
        label="Figures of both"
        rows={linesOf(rehearsal, real)}
        columns={columns(rehearsal, real)}
        rowId={([name]) => name}
      />
    </Section>
  );
};

type Line = readonly [name: string, rehearsed: ReactNode, ran: ReactNode];

const columns = (rehearsal: Run, real: Run): readonly TableColumn<Line>[] => [
  { header: 'Figure', cell: ([name]) => name },
  { ...headerOf(rehearsal), align: 'right', cell: ([, rehearsed]) => rehearsed },
  { ...headerOf(real), align: 'right', cell: ([, , ran]) => ran },
];

const headerOf = ({ kind, started }: Run) => ({
  header: runKindLabels[kind],
  heading: (
    <>
      {runKindLabels[kind]}, <Instant at={started} />
    </>
  ),
});

const isReal = ({ kind }: Run): boolean => kind === 'run' || kind === 'pilot' || kind === 'retry';

/** Runs come newest first. */
const otherOf = (run: Run, runs: readonly Run[]): Run | undefined => {
  if (run.kind === 'rehearsal') return runs.find((one) => isReal(one) && one.started > run.started);
  if (!isReal(run)) return undefined;
  return runs.find(
    ({ kind, started, state }) => kind === 'rehearsal' && state === 'done' && started < run.started,
  );
};

const linesOf = (rehearsal: Run, real: Run): Line[] => {
  const both = (name: string, of: (run: Run) => ReactNode) => [name, of(rehearsal), of(real)] as const;
  const failedBy = (cause: Cause) => (run: Run) => formatNumber(run.failures[cause] ?? 0);
  const failed = causes.filter((cause) =>
    [rehearsal, real].some(({ failures }) => (failures[cause] ?? 0) > 0),
  );
  return [
    both('Rows', ({ counts }) => formatNumber(counts.rows)),
    both('Done', ({ counts }) => formatNumber(counts.done)),
    both('Failed', ({ counts }) => formatNumber(counts.failed)),
    ...failed.map((cause) => both(`– ${causeLabels[cause].title}`, failedBy(cause))),
    both('Calls per row (mean)', callsPerRow),
  ];
};

const callsPerRow = ({ calls, counts }: Run): ReactNode => {
  const sum = Object.values(calls).reduce((total, count) => total + count, 0);
  return counts.rows === 0 ? <NoValue /> : (sum / counts.rows).toFixed(1);
};
