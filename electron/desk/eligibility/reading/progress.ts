import { throttle } from '#base/throttle.ts';
import type { JobProgress } from '#contract/job.ts';
import type { Report } from './task.ts';

const intervalMs = 100;

/** Lets a report through ten times a second; more are not worth their way to the other thread. */
export const throttled = (report: Report): ((make: () => JobProgress) => void) => {
  const now = throttle(intervalMs);
  return (make) => now(() => report(make()));
};
