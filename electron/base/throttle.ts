import { systemTime } from './clock.ts';

/** Lets one call through in `intervalMs`, and drops the others, which then cost next to nothing. */
export const throttle = (intervalMs: number): ((work: () => void) => void) => {
  let next = 0;
  return (work) => {
    const now = systemTime.monotonic();
    if (now < next) return;
    next = now + intervalMs;
    work();
  };
};
