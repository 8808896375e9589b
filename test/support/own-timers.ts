import { onTestFinished, vi } from 'vitest';
import { systemTime } from '#base/clock.ts';

/**
 * Counts the timers that wait, of those that our code sets from now on. `vi.getTimerCount` also counts those of HTTP
 * clients that other tests of the same process have left.
 */
export const ownTimers = (): (() => number) => {
  const waiting = new Set<object>();
  const { after } = systemTime;
  const spy = vi.spyOn(systemTime, 'after').mockImplementation((delayMs, work, options) => {
    const one = {};
    waiting.add(one);
    const over = (): void => void waiting.delete(one);
    const cancel = after(
      delayMs,
      () => {
        over();
        work();
      },
      options,
    );
    return () => {
      over();
      cancel();
    };
  });
  onTestFinished(() => spy.mockRestore());
  return () => waiting.size;
};
