import type { Attempt, Delivery } from '#contract/message.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import { succeeded } from '#renderer/lib/delivery-labels.ts';

/** One of the eight attempts of the schedule. Source: `docs/reference/rules/delivery.md#retry-schedule`. */
export interface Slot {
  readonly number: number;
  /** ms after the attempt before. */
  readonly waitMs: number;
  readonly state: 'succeeded' | 'failed' | 'next' | 'scheduled' | 'unneeded';
  readonly attempt?: Attempt;
  /** When it falls due at the earliest, ms UTC; only of attempts to come. */
  readonly dueAt?: number;
  /** Attempts outside the schedule, made after this one and before the next. */
  readonly extra: readonly Attempt[];
}

/** Extra attempts (resend, recover, test) use up no slot; an interrupted one is repeated in its own. */
export const isScheduled = ({ trigger, error }: Attempt): boolean =>
  (trigger === 'scheduled' || trigger === 'replay') && error !== 'Interrupted';

/** Whether the delivery follows the schedule: an attempt was made by it, or the first one is still to come. */
export const isOnSchedule = (delivery: Delivery, attempts: readonly Attempt[]): boolean =>
  attempts.some(isScheduled) || (attempts.length === 0 && isOpen(delivery));

const isOpen = ({ status }: Delivery): boolean => status === 'Sending' || status === 'Attempting';

/** The eight slots of a delivery: attempts made, the next one, and those that follow if it fails. */
export const slotsOf = (delivery: Delivery, attempts: readonly Attempt[]): Slot[] => {
  const made = attempts.filter(isScheduled);
  const extras = attempts.filter((attempt) => !isScheduled(attempt));
  let due = delivery.nextAttemptAt === undefined ? undefined : Date.parse(delivery.nextAttemptAt);
  return deliverySchedule.map((waitMs, index): Slot => {
    const extra = extras.filter((attempt) => slotBefore(attempt, made) === index);
    const slot = { number: index + 1, waitMs, extra };
    const attempt = made[index];
    if (attempt !== undefined)
      return { ...slot, state: succeeded(attempt) ? 'succeeded' : 'failed', attempt };
    if (!isOpen(delivery)) return { ...slot, state: 'unneeded' };
    const next = index === made.length;
    if (!next && due !== undefined) due += waitMs;
    return { ...slot, state: next ? 'next' : 'scheduled', ...(due === undefined ? {} : { dueAt: due }) };
  });
};

/** Index of the last scheduled attempt before it; 0 if there is none. */
const slotBefore = ({ at }: Attempt, made: readonly Attempt[]): number =>
  Math.max(0, made.filter((one) => Date.parse(one.at) <= Date.parse(at)).length - 1);
