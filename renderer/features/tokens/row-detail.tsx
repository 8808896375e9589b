import { Group, Stack, Text, Title } from '@mantine/core';
import { formatCount, formatDuration } from '#contract/format.ts';
import type { ShownRowState, TokenRow } from '#contract/token-rows.ts';
import type { TokenRowDetail } from '#contract/token-runs.ts';
import type { StartKind } from '#renderer/lib/start-run.ts';
import { statusOfRow } from '#renderer/lib/token-labels.ts';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { RowCalls } from './row-calls.tsx';
import { RowProblems } from './row-problems.tsx';
import { RowSteps } from './row-steps.tsx';
import { originLabels } from './token-labels.ts';

/** A row with its problem, steps, ids on the target and calls. */
export const RowDetail = ({ caseId, detail }: { caseId: string; detail: TokenRowDetail }) => {
  const { row, calls, callCount } = detail;
  const { tone, label } = statusOfRow(row);
  return (
    <Stack>
      <Group gap="sm">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <NextSteps caseId={caseId} row={row} />
      </Group>
      <RowProblems row={row} />
      {row.state !== 'invalid' && <RowSteps row={row} calls={calls} />}
      <RowFacts row={row} />
      <Stack gap="xs">
        <Title order={3} size="h5">
          Calls
        </Title>
        <Text c="dimmed">
          {callCount === 0
            ? 'No calls to the target yet'
            : `${formatCount(callCount, 'call')} from the ledger${callCount > calls.length ? `; the latest ${calls.length} are shown` : ''}`}
        </Text>
        {calls.length > 0 && <RowCalls calls={calls} />}
      </Stack>
    </Stack>
  );
};

const RowFacts = ({ row }: { row: TokenRow }) => {
  const { data } = useIntegrations();
  const { platformKey } = row;
  const platform = data?.results.find((one) => one.platformKey === platformKey)?.name ?? platformKey;
  const datasets = Object.entries(row.datasets).map(([status, count]) => `${count} ${status}`);
  return (
    <Facts
      facts={[
        ['Reference', row.ref],
        ['Platform', platform === undefined ? undefined : `${platform} (${platformKey})`],
        ['Line', row.line],
        ['Company', <Id key="company" id={row.companyId} origin={row.companyOrigin} what="company id" />],
        [
          'Connection',
          <Id key="connection" id={row.connectionId} origin={row.connectionOrigin} what="connection id" />,
        ],
        ...Object.entries(row.fields).map(([name, value]) => [name, value] as const),
        ['Credentials', row.secretsKept ? 'stored, sealed' : 'not stored'],
        ['Datasets', datasets.length === 0 ? undefined : datasets.join(', ')],
        ['Started', row.started === undefined ? undefined : <Instant key="started" at={row.started} exact />],
        ['Ended', row.ended === undefined ? undefined : <Instant key="ended" at={row.ended} exact />],
        ['Call time', row.calls === 0 ? undefined : formatDuration(row.callMs)],
        ['Note', row.note],
      ]}
    />
  );
};

interface IdProps {
  readonly id: string | undefined;
  readonly origin: TokenRow['companyOrigin'];
  readonly what: string;
}

const Id = ({ id, origin, what }: IdProps) =>
  id === undefined ? (
    <NoValue means="not created yet" />
  ) : (
    <Group gap={4}>
      <span>
        {id}
        {origin === undefined ? '' : ` (${originLabels[origin]})`}
      </span>
      <CopyButton value={id} what={what} />
    </Group>
  );

type NextRun = readonly [kind: StartKind, label: string];

const nextRuns: Partial<Record<ShownRowState, readonly NextRun[]>> = {
  ready: [['pilot', 'Run as pilot']],
  failed: [['retry', 'Retry row']],
  done: [
    ['check', 'Check again'],
    ['undo', 'Undo row…'],
  ],
};

/** Runs of this row alone. */
const NextSteps = ({ caseId, row: { ref, state, held } }: { caseId: string; row: TokenRow }) => {
  if (ref === undefined || (state === 'ready' && held !== undefined)) return undefined;
  return nextRuns[state]?.map(([kind, label]) => (
    <LinkButton
      key={kind}
      to={`${tokensAt(caseId)}/run?kind=${kind}&ref=${encodeURIComponent(ref)}`}
      size="xs"
    >
      {label}
    </LinkButton>
  ));
};
