import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AuditRemoval, AuditStream, AuditTest } from '#contract/audit.ts';
import { formatCount, formatDuration } from '#contract/format.ts';
import { rotationOverlapMs } from '#contract/schedule.ts';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone, notifyFailed, notifyRemark } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import type { Shown } from './shown-once.tsx';
import { detailLabels, formatLabels, stateLabels } from './stream-labels.ts';
import { useChangeStream, useRemoveStream, useRotate, useTestStream } from './use-streams.ts';

interface StreamCardProps {
  readonly stream: AuditStream;
  readonly onEdit: () => void;
  readonly onSecret: (shown: Shown) => void;
}

const overlap = formatDuration(rotationOverlapMs);

/** One stream: what waits and since when, its settings, and the result of a test. */
export const StreamCard = ({ stream, onEdit, onSecret }: StreamCardProps) => {
  const { id, name, state, format } = stream;
  const test = useTestStream(id);
  const isOpen = state !== 'lost' && state !== 'ending';
  return (
    <Section
      title={name}
      beside={<StatusBadge tone={stateLabels[state].tone}>{stateLabels[state].label}</StatusBadge>}
      actions={
        <>
          {isOpen && (
            <>
              <SmallButton
                loading={test.isPending}
                aria-label={`Send test event to ${name}`}
                onClick={() => test.mutate()}
              >
                Send test event
              </SmallButton>
              <PauseButton stream={stream} />
              <SmallButton changes aria-label={`Edit ${name}`} onClick={onEdit}>
                Edit…
              </SmallButton>
            </>
          )}
          {isOpen && format !== 'otlp' && <Rotate stream={stream} onSecret={onSecret} />}
          <Remove stream={stream} />
        </>
      }
    >
      <Stack gap="sm">
        <Trouble stream={stream} />
        <Facts facts={factsOf(stream)} />
        <div role="status">{test.data && <TestResult result={test.data} />}</div>
        {test.error && <ErrorNotice title="Test event not sent" error={test.error} />}
      </Stack>
    </Section>
  );
};

const factsOf = (stream: AuditStream): Parameters<typeof Facts>[0]['facts'] => {
  const { url, format, detail, headers, hasCa, behind, delivered, rejected, formerSecretUntil } = stream;
  return [
    [
      'Waiting',
      behind && (
        <>
          {formatCount(behind.changes, 'entry', 'entries')} of the journal, since{' '}
          <Instant at={behind.since} seconds />
        </>
      ),
    ],
    [
      'Delivered',
      delivered ? (
        <>
          {formatCount(delivered.events, 'event')}, last <Instant at={delivered.at} seconds />
        </>
      ) : (
        'Nothing yet'
      ),
    ],
    [
      'Rejected',
      rejected && (
        <>
          {formatCount(rejected.events, 'event')}, last <Instant at={rejected.at} seconds />. Not sent again:{' '}
          {rejected.problem}
        </>
      ),
    ],
    ['URL', <Code key="url">{url}</Code>],
    ['Format', formatLabels[format]],
    ['Detail', detailLabels[detail]],
    [
      'Headers',
      headers.length === 0 ? undefined : (
        <Group key="headers" gap={4}>
          {headers.map(({ name, value }) => (
            <Code key={name}>{`${name}: ${value}`}</Code>
          ))}
        </Group>
      ),
    ],
    ['Certificates', hasCa ? 'A private authority is also trusted' : undefined],
    [
      'Former secret',
      formerSecretUntil && (
        <>
          Signs, too, until <Instant at={formerSecretUntil} />
        </>
      ),
    ],
  ];
};

const Trouble = ({ stream: { state, failing } }: { readonly stream: AuditStream }) => {
  if (state === 'lost') {
    return (
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        Its settings are gone, were changed outside Carryover, or can't be decrypted. Nothing is sent. Remove
        it, then add it again.
      </Alert>
    );
  }
  if (failing === undefined) return undefined;
  const { problem, attempts, since, next } = failing;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <Text style={{ overflowWrap: 'anywhere' }}>{problem}</Text>
      <Text size="sm">
        {formatCount(attempts, 'attempt')} since <Instant at={since} seconds />
        {state === 'paused' ? (
          '. Retried when resumed.'
        ) : (
          <>
            , next at <Instant at={next} seconds />
          </>
        )}
      </Text>
    </Alert>
  );
};

const TestResult = ({ result }: { readonly result: AuditTest }) => {
  const { delivered, status, problem, durationMs, event } = result;
  const response = status === undefined ? 'No response' : `Status ${status}`;
  const isSaid = problem?.startsWith(response);
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <StatusBadge tone={delivered ? 'good' : 'bad'}>
          {delivered ? 'Test event delivered' : 'Test event not delivered'}
        </StatusBadge>
        <Text c="dimmed">
          {isSaid ? 'After' : `${response} after`} {formatDuration(durationMs)}, sent{' '}
          <Instant at={event.at} seconds />
        </Text>
      </Group>
      {problem !== undefined && <Text style={{ overflowWrap: 'anywhere' }}>{problem}</Text>}
    </Stack>
  );
};

const PauseButton = ({ stream: { id, name, state } }: { readonly stream: AuditStream }) => {
  const change = useChangeStream(id);
  const isPaused = state === 'paused';
  const verb = isPaused ? 'Resume' : 'Pause';
  return (
    <SmallButton
      loading={change.isPending}
      aria-label={`${verb} ${name}`}
      onClick={() =>
        change.mutate(
          { paused: !isPaused },
          {
            onSuccess: () =>
              notifyDone(
                isPaused
                  ? `Audit stream ${name} resumed.`
                  : `Audit stream ${name} paused. What is recorded waits.`,
              ),
            onError: (error) => notifyFailed(`${name} not ${isPaused ? 'resumed' : 'paused'}`, error),
          },
        )
      }
    >
      {verb}
    </SmallButton>
  );
};

const Rotate = ({ stream: { id, name }, onSecret }: Pick<StreamCardProps, 'stream' | 'onSecret'>) => {
  const rotate = useRotate(id);
  return (
    <ConfirmAction
      trigger={(ask) => (
        <SmallButton changes aria-label={`Rotate secret of ${name}`} onClick={ask}>
          Rotate secret…
        </SmallButton>
      )}
      title={`Rotate secret of ${name}?`}
      text={`For ${overlap} requests are signed with both secrets: update the receiver in that time. An earlier former secret ends at once.`}
      action="Rotate secret"
      isDangerous
      doing={rotate}
      failed="Secret not rotated"
      onConfirm={(close) =>
        rotate.mutate(undefined, {
          onSuccess: ({ secret, formerUntil }) => {
            close();
            rotate.reset();
            onSecret({ name, secret, formerUntil });
          },
        })
      }
    />
  );
};

const Remove = ({ stream: { id, name, state } }: { readonly stream: AuditStream }) => {
  // Once it is removed there is no card any more: told by the request, not by the dialog.
  const remove = useRemoveStream(id, (removal) => tellRemoved(name, removal));
  return (
    <ConfirmAction
      trigger={(ask) =>
        state !== 'ending' && (
          <SmallButton changes aria-label={`Remove ${name}`} onClick={ask}>
            Remove…
          </SmallButton>
        )
      }
      title={`Remove ${name}?`}
      text={removalTexts[state === 'lost' || state === 'paused' ? state : 'open']}
      action="Remove stream"
      isDangerous
      doing={remove}
      progress="Waiting for the last event, at most 10 s…"
      failed="Stream not removed"
      onConfirm={() => remove.mutate()}
    />
  );
};

const removalTexts = {
  open: 'Its last event is its removal. Nothing more is sent, and its settings are deleted.',
  paused: 'It is paused: what waits is never sent, its removal neither. Its settings are deleted.',
  lost: 'Nothing is sent any more, and what is left of its settings is deleted.',
} as const;

const tellRemoved = (name: string, { lastEvent, left, problem }: AuditRemoval): void => {
  const removed = `Audit stream ${name} removed.`;
  if (lastEvent === 'delivered') {
    notifyDone(`${removed} Its last event was delivered.`);
    return;
  }
  const waiting = `${formatCount(left, 'entry', 'entries')} of the journal not delivered.`;
  notifyRemark(`${name} removed, its last event not delivered`, `${waiting} ${problem ?? ''}`.trim());
};
