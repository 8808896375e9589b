import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ClockView } from '#contract/clock.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { useClockOrder } from './change-clock.ts';

/** What time it is for the service, and whether what falls due is run. */
export const ClockState = ({ clock }: { clock: ClockView }) => {
  const order = useClockOrder();
  const isVirtual = clock.mode === 'virtual';
  const change = (verb: 'pause' | 'resume'): void =>
    order.mutate(verb, {
      onSuccess: () =>
        notifyDone(verb === 'pause' ? 'The clock is paused.' : 'The clock goes on.', () =>
          order.mutate(verb === 'pause' ? 'resume' : 'pause'),
        ),
    });
  return (
    <Section title="The service's clock">
      <Stack gap="sm">
        <Group justify="space-between" gap="md">
          <Group gap="xl">
            <Stat name="Now" value={isVirtual ? <Instant at={clock.now} exact /> : <SystemTime />} />
            <Stat name="Kind" value={isVirtual ? 'Virtual' : 'System time'} />
            <Stat name="State" value={<ClockBadge clock={clock} />} />
          </Group>
          {clock.paused ? (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={order.isPending}
              onClick={() => change('resume')}
            >
              Resume the clock
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              loading={order.isPending}
              onClick={() => change('pause')}
            >
              Pause the clock
            </Button>
          )}
        </Group>
        <Text c="dimmed">{meaningOf(clock)}</Text>
        {order.error && <ErrorNotice title="The clock was not changed" error={order.error} />}
      </Stack>
    </Section>
  );
};

const ClockBadge = ({ clock }: { clock: ClockView }) => {
  if (clock.advancing) return <StatusBadge tone="active">Advancing</StatusBadge>;
  if (clock.paused) return <StatusBadge tone="attention">Paused</StatusBadge>;
  return <StatusBadge tone="good">{clock.mode === 'virtual' ? 'Ready' : 'Running'}</StatusBadge>;
};

/** The desk announces nothing for each second of it. */
const SystemTime = () => <Instant at={new Date(useNow(1000)).toISOString()} />;

const meaningOf = ({ mode, paused }: ClockView): string => {
  if (paused) {
    return 'Nothing that falls due is run: no delivery, no alert, no end of a sync. Nothing is lost by it; it is run when the clock goes on.';
  }
  return mode === 'virtual'
    ? 'It stands still until it is advanced. What is due at once, such as a first attempt, is run without that.'
    : 'What falls due is run when its time comes. Paused, it waits; nothing is lost by it.';
};
