import { Text } from '@mantine/core';
import { IconPlayerSkipForward } from '@tabler/icons-react';
import type { ClockView } from '#contract/clock.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { formatEnded } from './advance-result.ts';

interface LastAdvanceProps {
  readonly clock: ClockView;
  /** What became of deliveries; known only where it was started. */
  readonly result: string | undefined;
  /** Asks to advance to an instant, UTC. */
  readonly onAdvance: (to: string) => void;
}

/** How the last advance ended, and the rest of it where it was not complete. */
export const LastAdvance = ({ clock, result, onAdvance }: LastAdvanceProps) => {
  const { lastAdvance: last } = clock;
  if (last === undefined || clock.advancing) return null;
  const isComplete = last.outcome === 'completed';
  return (
    <Section
      title="Last advance"
      actions={
        !isComplete && (
          <Blockable blocked={clock.paused ? 'Clock paused: resume it first.' : undefined}>
            <SmallButton changes icon={IconPlayerSkipForward} onClick={() => onAdvance(last.to)}>
              Continue…
            </SmallButton>
          </Blockable>
        )
      }
    >
      <Text role="status">
        {formatEnded(last)}
        {result === undefined ? '' : `: ${result}`}
      </Text>
    </Section>
  );
};
