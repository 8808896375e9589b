/** When the new service attempts a delivery. Source: `docs/reference/rules/delivery.md#retry-schedule`. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Waits in ms: the first attempt comes at once, each other one this long after the attempt before it failed.
 * The last comes 27 h 35 min 5 s after the first: the "28-hour window".
 */
export const deliverySchedule: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];

/**
 * When the next scheduled attempt falls due.
 * @param used how many attempts of the schedule are used up
 * @param failedAt when the last of them failed, ms UTC
 * @returns ms UTC; undefined when the schedule is used up
 */
export const nextAttemptAt = (used: number, failedAt: number): number | undefined => {
  const delayMs = deliverySchedule[used];
  return delayMs === undefined ? undefined : failedAt + delayMs;
};

/** A failure this long after the first one since the last success disables the endpoint, ms. */
export const disableAfterMs = 120 * hour;

/** A whole attempt, the answer's body included, ends after this, ms. */
export const attemptDeadlineMs = 15 * second;

/** After a rotation the old secret signs too for this long, ms. */
export const rotationOverlapMs = 24 * hour;
