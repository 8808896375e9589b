import { Group, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { Attempt, Delivery, MessageDetail } from '#contract/message.ts';
import { deliveryReason } from '#renderer/lib/delivery-labels.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { AttemptDetail } from './attempt-detail.tsx';
import { AttemptSchedule } from './attempt-schedule.tsx';
import { isOnSchedule, isScheduled } from './attempt-slots.ts';
import { AttemptTable } from './attempt-table.tsx';
import { CompareAttempts } from './compare/compare-attempts.tsx';
import { lastTwo, type Pair } from './compare/pair.ts';
import { NextAttempt } from './next-attempt.tsx';

interface DeliveryViewProps {
  readonly message: MessageDetail;
  readonly delivery: Delivery;
}

/** A message at one endpoint: its schedule, its attempts, two of them compared, and one in full. */
export const DeliveryView = ({ message, delivery }: DeliveryViewProps) => {
  const attempts = message.attempts.filter(({ webhookId }) => webhookId === delivery.webhookId);
  const [chosen, setChosen] = useState<string>();
  const [pair, setPair] = useState<Pair>();
  const shown = attempts.find(({ id }) => id === chosen) ?? attempts.at(-1);
  const follows = isOnSchedule(delivery, attempts);
  const canCompare = attempts.length > 1;
  const compare = (): void => setPair(pair === undefined ? lastTwo(attempts) : undefined);
  const reason = canCompare ? undefined : 'needs two attempts';
  useShortcuts('Message', [
    { label: 'Compare attempts', icon: IconArrowsDiff, keys: 'C', reason, inPalette: true, run: compare },
    { label: 'Close comparison', keys: 'Escape', enabled: pair !== undefined, run: () => setPair(undefined) },
  ]);
  return (
    <>
      <Section
        title="Attempts"
        description={<Counts delivery={delivery} attempts={attempts} />}
        actions={
          <Blockable blocked={canCompare ? undefined : 'Needs two attempts.'}>
            <SmallButton
              variant="subtle"
              icon={IconArrowsDiff}
              aria-pressed={pair !== undefined}
              aria-keyshortcuts="C"
              title={canCompare ? 'Compare the last two (C)' : undefined}
              onClick={compare}
            >
              {reason === undefined ? 'Compare' : `Compare: ${reason}`}
            </SmallButton>
          </Blockable>
        }
      >
        {follows && (
          <AttemptSchedule
            delivery={delivery}
            attempts={attempts}
            chosen={shown?.id}
            pair={pair}
            onChoose={setChosen}
          />
        )}
        {attempts.length === 0 ? (
          <Text c="dimmed">First attempt not finished.</Text>
        ) : (
          !(follows && attempts.every(isScheduled)) && (
            <AttemptTable attempts={attempts} chosen={shown?.id} onChoose={setChosen} />
          )
        )}
      </Section>
      {pair && (
        <CompareAttempts
          attempts={attempts}
          pair={pair}
          onPair={setPair}
          onClose={() => setPair(undefined)}
        />
      )}
      {shown && <AttemptDetail key={shown.id} messageId={message.id} attempt={shown} />}
    </>
  );
};

interface CountsProps {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

const Counts = ({ delivery, attempts }: CountsProps) => {
  // The delivery counts those too that have not ended, which the list below does not have.
  const underWay = delivery.attempts - attempts.length;
  return (
    <Group gap="xs">
      <span>
        {deliveryReason(delivery.status, attempts)} {formatNumber(attempts.length)}{' '}
        <Term term="attempt">{attempts.length === 1 ? 'attempt' : 'attempts'}</Term>
        {underWay > 0 && ` · ${formatNumber(underWay)} in progress`}
      </span>
      <NextAttempt delivery={delivery} />
    </Group>
  );
};
