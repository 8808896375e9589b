import { type Cancel, systemTime } from './clock.ts';

/** Many announcements come at once, such as at a reset: they are read together after this delay. */
const soonMs = 100;

/**
 * Runs the work soon after a note, one run at a time, once for all notes so far: those that come while it runs are one
 * run more, as long after its end.
 * @param work never rejects
 */
export const createNotices = (work: () => Promise<void>, delayMs = soonMs) => {
  let due: Cancel | undefined;
  let running: Promise<void> | undefined;
  let isNoted = false;
  let stopped = false;
  const schedule = (): void => {
    due = systemTime.after(delayMs, run, { unref: true });
  };
  const run = (): void => {
    due = undefined;
    running = work().finally(() => {
      running = undefined;
      if (isNoted && !stopped) schedule();
      isNoted = false;
    });
  };
  return {
    note(): void {
      if (stopped || due !== undefined) return;
      if (running === undefined) schedule();
      else isNoted = true;
    },
    async stop(): Promise<void> {
      stopped = true;
      due?.();
      await running;
    },
  };
};
