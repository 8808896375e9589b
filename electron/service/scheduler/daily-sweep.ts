import { type Clock, systemTime, VirtualClock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { SweepPlace, SweepStep, Swept } from '#service/store/sweep-place.ts';
import type { TimedSource } from './source.ts';

const dayMs = 86_400_000;

export interface SweepOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** Has the scheduler ask again. */
  readonly wake: () => void;
  /** What is removed, in the plural, such as "messages". */
  readonly what: string;
  /** How many days it is kept. */
  readonly keptDays: (reader: Reader) => Promise<number>;
  /** When the oldest of it was made, ms UTC. */
  readonly oldestAt: (reader: Reader) => Promise<number | undefined>;
  /** Looks at what a step names, and removes what of it may go. */
  readonly deleteOld: (tx: Tx, step: SweepStep) => Promise<Swept>;
}

/** Time that a step may take with its commit, ms: everybody else waits meanwhile. */
const stepMs = 1.5;
/** Between two steps, ms: a request comes and goes in it. As much is removed as with 3 ms and 10 ms, and nobody waits as long. On a virtual clock there is none, as whoever moves it waits. */
const restMs = 5;
/** Rows that the first step looks at; how many take `stepMs` shows soon. */
const firstRows = 32;
const fewestRows = 8;

/**
 * Removes what is older than the owner wants to keep: once a day at most, and only when there is any. It goes through
 * it in steps, of which each begins where the one before ended: what must stay is looked at once a sweep. Where it is
 * stands in memory alone; a process that comes after begins at the oldest that is left.
 */
export const createDailySweep = (options: SweepOptions): TimedSource => {
  const { log, what, keptDays } = options;
  /** When the last sweep ended, ms UTC. */
  const sweptAtFact: Fact<number> = { name: `${what}SweptAt`, fallback: 0 };

  let place: SweepPlace | undefined;
  let removed = 0;
  let rows = firstRows;
  let isResting = false;

  const dueAt = async (reader: Reader): Promise<number | undefined> => {
    const oldest = await options.oldestAt(reader);
    if (oldest === undefined) return undefined;
    const sweptAt = await readFact(reader, sweptAtFact);
    return Math.max(oldest + (await keptDays(reader)) * dayMs, sweptAt + dayMs);
  };

  const rests = !(options.clock instanceof VirtualClock);
  const rest = (): void => {
    if (!rests) return;
    isResting = true;
    const goOn = (): void => {
      isResting = false;
      options.wake();
    };
    systemTime.after(restMs, goOn, { unref: true });
  };

  const step = async (tx: Tx, now: number, limit: number): Promise<Swept> => {
    const before = now - (await keptDays(tx)) * dayMs;
    const asked = Math.min(rows, limit);
    const begun = systemTime.monotonic();
    const swept = await options.deleteOld(tx, { before, after: place, limit: asked });
    // Not before: what is rolled back is to be looked at again.
    tx.afterCommit(() => {
      removed += swept.removed;
      place = swept.last;
      if (place !== undefined) {
        rows = nextRows(asked, systemTime.monotonic() - begun);
        rest();
      } else if (removed > 0) {
        log.info({ count: removed }, `Old ${what} removed`);
        removed = 0;
      }
    });
    return swept;
  };

  return {
    name: `removal of old ${what}`,
    nextDueAt: async (reader) => (isResting ? undefined : dueAt(reader)),
    async runDue(tx, now, limit) {
      if (isResting) return 0;
      const due = await dueAt(tx);
      if (due === undefined || due > now) return 0;
      const soFar = removed;
      const swept = await step(tx, now, limit);
      // Nothing more for now, where it rests: it wakes the scheduler itself.
      if (swept.last !== undefined) return rests ? 0 : Math.max(swept.removed, 1);
      // All that is old must stay: it is looked at again tomorrow.
      if (soFar + swept.removed === 0) await writeFact(tx, sweptAtFact, now);
      return swept.removed;
    },
    async countUntil(reader, until) {
      const at = await dueAt(reader);
      return { what: `removal of old ${what}`, count: at === undefined || at > until ? 0 : 1 };
    },
    async upcoming(reader) {
      const at = await dueAt(reader);
      return at === undefined ? [] : [{ what: `removal of old ${what}`, at, count: 1, repeats: 'upkeep' }];
    },
  };
};

/** As many as take `stepMs`, by what the last step took; one slow step changes little. */
const nextRows = (rows: number, tookMs: number): number =>
  Math.max(fewestRows, Math.round(rows * Math.min(Math.max(stepMs / tookMs, 0.5), 1.5)));
