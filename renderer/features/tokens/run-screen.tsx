import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import type { Run } from '#contract/token-runs.ts';
import { isUnfinished, tokensAt, useRun } from '#renderer/lib/token-queries.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Failures } from '#renderer/ui/failures.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { BehaviourOutcomes } from './behaviour-outcomes.tsx';
import { CallsMade } from './calls-made.tsx';
import { Comparison } from './comparison.tsx';
import { ControlRoom } from './control-room.tsx';
import { Duplicates } from './duplicates.tsx';
import { RunHead } from './run-head.tsx';
import { RunResultsTable } from './run-results-table.tsx';
import { useRunWatch } from './use-run-watch.ts';

/** One run: its progress and its results. */
export const RunScreen = () => {
  const { id } = useCase();
  const { runId = '' } = useParams();
  const query = useRun(id, runId);
  return (
    <Stack>
      <Loaded query={query} text="Loading run…">
        {(run) => <RunParts key={run.id} run={run} />}
      </Loaded>
    </Stack>
  );
};

const RunParts = ({ run }: { run: Run }) => {
  const ended = !isUnfinished(run);
  const isRehearsal = run.kind === 'rehearsal';
  const recent = useRunWatch(run).data?.recentFailures;
  const failed = Object.values(run.failures).some((count) => count > 0);
  return (
    <>
      <RunHead run={run} />
      <ControlRoom run={run} />
      {failed && (
        <Section title="Failures by cause">
          <Failures
            failures={run.failures}
            recent={recent}
            rowsAt={isRehearsal ? undefined : (cause) => `${tokensAt(run.caseId)}?cause=${cause}`}
          />
        </Section>
      )}
      {run.duplicates.length > 0 && <Duplicates run={run} />}
      {isRehearsal && ended && <BehaviourOutcomes run={run} />}
      <Comparison run={run} />
      {ended && <RunResultsTable run={run} />}
      <CallsMade calls={run.calls} ledger={run.ledger} />
    </>
  );
};
