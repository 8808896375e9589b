import { Group, Stack } from '@mantine/core';
import { formatDuration, formatNumber } from '#contract/format.ts';
import { goneThrough, runDurationLabel, runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { leftOf } from '#renderer/lib/run-figures.ts';
import { statusOfRun } from '#renderer/lib/token-labels.ts';
import { isUnfinished, tokensAt } from '#renderer/lib/token-queries.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { RunControls } from '#renderer/ui/run-controls.tsx';
import { RunNotices } from '#renderer/ui/run-notices.tsx';
import { RunProgress } from '#renderer/ui/run-progress.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { placeOf } from './token-labels.ts';

/** A run with its progress, its figures and the next steps. */
export const RunHead = ({ run }: { run: Run }) => {
  const { tone, label } = statusOfRun(run);
  const isOver = !isUnfinished(run);
  return (
    <Section
      title={`${runKindLabels[run.kind]} · ${placeOf(run)}`}
      beside={<StatusBadge tone={tone}>{label}</StatusBadge>}
      description={
        <>
          Run {run.id.slice(0, 8)} · started <Instant at={run.started} /> by {run.by}
          {run.ended !== undefined && (
            <>
              {' '}
              · ended <Instant at={run.ended} />
            </>
          )}
        </>
      }
      actions={isOver ? <NextSteps run={run} /> : <RunControls run={run} />}
    >
      <Stack>
        <RunNotices run={run} />
        <RunProgress run={run} />
        <Figures run={run} />
      </Stack>
    </Section>
  );
};

const notKnown = <NoValue means="not known yet" />;

const Figures = ({ run }: { run: Run }) => {
  const { counts } = run;
  const calls = Object.values(run.calls).reduce((sum, count) => sum + count, 0);
  return (
    <Group gap="lg">
      <Stat name={run.kind === 'undo' ? 'Undone' : 'Done'} value={formatNumber(goneThrough(run))} />
      <Stat name="Syncing" value={formatNumber(counts.syncing)} />
      <Stat name="Failed" value={formatNumber(counts.failed)} />
      <Stat name="Not started" value={formatNumber(leftOf(run))} />
      <Stat name="Calls" value={formatNumber(calls)} />
      <Stat name={runDurationLabel(run.kind)} value={<Elapsed run={run} />} />
    </Group>
  );
};

const Elapsed = ({ run: { started, ended, state } }: { run: Run }) => {
  const now = useNow(1000);
  if (ended === undefined && state !== 'running') return notKnown;
  const until = ended === undefined ? now : Date.parse(ended);
  return formatDuration(Math.max(0, until - Date.parse(started)));
};

const NextSteps = ({ run: { caseId, kind, counts } }: { run: Run }) => {
  if (kind === 'rehearsal') return;
  const { done, syncing, failed } = counts;
  const isUndo = kind === 'undo';
  return (
    <>
      <LinkButton to={`/cases/${caseId}/reports`}>Report</LinkButton>
      {!isUndo && done + syncing + failed > 0 && (
        <LinkButton to={`${tokensAt(caseId)}/run?kind=undo`}>Undo…</LinkButton>
      )}
      {done > 0 && <LinkButton to={`${tokensAt(caseId)}/run?kind=check`}>Check again</LinkButton>}
      {failed > 0 && !isUndo && (
        <LinkButton to={`${tokensAt(caseId)}/run?kind=retry`} variant="filled">
          Retry failed rows
        </LinkButton>
      )}
    </>
  );
};
