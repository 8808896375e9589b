import { Tooltip } from '@mantine/core';
import { IconCheck, IconClock, IconDots, IconMinus, IconX } from '@tabler/icons-react';
import { formatDuration } from '#contract/format.ts';
import type { Attempt, Delivery } from '#contract/message.ts';
import { formatOutcome, succeeded, triggerLabels } from '#renderer/lib/delivery-labels.ts';
import { dateTime, timeToSecond } from '#renderer/lib/format.ts';
import classes from './ladder.module.css';
import { type Rung, rungsOf } from './ladder-rungs.ts';

interface LadderProps {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
  readonly onChoose: (attemptId: string) => void;
}

/** The eight attempts of the 28-hour window: those made, and those still to come with their times. */
export const Ladder = ({ delivery, attempts, onChoose }: LadderProps) => (
  <ol className={classes.ladder} aria-label="The 28-hour window">
    {rungsOf(delivery, attempts).map((rung) => (
      <li key={rung.number} className={classes.rung} data-state={rung.state}>
        <span className={classes.wait}>
          {rung.number === 1 ? 'at once' : `+ ${formatDuration(rung.waitMs)}`}
        </span>
        <Node rung={rung} onChoose={onChoose} />
        <Words lines={linesOf(rung)} />
        {rung.extra.map((attempt) => (
          <Mark key={attempt.id} attempt={attempt} onChoose={onChoose} />
        ))}
      </li>
    ))}
  </ol>
);

const Words = ({ lines: [what, when] }: { lines: readonly [string, string] }) => (
  <span className={classes.words}>
    <b>{what}</b>
    <br />
    {when}
  </span>
);

const icons = { succeeded: IconCheck, failed: IconX, next: IconClock, later: IconDots, spared: IconMinus };

const Node = ({ rung, onChoose }: { rung: Rung; onChoose: (attemptId: string) => void }) => {
  const Icon = icons[rung.state];
  const { attempt } = rung;
  if (attempt === undefined) {
    return (
      <span className={classes.node}>
        <Icon size={16} aria-hidden />
      </span>
    );
  }
  const label = `Show attempt ${rung.number}: ${formatOutcome(attempt)}`;
  return (
    <Tooltip label={label}>
      <button type="button" className={classes.node} aria-label={label} onClick={() => onChoose(attempt.id)}>
        <Icon size={16} aria-hidden />
      </button>
    </Tooltip>
  );
};

/** An attempt beside the schedule. */
const Mark = ({ attempt, onChoose }: { attempt: Attempt; onChoose: (attemptId: string) => void }) => {
  const Icon = succeeded(attempt) ? IconCheck : IconX;
  return (
    <button
      type="button"
      className={classes.mark}
      data-state={succeeded(attempt) ? 'succeeded' : 'failed'}
      onClick={() => onChoose(attempt.id)}
    >
      <Icon size={12} aria-hidden />
      <span>
        {attempt.error === 'Interrupted' ? 'Cut off' : triggerLabels[attempt.trigger]}:{' '}
        {formatOutcome(attempt)}
      </span>
    </button>
  );
};

/** Below this, minutes alone would say the same of two attempts. */
const nearMs = 3_600_000;

/** What happened or will, and when, a line each. */
const linesOf = ({ state, attempt, dueAt, waitMs }: Rung): readonly [string, string] => {
  const write = waitMs < nearMs ? timeToSecond : dateTime;
  if (attempt !== undefined) return [formatOutcome(attempt), write(attempt.at)];
  const at = dueAt === undefined ? '' : write(dueAt);
  switch (state) {
    case 'next':
      return dueAt === undefined ? ['under way', ''] : ['next', at];
    case 'later':
      return ['if that fails', at];
    default:
      return ['not needed', ''];
  }
};
