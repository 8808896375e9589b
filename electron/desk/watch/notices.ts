import { type Cancel, systemTime } from '#base/clock.ts';

/** Many announcements come at once, as of a reset: they are looked at together, after so long. */
const soonMs = 100;

/** Runs work soon after it was noted, one after the other, once for all that was noted meanwhile. */
export const createNotices = (work: () => Promise<void>) => {
  let due: Cancel | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  return {
    note(): void {
      if (stopped || due !== undefined) return;
      due = systemTime.after(
        soonMs,
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
