import { type Cancel, systemTime } from './clock.ts';

/**
 * Lets one call through in `intervalMs`, and drops the others, which then cost next to nothing, but for the last one: it
 * comes at the end of the interval. Else what is told last would stay wrong for as long as nothing more happens.
 */
export const throttle = (intervalMs: number): ((work: () => void) => void) => {
  let next = 0;
  let last: (() => void) | undefined;
  let cancel: Cancel | undefined;
  const letThrough = (work: () => void): void => {
    cancel?.();
    cancel = undefined;
    last = undefined;
    next = systemTime.monotonic() + intervalMs;
    work();
  };
  return (work) => {
    const leftMs = next - systemTime.monotonic();
    // Also where a timer is late, since a long loop holds it up.
    if (leftMs <= 0) {
      letThrough(work);
      return;
    }
    last = work;
    cancel ??= systemTime.after(leftMs, () => last && letThrough(last), { unref: true });
  };
};
