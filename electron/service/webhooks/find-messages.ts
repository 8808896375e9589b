import { takeTurns } from '#base/take-turns.ts';
import {
  endOfStretch,
  type LogFilter,
  type LogWay,
  matchesIn,
  type SeqBounds,
  waysOf,
} from '#service/store/log-search.ts';
import type { StoredMessage } from '#service/store/messages.ts';
import type { Store } from '#service/store/store.ts';

/** Candidates read in one go; other work gets its turn in between. Each round reads twice as many. */
const firstStretch = 500;
const longestStretch = 8000;
/** Along each way in one call: then what was found is returned, and the cursor continues from there. */
const mostCandidates = 20_000;

interface Search {
  readonly way: LogWay;
  readonly found: StoredMessage[];
  /** Everything from here on is looked through. */
  reached: number;
}

export interface FoundMessages {
  readonly messages: StoredMessage[];
  /** Where to continue; undefined at the end. */
  readonly before?: number;
}

/**
 * Up to `limit` messages, newest first. All ways are gone along in turn, and the first one to arrive answers: so a
 * rare company is found by the company and a rare type by the type, without knowing which is which. When `most` candidates
 * were read on each way, what was found is returned, and where to continue.
 */
export const findMessages = async (
  store: Pick<Store, 'read'>,
  filter: LogFilter,
  bounds: SeqBounds,
  limit: number,
  most = mostCandidates,
): Promise<FoundMessages> => {
  const searches = waysOf(filter).map((way): Search => ({ way, found: [], reached: bounds.before }));
  let looked = 0;
  for (let stretch = firstStretch; looked < most; stretch = Math.min(stretch * 2, longestStretch)) {
    for (const search of searches) {
      const ended = await lookOn(store, filter, bounds, search, stretch, limit);
      if (ended) return pageOf(search.found, limit);
      await takeTurns();
    }
    looked += stretch;
  }
  const farthest = searches.reduce((a, b) => (b.reached < a.reached ? b : a));
  return { messages: farthest.found, before: farthest.reached };
};

/** @returns whether it has come to the end of its way, or found more than a page */
const lookOn = (
  store: Pick<Store, 'read'>,
  filter: LogFilter,
  { from }: SeqBounds,
  search: Search,
  stretch: number,
  limit: number,
): Promise<boolean> =>
  store.read(async (reader) => {
    const { way, found } = search;
    const rest = { from, before: search.reached };
    const end = await endOfStretch(reader, way, filter, rest, stretch);
    const part = { from: end ?? from, before: search.reached };
    found.push(...(await matchesIn(reader, way, filter, part, limit + 1 - found.length)));
    search.reached = part.from;
    return end === undefined || found.length > limit;
  });

/** One more than asked for was looked for, to know whether there is more. */
const pageOf = (found: readonly StoredMessage[], limit: number): FoundMessages => {
  const messages = found.slice(0, limit);
  const last = messages.at(-1);
  return found.length > limit && last !== undefined ? { messages, before: last.seq } : { messages };
};
