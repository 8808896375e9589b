import { Progress, Stack, Text } from '@mantine/core';
import { Instant } from '#renderer/ui/instant.tsx';

/** A move of the clock under way. Instants are UTC. */
export interface RunningAdvance {
  readonly from: string;
  readonly to: string;
  /** How far, as text. */
  readonly by: string;
  /** Work known to be due when it began. */
  readonly due: string;
}

interface AdvanceProgressProps {
  readonly running: RunningAdvance;
  /** The clock's present time. */
  readonly now: string;
}

export const AdvanceProgress = ({ running: { from, to, by, due }, now }: AdvanceProgressProps) => {
  const whole = Date.parse(to) - Date.parse(from);
  const done = Date.parse(now) - Date.parse(from);
  return (
    <Stack gap="xs">
      <Text>
        From <Instant at={from} exact /> to <Instant at={to} exact /> ({by}). {due}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section
          value={Math.min(100, Math.max(0, (100 * done) / whole))}
          aria-label="Progress of the clock"
        />
      </Progress.Root>
      <Text role="status">
        Advancing: <Instant at={now} exact />. Slow endpoints delay it by up to 15 s.
      </Text>
    </Stack>
  );
};
