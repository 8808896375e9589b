import type { Reader, Store } from '#service/store/store.ts';
import type { Source, UpcomingCount, UpcomingWork } from './source.ts';

/** What falls due, over all sources. */
export interface Forecast {
  /** Soonest first. */
  upcoming(limit: number): Promise<UpcomingWork[]>;
  /** The first of each kind after `now` (ms UTC), with how much of it is due by then; soonest first. */
  next(now: number): Promise<UpcomingWork[]>;
  /** By kind, up to `until` (ms UTC, inclusive); kinds of which nothing falls due are left out. */
  countUntil(until: number): Promise<UpcomingCount[]>;
}

export const createForecast = (store: Store, sources: readonly Source[]): Forecast => ({
  upcoming: (limit) =>
    store.read(async (reader) => {
      const lists = [];
      for (const source of sources) lists.push(await source.upcoming(reader, limit));
      return lists
        .flat()
        .sort((a, b) => a.at - b.at)
        .slice(0, limit);
    }),
  next: (now) =>
    store.read(async (reader) => {
      const found = [];
      for (const source of sources) found.push(await nextOf(source, reader, now));
      return found.flatMap((one) => one ?? []).sort((a, b) => a.at - b.at);
    }),
  countUntil: (until) =>
    store.read(async (reader) => {
      const counts = [];
      for (const source of sources) counts.push(await source.countUntil(reader, until));
      return counts.filter(({ count }) => count > 0);
    }),
});

/** Those that are due already: few, as whatever may start has started. */
const looked = 50;

const nextOf = async (source: Source, reader: Reader, now: number): Promise<UpcomingWork | undefined> => {
  const first = (await source.upcoming(reader, looked)).find(({ at }) => at > now);
  if (first === undefined) return undefined;
  // Its kind: the line of one piece may say more.
  const { what, count } = await source.countUntil(reader, first.at);
  return { what, at: first.at, count };
};
