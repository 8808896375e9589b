import type { Log } from '#base/log.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { TimedSource } from './source.ts';

const dayMs = 86_400_000;

export interface SweepOptions {
  readonly log: Log;
  /** What is removed, in the plural, such as "messages". */
  readonly what: string;
  /** How many days it is kept. */
  readonly keptDays: (reader: Reader) => Promise<number>;
  /** When the oldest of it was made, ms UTC. */
  readonly oldestAt: (reader: Reader) => Promise<number | undefined>;
  /** Removes at most `limit` of what was made before `before` (ms UTC). Answers how many that were. */
  readonly deleteBefore: (tx: Tx, before: number, limit: number) => Promise<number>;
}

/** Removes what is older than the owner wants to keep: once a day at most, and only when there is any. */
export const createDailySweep = (options: SweepOptions): TimedSource => {
  const { log, what, keptDays } = options;
  /** When the last sweep ended, ms UTC. */
  const sweptAtFact: Fact<number> = { name: `${what}SweptAt`, fallback: 0 };

  const nextDueAt = async (reader: Reader): Promise<number | undefined> => {
    const oldest = await options.oldestAt(reader);
    if (oldest === undefined) return undefined;
    const sweptAt = await readFact(reader, sweptAtFact);
    return Math.max(oldest + (await keptDays(reader)) * dayMs, sweptAt + dayMs);
  };

  return {
    name: `removal of old ${what}`,
    nextDueAt,
    async runDue(tx, now, limit) {
      const due = await nextDueAt(tx);
      if (due === undefined || due > now) return 0;
      const count = await options.deleteBefore(tx, now - (await keptDays(tx)) * dayMs, limit);
      if (count === 0) await writeFact(tx, sweptAtFact, now);
      else log.info({ count }, `Old ${what} removed`);
      return count;
    },
    async countUntil(reader, until) {
      const at = await nextDueAt(reader);
      return { what: `removal of old ${what}`, count: at === undefined || at > until ? 0 : 1 };
    },
    async upcoming(reader) {
      const at = await nextDueAt(reader);
      return at === undefined ? [] : [{ what: `removal of old ${what}`, at, count: 1 }];
    },
  };
};
