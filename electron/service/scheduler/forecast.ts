import type { Store } from '#service/store/store.ts';
import type { Source, UpcomingCount, UpcomingWork } from './source.ts';

/** What falls due, over all sources. */
export interface Forecast {
  /** Soonest first. */
  upcoming(limit: number): Promise<UpcomingWork[]>;
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
  countUntil: (until) =>
    store.read(async (reader) => {
      const counts = [];
      for (const source of sources) counts.push(await source.countUntil(reader, until));
      return counts.filter(({ count }) => count > 0);
    }),
});
