import type { Attempt, Delivery } from '#contract/message.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import { succeeded } from '#renderer/lib/delivery-labels.ts';

/** One of the eight attempts of the schedule. Source: `docs/reference/rules/delivery.md#retry-schedule`. */
export interface Rung {
  readonly number: number;
  /** ms after the attempt before. */
  readonly waitMs: number;
  readonly state: 'succeeded' | 'failed' | 'next' | 'later' | 'spared';
  /** What happened, if it did. */
  readonly attempt?: Attempt;
  /** When it falls due at the earliest, ms UTC; only of what is still to come. */
  readonly dueAt?: number;
  /** Those made beside the schedule after this one and before the next. */
  readonly extra: readonly Attempt[];
}

/** Extra attempts (resend, recover, test) use up nothing of the schedule; one that was cut off is repeated. */
const isScheduled = ({ trigger, error }: Attempt): boolean =>
  (trigger === 'scheduled' || trigger === 'replay') && error !== 'Interrupted';

/** Whether the schedule says anything of it: it was attempted by it, or nothing has ended yet and something is to come. */
export const isOnLadder = (delivery: Delivery, attempts: readonly Attempt[]): boolean =>
  attempts.some(isScheduled) || (attempts.length === 0 && goesOn(delivery));

const goesOn = ({ status }: Delivery): boolean => status === 'Sending' || status === 'Attempting';

/** A delivery's way through the 28-hour window: what was tried, what comes next, and what would follow if that failed too. */
export const rungsOf = (delivery: Delivery, attempts: readonly Attempt[]): Rung[] => {
  const made = attempts.filter(isScheduled);
  const beside = attempts.filter((attempt) => !isScheduled(attempt));
  let due = delivery.nextAttemptAt === undefined ? undefined : Date.parse(delivery.nextAttemptAt);
  return deliverySchedule.map((waitMs, index): Rung => {
    const extra = beside.filter((attempt) => placeOf(attempt, made) === index);
    const rung = { number: index + 1, waitMs, extra };
    const attempt = made[index];
    if (attempt !== undefined)
      return { ...rung, state: succeeded(attempt) ? 'succeeded' : 'failed', attempt };
    if (!goesOn(delivery)) return { ...rung, state: 'spared' };
    const next = index === made.length;
    if (!next && due !== undefined) due += waitMs;
    return { ...rung, state: next ? 'next' : 'later', ...(due === undefined ? {} : { dueAt: due }) };
  });
};

/** The last scheduled attempt before it; the first rung, if there was none. */
const placeOf = ({ at }: Attempt, made: readonly Attempt[]): number =>
  Math.max(0, made.filter((one) => Date.parse(one.at) <= Date.parse(at)).length - 1);
