import { Alert, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconHourglass, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView, SoakObservation, SoakProblem, SoakView } from '#contract/cutover.ts';
import { soakProblemLabels } from '#contract/cutover-labels.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { RollBack } from '#renderer/features/cutover/complete/roll-back.tsx';
import { useObserveSoak, useStartSoak } from '#renderer/features/cutover/cutover-calls.ts';
import { isReached, Missing } from '#renderer/features/cutover/missing.tsx';
import classes from '#renderer/features/cutover/stage.module.css';
import { Reason, StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { fromNow } from '#renderer/lib/format.ts';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Worded } from '#renderer/ui/worded.tsx';

interface SoakStageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

/** Every delivery of the new endpoints, watched for an agreed time. */
export const SoakStage = ({ found, view }: SoakStageProps) => {
  const observe = useObserveSoak(found.id);
  const open = found.state === 'open';
  return (
    <>
      <StageBar
        title="Soak"
        about={
          view.local
            ? 'Deliveries of the new endpoints, from the log of the local service.'
            : 'Daily check of the endpoints; a remote target does not tell of its deliveries.'
        }
      >
        <RollBack found={found} view={view} />
        {open && view.soak && (
          <IconButton
            icon={IconRefresh}
            variant="default"
            loading={observe.isPending}
            onClick={() => observe.mutate()}
          >
            Check now
          </IconButton>
        )}
        {open && <StartSoak found={found} view={view} />}
      </StageBar>
      <Stack className={classes.body}>
        {observe.error && <ErrorNotice title="Endpoints not checked" error={observe.error} />}
        <Missing view={view} stage="soak" />
        {view.soak === undefined ? (
          <Empty
            icon={<IconHourglass aria-hidden />}
            title="No soak yet"
            text="Failures, disabled endpoints, lost headers and occurrences that only the legacy mechanism would have sent are noticed for an agreed time."
          />
        ) : (
          <Soak soak={view.soak} local={view.local} />
        )}
      </Stack>
    </>
  );
};

const StartSoak = ({ found, view }: SoakStageProps) => {
  const [asking, setAsking] = useState(false);
  const missing = isReached(view, 'verified') ? undefined : 'Verify the cutover first';
  if (view.soak?.state === 'running') return undefined;
  return (
    <>
      {missing !== undefined && <Reason>{missing}</Reason>}
      <Blockable blocked={missing}>
        <IconButton
          changes
          icon={IconPlayerPlay}
          variant={view.soak === undefined ? 'filled' : 'default'}
          onClick={() => setAsking(true)}
        >
          Start soak…
        </IconButton>
      </Blockable>
      {asking && <SoakModal caseId={found.id} local={view.local} onClose={() => setAsking(false)} />}
    </>
  );
};

const defaultDays = 7;

interface SoakModalProps {
  readonly caseId: string;
  readonly local: boolean;
  readonly onClose: () => void;
}

const SoakModal = ({ caseId, local, onClose }: SoakModalProps) => {
  const start = useStartSoak(caseId, local);
  const own = useOwnName();
  const form = useDraftForm({
    draft: `case:${caseId}:soak`,
    initialValues: {
      days: defaultDays as number | string,
      by: own.name,
      note: '',
    },
    error: start.error,
  });
  return (
    <Modal opened onClose={onClose} title="Start soak" size="lg">
      <ActionForm
        form={form}
        saving={start}
        action="Start soak"
        failed="Soak not started"
        onSubmit={({ days, by, note }) =>
          start.mutate(
            {
              days: Number(days),
              by: by.trim(),
              note: note.trim() || undefined,
            },
            {
              onSuccess: () => {
                form.forget();
                onClose();
              },
            },
          )
        }
        onCancel={onClose}
      >
        <NumberInput
          label="Days"
          description="As agreed with the integrator"
          required
          min={0.01}
          max={365}
          decimalScale={2}
          w={200}
          {...form.getInputProps('days')}
        />
        <TextInput label="Agreed by" required data-autofocus {...form.getInputProps('by')} />
        <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
      </ActionForm>
    </Modal>
  );
};

const Soak = ({ soak, local }: { readonly soak: SoakView; readonly local: boolean }) => {
  const { started, until, by, state, last, history } = soak;
  const system = useNow();
  const clock = useClock().data;
  const now = local ? clock && Date.parse(clock.now) : system;
  return (
    <>
      <Group gap="sm">
        <StatusBadge tone={state === 'running' ? 'active' : 'good'}>
          {state === 'running' ? 'Running' : 'Over'}
        </StatusBadge>
        <Text>
          <Instant at={started} /> to <Instant at={until} />
          {state === 'running' && now !== undefined && ` (${fromNow(until, now)})`} · {by}
        </Text>
      </Group>
      {last === undefined ? <Text>Nothing observed yet.</Text> : <Observed observation={last} />}
      {history.length > 1 && <History history={history} />}
    </>
  );
};

const Observed = ({
  observation: { at, endpoints, problems },
}: {
  readonly observation: SoakObservation;
}) => (
  <>
    {problems.length === 0 ? (
      <Text role="status">
        No problems, as of <Instant at={at} seconds />.
      </Text>
    ) : (
      <Alert color="red" title={`${formatCount(problems.length, 'problem')} noticed`}>
        <Problems problems={problems} />
      </Alert>
    )}
    <Section
      title="Endpoints"
      level={3}
      description={
        <>
          As of <Instant at={at} seconds />
        </>
      }
    >
      <DataTable
        label="Endpoints in soak"
        rows={endpoints}
        columns={endpointColumns}
        rowId={({ webhookId }) => webhookId}
        minWidth={560}
      />
    </Section>
  </>
);

const Problems = ({ problems }: { readonly problems: readonly SoakProblem[] }) => (
  <Stack gap={4}>
    {problems.map(({ id, what, count, webhookId }) => (
      <Text key={`${id} ${webhookId ?? ''} ${what}`} style={{ overflowWrap: 'anywhere' }}>
        <b>{soakProblemLabels[id]}</b>
        {count > 1 && ` (${formatNumber(count)})`}: <Worded text={what} />
      </Text>
    ))}
  </Stack>
);

type Endpoint = SoakObservation['endpoints'][number];
const figure = (of: 'succeeded' | 'failed' | 'waiting') => ({
  align: 'right' as const,
  width: 110,
  cell: ({ deliveries }: Endpoint) =>
    deliveries === undefined ? <NoValue means="not told by the target" /> : formatNumber(deliveries[of]),
});

const endpointColumns: readonly TableColumn<Endpoint>[] = [
  { header: 'Endpoint', sortBy: ({ url }) => url, cell: ({ url }) => withoutScheme(url) },
  {
    header: 'State',
    width: 130,
    cell: ({ disabled }) => (
      <StatusBadge tone={disabled ? 'bad' : 'good'}>{disabled ? 'Disabled' : 'Enabled'}</StatusBadge>
    ),
  },
  { header: 'Delivered', ...figure('succeeded') },
  { header: 'Failed', ...figure('failed') },
  { header: 'Waiting', ...figure('waiting') },
];

const History = ({ history }: { readonly history: readonly SoakObservation[] }) => (
  <Section title="History" level={3} description="Whenever problems changed">
    <Stack gap="sm">
      {history.map((one) => (
        <div key={one.at}>
          <Text size="sm" c="dimmed">
            <Instant at={one.at} seconds />
          </Text>
          {one.problems.length === 0 ? <Text>No problems.</Text> : <Problems problems={one.problems} />}
        </div>
      ))}
    </Stack>
  </Section>
);
