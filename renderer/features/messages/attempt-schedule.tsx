import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#contract/format.ts';
import type { Attempt, Delivery } from '#contract/message.ts';
import { formatOutcome, succeeded, triggerLabels } from '#renderer/lib/delivery-labels.ts';
import { dayTime, timeToSecond } from '#renderer/lib/format.ts';
import classes from './attempt-schedule.module.css';
import { type Slot, slotsOf } from './attempt-slots.ts';
import type { Pair } from './compare/pair.ts';

interface AttemptScheduleProps {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
  /** Id of the attempt shown below. */
  readonly chosen: string | undefined;
  /** Two that are compared. */
  readonly pair: Pair | undefined;
  readonly onChoose: (attemptId: string) => void;
}

/** The eight attempts of the 28-hour schedule: those made, and those to come with their times. */
export const AttemptSchedule = ({ delivery, attempts, chosen, pair, onChoose }: AttemptScheduleProps) => (
  <ol className={classes.schedule} aria-label="28-hour schedule">
    {slotsOf(delivery, attempts).map((slot) => (
      <li
        key={slot.number}
        className={classes.slot}
        data-state={slot.state}
        data-chosen={(slot.attempt !== undefined && slot.attempt.id === chosen) || undefined}
      >
        <SlotButton slot={slot} letter={letterOf(slot, pair)} onChoose={onChoose} />
        {slot.extra.map((attempt) => (
          <ExtraAttempt key={attempt.id} attempt={attempt} onChoose={onChoose} />
        ))}
      </li>
    ))}
  </ol>
);

const icons = {
  succeeded: IconCircleCheck,
  failed: IconCircleX,
  next: IconClock,
  scheduled: IconCircleDashed,
  unneeded: IconCircleMinus,
};

interface ChooserProps {
  readonly onChoose: (attemptId: string) => void;
}

/** Which of the two that are compared it is. */
const letterOf = ({ attempt }: Slot, pair: Pair | undefined): string | undefined => {
  if (attempt === undefined) return undefined;
  if (attempt.id === pair?.a) return 'A';
  return attempt.id === pair?.b ? 'B' : undefined;
};

interface SlotButtonProps extends ChooserProps {
  readonly slot: Slot;
  readonly letter: string | undefined;
}

const SlotButton = ({ slot, letter, onChoose }: SlotButtonProps) => {
  const Icon = icons[slot.state];
  const { attempt } = slot;
  const content: ReactNode = (
    <>
      <span className={classes.muted}>{slot.number === 1 ? '0 s' : `+${formatDuration(slot.waitMs)}`}</span>
      <span className={classes.icon}>
        <Icon size={16} aria-hidden />
      </span>
      <b>
        {resultOf(slot)} {letter && <span className={classes.letter}>{letter}</span>}
      </b>
      <span className={classes.muted}>{timeOf(slot)}</span>
    </>
  );
  if (attempt === undefined) return <span className={classes.part}>{content}</span>;
  return (
    <button
      type="button"
      className={classes.part}
      title={`Show attempt ${slot.number}`}
      onClick={() => onChoose(attempt.id)}
    >
      {content}
    </button>
  );
};

const ExtraAttempt = ({ attempt, onChoose }: ChooserProps & { readonly attempt: Attempt }) => {
  const Icon = succeeded(attempt) ? IconCircleCheck : IconCircleX;
  return (
    <button
      type="button"
      className={classes.extra}
      data-state={succeeded(attempt) ? 'succeeded' : 'failed'}
      onClick={() => onChoose(attempt.id)}
    >
      <Icon size={14} aria-hidden />
      <span>
        {attempt.error === 'Interrupted'
          ? 'Interrupted'
          : `${triggerLabels[attempt.trigger]}: ${formatOutcome(attempt)}`}
      </span>
    </button>
  );
};

const resultOf = ({ state, attempt, dueAt }: Slot): string => {
  if (attempt !== undefined) return formatOutcome(attempt);
  if (state === 'next') return dueAt === undefined ? 'In progress' : 'Next';
  return state === 'scheduled' ? 'Scheduled' : 'Not needed';
};

/** Below this wait two attempts fall into the same minute. */
const nearMs = 3_600_000;

const timeOf = ({ attempt, dueAt, waitMs }: Slot): string => {
  const at = attempt?.at ?? dueAt;
  return at === undefined ? '' : (waitMs < nearMs ? timeToSecond : dayTime)(at);
};
