import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { FileSpace, StoreFile } from './store.ts';

/**
 * Gives free parts of the file back to the disk, a little at a time, while the thread has nothing better to do. How
 * far it is stands in the file itself, so a process that comes after goes on there. A file of an older version can't
 * be shrunk so: it needs to be compacted once.
 */
export interface Shrinking {
  start(): void;
  stop(): Promise<void>;
}

/** How often the file is looked at, ms. */
const lookEveryMs = 10_000;
/** Time that a step may take, ms: everybody else waits meanwhile. */
const stepMs = 2.5;
const pauseMs = 15;
/** After a pause in which the thread was busy, ms. */
const busyPauseMs = 1000;
/** Of a pause and the step before it: as much of it as the thread works when it is busy with other things. */
const busyShare = 0.5;
const firstPages = 64;

/**
 * What comes in and what is removed are about the same each day: free pages that the next days need stay in the file.
 * @returns whether shrinking begins
 */
export const isWorthShrinking = ({ pages, freePages, shrinks }: FileSpace): boolean =>
  shrinks && freePages >= 2000 && freePages >= pages / 5;
/** Where it ends. */
const isShrunk = ({ pages, freePages }: FileSpace): boolean => freePages < pages / 20;

export const createShrinking = (
  { file, log }: { readonly file: StoreFile; readonly log: Log },
  lookMs = lookEveryMs,
): Shrinking => {
  let isStopped = false;
  let wake: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  let running: Promise<void> | undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      systemTime.after(ms, resolve, { unref: true });
    });

  const shrink = async (): Promise<void> => {
    const before = await file.space();
    if (!isWorthShrinking(before)) return;
    let step = firstPages;
    let space = before;
    while (!isStopped && !isShrunk(space)) {
      const [begun, worked] = [systemTime.monotonic(), systemTime.threadWork()];
      const tookMs = await file.giveBack(step);
      step = Math.max(8, Math.round(step * Math.min(Math.max(stepMs / tookMs, 0.5), 1.5)));
      await pause(pauseMs);
      const share = (systemTime.threadWork() - worked) / (systemTime.monotonic() - begun);
      if (share > busyShare && !isStopped) await pause(busyPauseMs);
      space = await file.space();
    }
    const bytes = (before.pages - space.pages) * space.pageBytes;
    log.info({ bytes }, 'store: free space given back to the disk');
  };

  const look = (): void => {
    running ??= shrink()
      .catch((err: unknown) => log.warn({ err }, 'store: the file could not be shrunk; it is tried again'))
      .finally(() => {
        running = undefined;
      });
  };

  return {
    start() {
      cancel = systemTime.every(lookMs, look);
    },
    async stop() {
      isStopped = true;
      cancel?.();
      wake?.();
      await running;
    },
  };
};
