import { type Cancel, systemTime } from './clock.ts';

/** Many announcements come at once, such as at a reset: they are read together after this delay. */
const soonMs = 100;

/** Runs the work soon after a note, one run at a time, once for all notes so far. */
export const createNotices = (work: () => Promise<void>, delayMs = soonMs) => {
  let due: Cancel | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  return {
    note(): void {
      if (stopped || due !== undefined) return;
      due = systemTime.after(
        delayMs,
        () => {
          due = undefined;
          running = running.then(() => (stopped ? undefined : work()));
        },
        { unref: true },
      );
    },
    async stop(): Promise<void> {
      stopped = true;
      due?.();
      await running;
    },
  };
};
