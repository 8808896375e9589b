import { systemTime } from '#base/clock.ts';
import type { RunTime } from './plan.ts';

/** The system's time, for a run on a real target. */
export const systemRunTime: RunTime = {
  now: systemTime.now,
  until: (atMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const give = () => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = systemTime.after(atMs - systemTime.now(), give);
      const end = () => {
        cancel();
        reject(signal.reason);
      };
      signal.addEventListener('abort', end, { once: true });
    }),
};
