import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { systemTime } from '#base/clock.ts';
import { NameError } from './name-error.ts';

/** Asks the operating system. Rejects if it knows no address. */
export type SystemLookup = (name: string) => Promise<readonly string[]>;

export const getAddrInfo: SystemLookup = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** A failure that took longer than this held up others, ms. */
const slowMs = 1000;
/** So long such a name is not asked for again, ms. */
const restMs = 30_000;
const keptNames = 1000;

/**
 * The operating system's own lookup. It blocks a thread for as long as it takes, which nothing can cut short, and Node
 * gives it two threads. So there are two queues, one lookup at a time in each: one for names that it has found before,
 * one for all others. A dead name then holds up only names that are new, and only once in 30 s, since it rests after
 * that. Answers addresses.
 * @throws NameError the name isn't known, or rests
 */
export const createSystemLookup = (ask: SystemLookup): SystemLookup => {
  const found = new LRUCache<string, true>({ max: keptNames });
  const restingUntil = new LRUCache<string, number>({ max: keptNames });
  const queues = { found: new PQueue({ concurrency: 1 }), others: new PQueue({ concurrency: 1 }) };

  const askTimed = async (name: string): Promise<readonly string[]> => {
    const startedAt = systemTime.monotonic();
    try {
      const addresses = await ask(name);
      found.set(name, true);
      return addresses;
    } catch (error) {
      found.delete(name);
      const now = systemTime.monotonic();
      if (now - startedAt > slowMs) restingUntil.set(name, now + restMs);
      throw error;
    }
  };

  return async (name) => {
    if ((restingUntil.get(name) ?? 0) > systemTime.monotonic()) {
      throw new NameError(
        `${name} was not found a short while ago, after a long wait; it is asked for again later.`,
      );
    }
    restingUntil.delete(name);
    return queues[found.has(name) ? 'found' : 'others'].add(() => askTimed(name));
  };
};
