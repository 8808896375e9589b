import { Menu, UnstyledButton } from '@mantine/core';
import { IconClock, IconPlayerSkipForward, IconPlayerStop } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Health } from '#contract/about.ts';
import type { ClockView, NextDue } from '#contract/clock.ts';
import { formatDueIn, formatNextDue } from '#renderer/lib/due-format.ts';
import { clockFace, dayTime, timeToSecond } from '#renderer/lib/format.ts';
import { useCancelAdvance } from '#renderer/lib/use-cancel-advance.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { advancePath, useNextDue } from '#renderer/lib/use-next-due.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import classes from './status-strip.module.css';

interface StripClockProps {
  readonly health: Health;
  /** When the service's clock was read, by the system's, ms UTC. */
  readonly readAt: number;
}

/** The service's time; on a virtual clock also what is due next, with the way there, and an advance under way. */
export const StripClock = ({ health: { clock }, readAt }: StripClockProps) => (
  <div className={classes.right}>
    {clock.mode === 'system' ? (
      <SystemClock read={Date.parse(clock.now)} readAt={readAt} />
    ) : (
      <VirtualClock known={clock} />
    )}
  </div>
);

const SystemClock = ({ read, readAt }: { readonly read: number; readonly readAt: number }) => {
  usePreference('timeZone');
  const now = useNow(1000);
  return <Face mode="System time" at={read + Math.max(0, now - readAt)} />;
};

const VirtualClock = ({ known }: { readonly known: ClockView }) => {
  usePreference('timeZone');
  const { data: clock = known } = useClock();
  return (
    <>
      {clock.advance === undefined ? <Next clock={clock} /> : <UnderWay {...clock.advance} />}
      <Face mode="Virtual time" at={Date.parse(clock.now)} isVirtual />
    </>
  );
};

interface FaceProps {
  readonly mode: string;
  readonly at: number;
  readonly isVirtual?: true;
}

const Face = ({ mode, at, isVirtual }: FaceProps) => (
  <Link to="/local-api/clock" className={classes.clock}>
    <IconClock size={14} stroke={1.8} aria-hidden />
    <span className={classes.mode} data-virtual={isVirtual}>
      {mode} ·{' '}
    </span>
    {isVirtual ? (
      <>
        <span className={classes.long}>{clockFace(at)}</span>
        <span className={classes.short}>{timeToSecond(at)}</span>
      </>
    ) : (
      clockFace(at)
    )}
  </Link>
);

/** What is due next, and the way to the first of each kind. */
const Next = ({ clock }: { readonly clock: ClockView }) => {
  const due = useNextDue(true).data?.results ?? [];
  const [first] = due;
  if (first === undefined || clock.paused) return null;
  return (
    <Menu position="top-end" width={420}>
      <Menu.Target>
        <UnstyledButton className={classes.next} title={`${textOf(first, clock.now)}. Advance…`}>
          <IconPlayerSkipForward size={14} stroke={1.8} className={classes.icon} aria-hidden />
          <span className={classes.long}>Next: {textOf(first, clock.now)}</span>
          <span className={classes.short}>Next {formatDueIn(first, clock.now)}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {due.map((one) => (
          <Menu.Item
            key={one.what}
            component={Link}
            to={advancePath(one)}
            leftSection={<IconPlayerSkipForward size={14} aria-hidden />}
            rightSection={<span className={classes.dueAt}>{dayTime(one.at)}</span>}
          >
            {textOf(one, clock.now)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const textOf = (due: NextDue, now: string): string => `${formatNextDue(due)} ${formatDueIn(due, now)}`;

const UnderWay = ({ to, cancelling }: NonNullable<ClockView['advance']>) => {
  const cancel = useCancelAdvance();
  return (
    <span className={classes.next}>
      {cancelling ? 'Cancelling advance' : `Advancing to ${dayTime(to)}`}
      <Blockable blocked={cancelling || cancel.isPending ? 'Stops once the work under way ends' : undefined}>
        <UnstyledButton className={classes.cancel} onClick={() => cancel.mutate()}>
          <IconPlayerStop size={14} stroke={1.8} aria-hidden />
          Cancel
        </UnstyledButton>
      </Blockable>
    </span>
  );
};
