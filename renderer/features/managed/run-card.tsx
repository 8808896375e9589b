import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { isUnfinished } from '#renderer/lib/token-queries.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RunBar } from '#renderer/ui/run-bar.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { isOutsideWindow, WindowOverride } from '#renderer/ui/window-override.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { formatCompanies, formatPace, wordOfRun } from './run-format.ts';
import { useControlRun } from './runs.ts';

/** How far a run is, what can be done to it, and why companies failed. */
export const RunCard = ({ caseId, run }: { readonly caseId: string; readonly run: Run }) => {
  const { words, tone } = wordOfRun(run);
  const pace = run.state === 'running' ? formatPace(run) : '';
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600}>
              {runKindLabels[run.kind]} on “{run.targetName}”
            </Text>
            <StatusBadge tone={tone}>{words}</StatusBadge>
            {isUnfinished(run) && <AsOf />}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            Started <Instant at={run.started} /> by {run.by}
            {run.ended !== undefined && (
              <>
                , ended <Instant at={run.ended} />
              </>
            )}
            . <TextLink to={`/cases/${caseId}/tokens`}>Rows and calls under Tokens</TextLink>
          </Text>
        </Stack>
        {isUnfinished(run) && <RunControls caseId={caseId} run={run} />}
      </Group>
      <RunBar run={run} />
      <Group justify="space-between">
        <Text role="status">{formatCompanies(run)}</Text>
        <Text c="dimmed">{pace}</Text>
      </Group>
      {run.remark !== undefined && (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Worded text={run.remark} />
          {run.state === 'running' && run.remark.includes('virtual clock') && (
            <>
              {' '}
              <TextLink to="/local-api/clock">Open the clock</TextLink>
            </>
          )}
        </Text>
      )}
      <FailuresByCause failures={run.failures} />
    </Stack>
  );
};

const RunControls = ({ caseId, run }: { readonly caseId: string; readonly run: Run }) => {
  const control = useControlRun(caseId);
  const what = runKindLabels[run.kind].toLowerCase();
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {run.state === 'running' ? (
          <Button
            size="xs"
            variant="default"
            loading={control.isPending}
            onClick={() => control.mutate({ control: 'pause' })}
          >
            Pause the {what}
          </Button>
        ) : (
          <>
            <Button
              size="xs"
              loading={control.isPending}
              onClick={() => control.mutate({ control: 'resume' })}
            >
              Resume the {what}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={control.isPending}
              onClick={() => control.mutate({ control: 'cancel' })}
            >
              Cancel the {what}
            </Button>
          </>
        )}
      </Group>
      {control.error && !isOutsideWindow(control.error) && (
        <ErrorNotice title="The run was not changed" error={control.error} />
      )}
      <WindowOverride
        error={control.error}
        draft={`run:${run.id}:window-override`}
        busy={control.isPending}
        onSubmit={(overrideWindow) => control.mutate({ control: 'resume', overrideWindow })}
        onClose={control.reset}
      />
    </Stack>
  );
};

const FailuresByCause = ({ failures }: Pick<Run, 'failures'>) => {
  const found = (Object.entries(failures) as [Cause, number][]).filter(([, count]) => count > 0);
  if (found.length === 0) return undefined;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="Why companies failed">
      <List spacing={6}>
        {found.map(([cause, count]) => {
          const { title, meaning, action, responsible } = causeLabels[cause];
          return (
            <List.Item key={cause}>
              <strong>
                {title} ({count})
              </strong>
              : {meaning} {action} Responsible: {partyLabels[responsible].toLowerCase()}.
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
};
