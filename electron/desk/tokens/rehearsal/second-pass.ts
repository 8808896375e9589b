import { parseDurationMs } from '#base/clock.ts';
import type { RunPlan } from '#desk/tokens/run/plan.ts';

const never = new AbortController().signal;

/**
 * Lets time pass once all rows have ended, and answers those that are done until then, for another pass; once.
 * @param after ISO 8601 duration
 */
export const secondPass = (
  after: string,
  time: RunPlan['time'],
  doneRows: () => Promise<readonly number[]>,
): NonNullable<RunPlan['again']> => {
  let passed = false;
  return async () => {
    if (passed) return [];
    passed = true;
    await time.until(time.now() + parseDurationMs(after, 'again'), never);
    return doneRows();
  };
};
