import { afterNow } from '#base/after-now.ts';
import { type Fact, lockFact, writeFact } from '#service/store/facts.ts';
import type { Reader, StoreServer } from '#service/store/store.ts';

/** Requests of one day. */
export interface DayCount {
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly count: number;
}

/** What became of one request that was to be counted. */
export interface Counted extends DayCount {
  /** The quota, now. */
  readonly size: number;
  /** There was something left. */
  readonly isGranted: boolean;
}

interface Taker {
  resolve(counted: Counted): void;
  reject(error: unknown): void;
}

/**
 * Counts requests against the quota that all processes of a store share: in its table alone, and those that come together
 * in one unit of work. A day that another process's clock has begun is not counted for again.
 */
export const createSharedQuota = (
  { writeAside }: Pick<StoreServer, 'writeAside'>,
  {
    fact,
    today,
    size,
  }: {
    readonly fact: Fact<DayCount>;
    readonly today: () => number;
    readonly size: (reader: Reader) => Promise<number>;
  },
): (() => Promise<Counted>) => {
  let waiting: Taker[] = [];

  const countAll = afterNow(async () => {
    const takers = waiting;
    waiting = [];
    try {
      const { granted, ...counted } = await writeAside(async (tx) => {
        const saved = await lockFact(tx, fact);
        const day = saved.day === today() + 1 ? saved.day : today();
        const before = saved.day === day ? saved.count : 0;
        const quota = await size(tx);
        const granted = Math.min(takers.length, Math.max(0, quota - before));
        await writeFact(tx, fact, { day, count: before + granted });
        return { day, count: before + granted, size: quota, granted };
      });
      for (const [at, { resolve }] of takers.entries()) resolve({ ...counted, isGranted: at < granted });
    } catch (error) {
      for (const { reject } of takers) reject(error);
    }
  });

  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      void countAll();
    });
};
