import { Progress, Stack, Text } from '@mantine/core';
import { Instant } from '#renderer/ui/instant.tsx';

/** A move of the clock, as it was begun. Instants are UTC. */
export interface Begun {
  readonly from: string;
  readonly to: string;
  /** How far, in the person's words. */
  readonly later: string;
  /** What was known to fall due. */
  readonly happens: string;
}

interface AdvanceProgressProps {
  readonly begun: Begun;
  /** Where the clock stands now. */
  readonly now: string;
}

/** How far the clock has come; what was said before it began stands still. */
export const AdvanceProgress = ({ begun: { from, to, later, happens }, now }: AdvanceProgressProps) => {
  const whole = Date.parse(to) - Date.parse(from);
  const done = Date.parse(now) - Date.parse(from);
  return (
    <Stack gap="xs">
      <Text>
        From <Instant at={from} exact /> to <Instant at={to} exact />, {later} later. {happens}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={Math.min(100, Math.max(0, (100 * done) / whole))}
          aria-label="How far the clock has come"
          animated
        />
      </Progress.Root>
      <Text role="status">
        Advancing: it is <Instant at={now} exact /> now. An endpoint that does not answer is waited for, 15 s
        at most.
      </Text>
    </Stack>
  );
};
