import { Text, Timeline } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { EligibilityView } from '#contract/eligibility.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { ChangeWords } from './change-line.tsx';
import { verdictTones } from './labels.ts';

/** The verdicts on record, the newest first, each with what had changed. */
export const History = ({ view }: { view: EligibilityView }) => {
  if (view.history.length === 0) {
    return (
      <Empty
        icon={<IconHistory aria-hidden />}
        title="No verdict is on record yet"
        text="The first check records one. After that, each that differs from the one before is kept with what changed."
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
          {change ? <ChangeWords change={change} rows={view.rows} /> : <Text>The first verdict.</Text>}
        </Timeline.Item>
      ))}
    </Timeline>
  );
};
