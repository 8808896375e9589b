import { latencyBoundsMs } from '#contract/figures.ts';

/** How long something took, counted by buckets: cheap to add to, and small however much was added. */
export interface Latencies {
  /** @param ms how long it took */
  add(ms: number): void;
  /** How often it took at most so many ms as the bound of that place says; the last place: longer than all bounds. */
  counts(): readonly number[];
  sumMs(): number;
}

export const createLatencies = (): Latencies => {
  const counts = latencyBoundsMs.map(() => 0).concat(0);
  let sumMs = 0;
  return {
    add(ms) {
      sumMs += ms;
      const place = latencyBoundsMs.findIndex((bound) => ms <= bound);
      const at = place < 0 ? latencyBoundsMs.length : place;
      counts[at] = (counts[at] as number) + 1;
    },
    counts: () => [...counts],
    sumMs: () => sumMs,
  };
};
