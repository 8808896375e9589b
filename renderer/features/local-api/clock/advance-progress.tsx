import { Progress, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { ClockView } from '#contract/clock.ts';
import { formatBetween } from '#renderer/lib/due-format.ts';
import { useCancelAdvance } from '#renderer/lib/use-cancel-advance.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

interface AdvanceProgressProps {
  readonly now: string;
  readonly advance: NonNullable<ClockView['advance']>;
}

/** An advance under way, whoever started it. */
export const AdvanceProgress = ({ now, advance: { from, to, cancelling } }: AdvanceProgressProps) => {
  const cancel = useCancelAdvance();
  const whole = Date.parse(to) - Date.parse(from);
  const done = Date.parse(now) - Date.parse(from);
  return (
    <Section
      title="Advancing"
      actions={
        <SmallButton
          icon={IconPlayerStop}
          loading={cancel.isPending || cancelling}
          onClick={() => cancel.mutate()}
        >
          Cancel advance
        </SmallButton>
      }
    >
      <Stack gap="xs">
        <Text>
          From <Instant at={from} exact /> to <Instant at={to} exact /> ({formatBetween(from, to)})
        </Text>
        <Progress.Root size="sm">
          <Progress.Section
            value={Math.min(100, Math.max(0, whole === 0 ? 100 : (100 * done) / whole))}
            aria-label="Progress of the clock"
          />
        </Progress.Root>
        <Text role="status">
          {cancelling ? 'Cancelling: waiting for work under way' : 'Now'} <Instant at={now} exact />. Slow
          endpoints delay it by up to 15 s.
        </Text>
        {cancel.error && <ErrorNotice title="Advance not cancelled" error={cancel.error} />}
      </Stack>
    </Section>
  );
};
