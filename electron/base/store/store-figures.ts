import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Latencies } from '#base/latencies.ts';
import type { LatencyCounts, StoreFigures } from '#contract/figures.ts';
import type { StoreWatch } from './watched-units.ts';

/**
 * The figures of a database. Tries first whether it takes writes.
 * @param place its path, or where the server that keeps it is
 */
export const storeFigures = async (
  place: string,
  watch: Pick<StoreWatch, 'check' | 'problem' | 'reads' | 'writes'>,
): Promise<StoreFigures> => {
  const state = await watch.check();
  const problem = watch.problem();
  const database = bytesOf(place);
  const log = bytesOf(`${place}-wal`);
  return {
    file: place.includes('://') ? place : basename(place),
    state,
    ...(problem === undefined ? {} : { problem }),
    reads: countsOf(watch.reads),
    writes: countsOf(watch.writes),
    sizes: { ...(database === undefined ? {} : { database }), ...(log === undefined ? {} : { log }) },
  };
};

const countsOf = (latencies: Latencies): LatencyCounts => ({
  counts: latencies.counts(),
  sumMs: latencies.sumMs(),
});

const bytesOf = (path: string): number | undefined => {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
};
