import { Text, Timeline } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { ChangeList } from './change-list.tsx';
import { verdictTones } from './labels.ts';

/** Recorded verdicts with their changes, newest first. */
export const History = ({ view }: { view: EligibilityView }) => {
  if (view.history.length === 0) {
    return (
      <Empty
        icon={<IconHistory aria-hidden />}
        title="No verdicts yet"
        text={
          <Defined text="The first check records a verdict; every change is added." terms={['verdict']} />
        }
      />
    );
  }
  return (
    <Timeline bulletSize={16} lineWidth={2} active={view.history.length}>
      {view.history.toReversed().map(({ at, actor, state, change }) => (
        <Timeline.Item
          key={at}
          title={<StatusBadge tone={verdictTones[state]}>{verdictLabels[state]}</StatusBadge>}
        >
          <Text c="dimmed" mb={4}>
            <Instant at={at} /> · {actor}
          </Text>
          {change ? <ChangeList change={change} rows={view.rows} /> : <Text>First verdict.</Text>}
        </Timeline.Item>
      ))}
    </Timeline>
  );
};
