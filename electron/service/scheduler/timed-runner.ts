import type { Reader, Tx } from '#service/store/store.ts';
import type { TimedSource } from './source.ts';

/** Timed work done in one unit of work at most. */
const timedBatch = 500;

/** The timed sources. They are asked only when something may be due: asking them in each turn would cost too much. */
export interface TimedRunner {
  /** Asks them in the next turn. */
  lookAgain(): void;
  /** Whether something may be due at `now` (ms UTC). */
  mayRun(now: number): boolean;
  /** Runs what is due at `now` (ms UTC). Returns how much it ran. */
  run(tx: Tx, now: number): Promise<number>;
}

/** @param others sources that are looked at for when something falls due, and run elsewhere */
export const createTimedRunner = (
  sources: readonly TimedSource[],
  others: readonly Pick<TimedSource, 'nextDueAt'>[] = [],
): TimedRunner => {
  /** When something falls due, ms UTC; before the first look and after a change, at any time. */
  let dueAt = Number.NEGATIVE_INFINITY;
  const lookAgain = (): void => {
    dueAt = Number.NEGATIVE_INFINITY;
  };
  return {
    lookAgain,
    mayRun: (now) => now >= dueAt,
    async run(tx, now) {
      if (now < dueAt) return 0;
      // A wake that comes meanwhile sets it back.
      dueAt = Number.POSITIVE_INFINITY;
      let ran = 0;
      for (const source of sources) ran += await source.runDue(tx, now, timedBatch);
      // What ran may have left more, or made some.
      if (ran > 0) lookAgain();
      else
        dueAt = Math.min(dueAt, (await earliestDue(tx, [...sources, ...others])) ?? Number.POSITIVE_INFINITY);
      return ran;
    },
  };
};

/** When the first of some sources has something to start, ms UTC; undefined if none has. */
export const earliestDue = async (
  reader: Reader,
  sources: readonly { nextDueAt(reader: Reader): Promise<number | undefined> }[],
): Promise<number | undefined> => {
  let first: number | undefined;
  for (const source of sources) {
    const at = await source.nextDueAt(reader);
    if (at !== undefined && (first === undefined || at < first)) first = at;
  }
  return first;
};
