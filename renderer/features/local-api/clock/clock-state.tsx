import { Group, Stack } from '@mantine/core';
import { IconClock, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ClockView } from '#contract/clock.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { useChangeClock } from './use-change-clock.ts';

interface ClockStateProps {
  readonly clock: ClockView;
  /** Asks to open the sandbox of a clock. */
  readonly onOpen: (clock: ClockMode) => void;
}

/** The service's time, and whether due work runs. */
export const ClockState = ({ clock, onOpen }: ClockStateProps) => {
  const change = useChangeClock();
  const onServer = useOnServer();
  const isVirtual = clock.mode === 'virtual';
  const [verb, opposite] = clock.paused ? (['resume', 'pause'] as const) : (['pause', 'resume'] as const);
  const Icon = clock.paused ? IconPlayerPlay : IconPlayerPause;
  const submit = (): void =>
    change.mutate(verb, {
      onSuccess: () =>
        notifyDone(verb === 'pause' ? 'Clock paused.' : 'Clock resumed.', () => change.mutate(opposite)),
    });
  return (
    <Section
      title="Service clock"
      description={meaningOf(clock)}
      actions={
        <>
          {isVirtual && (
            <Blockable blocked={onServer}>
              <IconButton changes variant="default" icon={IconClock} onClick={() => onOpen('system')}>
                Return to system time…
              </IconButton>
            </Blockable>
          )}
          <IconButton
            variant={clock.paused ? 'filled' : 'default'}
            icon={Icon}
            loading={change.isPending}
            onClick={submit}
          >
            {clock.paused ? 'Resume clock' : 'Pause clock'}
          </IconButton>
        </>
      }
    >
      <Stack gap="sm">
        <Group gap="xl">
          <Stat name="Now" value={isVirtual ? <Instant at={clock.now} exact /> : <SystemTime />} />
          <Stat name="Mode" value={isVirtual ? 'Virtual' : 'System time'} />
          <Stat name="Status" value={<ClockBadge clock={clock} />} />
        </Group>
        {change.error && <ErrorNotice title="Clock not changed" error={change.error} />}
      </Stack>
    </Section>
  );
};

const ClockBadge = ({ clock }: { clock: ClockView }) => {
  if (clock.advancing) return <StatusBadge tone="active">Advancing</StatusBadge>;
  if (clock.paused) return <StatusBadge tone="attention">Paused</StatusBadge>;
  return <StatusBadge tone="good">{clock.mode === 'virtual' ? 'Ready' : 'Running'}</StatusBadge>;
};

/** Ticks here: the desk announces no seconds of it. */
const SystemTime = () => <Instant at={new Date(useNow(1000)).toISOString()} />;

const meaningOf = ({ mode, paused }: ClockView): string => {
  if (paused) return 'Deliveries, alerts and syncs wait until the clock is resumed; nothing is lost.';
  return mode === 'virtual'
    ? 'Moves only when advanced; work due now, such as a first attempt, runs at once.'
    : 'Deliveries, alerts and syncs run when they are due.';
};
