import { Stack } from '@mantine/core';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { statusOfRun } from '#renderer/lib/token-labels.ts';
import { isUnfinished, tokensAt, useRuns } from '#renderer/lib/token-queries.ts';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { RunControls } from '#renderer/ui/run-controls.tsx';
import { RunNotices } from '#renderer/ui/run-notices.tsx';
import { RunProgress } from '#renderer/ui/run-progress.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Unread } from '#renderer/ui/unread.tsx';
import { placeOf } from './token-labels.ts';

/** The unfinished run of the case, if there is one. */
export const CurrentRun = ({ caseId }: { caseId: string }) => {
  const query = useRuns(caseId);
  const run = query.data?.results.find(isUnfinished);
  return (
    <>
      <Unread query={query} what="Runs" />
      {run && <Current run={run} />}
    </>
  );
};

const Current = ({ run }: { run: Run }) => {
  const { tone, label } = statusOfRun(run);
  return (
    <Section
      title={`${runKindLabels[run.kind]} · ${placeOf(run)}`}
      beside={<StatusBadge tone={tone}>{label}</StatusBadge>}
      actions={
        <>
          <LinkButton to={`${tokensAt(run.caseId)}/runs/${run.id}`}>Open run</LinkButton>
          <RunControls run={run} />
        </>
      }
    >
      <Stack gap="sm">
        <RunNotices run={run} />
        <RunProgress run={run} />
      </Stack>
    </Section>
  );
};
