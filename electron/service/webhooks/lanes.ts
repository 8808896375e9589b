import type { LiveEndpoint } from './endpoint-registry.ts';
import { createRateWindow, type RateWindow } from './rate-window.ts';

/**
 * One lane an endpoint: its places in flight, its rate, and a hint for when its next attempt falls due. No lane
 * takes from another one, so a slow or dead endpoint delays nobody.
 */
export interface Lane {
  readonly endpointSeq: number;
  inFlight: number;
  /** Lower bound of the next due instant, ms UTC; -Infinity: look it up. A hint: too early costs a query. */
  dueHint: number;
  rate: RateWindow | undefined;
  perSecond: number | null;
}

/** Requests in flight for one endpoint at most. */
export const placesPerLane = 128;

export interface Lanes {
  of(endpoint: LiveEndpoint): Lane;
  /** Something of this endpoint may be due from `at` (ms UTC) on. */
  hint(endpointSeq: number, at: number): void;
  /** Forgets all hints, as after a reset. */
  clear(): void;
}

export const createLanes = (): Lanes => {
  const lanes = new Map<number, Lane>();
  return {
    of({ row }) {
      let lane = lanes.get(row.seq);
      if (lane === undefined) {
        lane = {
          endpointSeq: row.seq,
          inFlight: 0,
          dueHint: Number.NEGATIVE_INFINITY,
          rate: undefined,
          perSecond: null,
        };
        lanes.set(row.seq, lane);
      }
      if (lane.perSecond !== row.messages_per_second) {
        lane.perSecond = row.messages_per_second;
        lane.rate = row.messages_per_second === null ? undefined : createRateWindow(row.messages_per_second);
      }
      return lane;
    },
    hint(endpointSeq, at) {
      const lane = lanes.get(endpointSeq);
      if (lane !== undefined) lane.dueHint = Math.min(lane.dueHint, at);
    },
    clear: () => lanes.clear(),
  };
};

/** How many attempts the lane may start at `now` (ms). */
export const roomIn = (lane: Lane, now: number): number => {
  const places = placesPerLane - lane.inFlight;
  return lane.rate === undefined ? places : lane.rate.room(now, places);
};
