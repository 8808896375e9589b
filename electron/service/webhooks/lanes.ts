import type { AttemptTrigger } from '#contract/message.ts';
import type { LanePlaces, Places } from '#service/outbound/places.ts';
import type { DuePlace } from '#service/store/deliveries.ts';
import type { LiveEndpoint } from './endpoint-registry.ts';
import { createRateWindow, type RateWindow } from './rate-window.ts';

/** What left together from one lane; its row goes when the last of it is recorded. */
export interface Lease {
  seq: number;
  /** How many are not recorded yet. */
  left: number;
}

/** An attempt that is leased and may leave now. */
export interface LeasedAttempt {
  readonly lease: Lease;
  readonly deliverySeq: number;
  readonly endpointSeq: number;
  /** Of `extra_attempts`; null for an attempt of the schedule. */
  readonly extraSeq: number | null;
  readonly messageId: string;
  readonly body: string;
  readonly number: number;
  readonly trigger: AttemptTrigger;
  /** Attempts of the schedule that are used up, this one included. */
  readonly scheduleUsed: number;
}

/**
 * One lane an endpoint: its places in flight, its rate, and a hint for when its next attempt falls due. No lane
 * takes from another one, so a slow or dead endpoint delays nobody.
 *
 * A lane is one process's: what is under way is known in its memory alone, and leaves no mark in the rows of the
 * deliveries. Several processes each claim lanes of their own.
 */
export interface Lane {
  readonly endpointSeq: number;
  inFlight: number;
  /** Its part of those that the process has. */
  readonly places: LanePlaces;
  /** Lower bound of the next due instant, ms UTC; -Infinity: look it up. A hint: too early costs a query. */
  dueHint: number;
  /** How many hints came: one that comes while the next due instant is read is not overwritten. */
  hints: number;
  /** Whether there may be extra attempts; most of the time there are none. */
  mayHaveExtra: boolean;
  /** Of the schedule, all that is due up to here is under way: leasing goes on behind it. */
  leasedTo: DuePlace;
  /** Attempts of the schedule that are leased and not yet recorded: their numbers, by delivery. */
  readonly scheduled: Map<number, number>;
  /** Extra attempts likewise, by seq. */
  readonly extra: Map<number, { readonly deliverySeq: number; readonly number: number }>;
  rate: RateWindow | undefined;
  perSecond: number | null;
}

/** Requests in flight for one endpoint at most. */
export const placesPerLane = 128;

/** Before everything that may be due. */
export const beginning: DuePlace = { dueAt: -1, seq: -1 };

export interface Lanes {
  of(endpoint: LiveEndpoint): Lane;
  /** Something of this endpoint may be due from `at` (ms UTC) on. Belongs to each write of a due instant. */
  hint(endpointSeq: number, at: number): void;
  /** Likewise an extra attempt. */
  hintExtra(endpointSeq: number, at: number): void;
  /** Another process says that something of this endpoint may be due. */
  heard(endpointSeq: number, isExtra: boolean): void;
  /** Attempts are under way: their lease is committed. */
  take(leased: readonly LeasedAttempt[]): void;
  /** Numbers of the attempts of a delivery that are under way. */
  numbersOf(of: { readonly endpointSeq: number; readonly deliverySeq: number }): number[];
  /** Attempts are recorded. */
  release(recorded: readonly { readonly attempt: LeasedAttempt }[]): void;
  /** Looks everything up again, as after a unit of work that was undone. */
  lookAgain(): void;
  /** Forgets everything, as after a reset. */
  clear(): void;
  /** Begins lanes anew that another process had until `now` (ms): what it has sent counts against their rates. */
  takeOver(endpointSeqs: readonly number[], now: number): void;
  /** Whether nothing of the endpoint is under way. */
  isIdle(endpointSeq: number): boolean;
}

/** @param elsewhere told of what may be due at an endpoint, for the process that has its lane */
export const createLanes = (
  places: Pick<Places, 'lane'>,
  elsewhere: (endpointSeq: number, isExtra: boolean) => void = () => {},
): Lanes => {
  const lanes = new Map<number, Lane>();
  const takenOverAt = new Map<number, number>();
  const laneOf = (endpointSeq: number): Lane => {
    let lane = lanes.get(endpointSeq);
    if (lane === undefined) {
      lane = newLane(endpointSeq, places.lane());
      lanes.set(endpointSeq, lane);
    }
    return lane;
  };
  const hintHere = (endpointSeq: number, at: number): void => {
    const lane = lanes.get(endpointSeq);
    if (lane === undefined) return;
    lane.hints++;
    lane.dueHint = Math.min(lane.dueHint, at);
    if (at <= lane.leasedTo.dueAt) lane.leasedTo = beginning;
  };
  const hint = (endpointSeq: number, at: number, isExtra = false): void => {
    elsewhere(endpointSeq, isExtra);
    hintHere(endpointSeq, at);
  };
  const expectExtra = (endpointSeq: number): void => {
    const lane = lanes.get(endpointSeq);
    if (lane !== undefined) lane.mayHaveExtra = true;
  };
  return {
    of({ row }) {
      const lane = laneOf(row.seq);
      if (lane.perSecond !== row.messages_per_second) {
        lane.perSecond = row.messages_per_second;
        lane.rate =
          row.messages_per_second === null
            ? undefined
            : createRateWindow(row.messages_per_second, takenOverAt.get(row.seq));
      }
      return lane;
    },
    hint: (endpointSeq, at) => hint(endpointSeq, at),
    hintExtra(endpointSeq, at) {
      expectExtra(endpointSeq);
      hint(endpointSeq, at, true);
    },
    heard(endpointSeq, isExtra) {
      if (isExtra) expectExtra(endpointSeq);
      hintHere(endpointSeq, Number.NEGATIVE_INFINITY);
    },
    take(leased) {
      for (const { endpointSeq, deliverySeq, extraSeq, number } of leased) {
        const lane = laneOf(endpointSeq);
        if (extraSeq === null) lane.scheduled.set(deliverySeq, number);
        else lane.extra.set(extraSeq, { deliverySeq, number });
      }
    },
    numbersOf({ endpointSeq, deliverySeq }) {
      const { scheduled, extra } = laneOf(endpointSeq);
      const besides = [...extra.values()].filter((one) => one.deliverySeq === deliverySeq);
      return [scheduled.get(deliverySeq) ?? [], besides.map(({ number }) => number)].flat();
    },
    release(recorded) {
      for (const { attempt } of recorded) {
        const { lease, endpointSeq, deliverySeq, extraSeq } = attempt;
        const lane = laneOf(endpointSeq);
        if (extraSeq === null) lane.scheduled.delete(deliverySeq);
        else lane.extra.delete(extraSeq);
        lease.left--;
      }
    },
    lookAgain() {
      for (const lane of lanes.values()) {
        lane.hints++;
        lane.dueHint = Number.NEGATIVE_INFINITY;
        lane.leasedTo = beginning;
        lane.mayHaveExtra = true;
      }
    },
    clear: () => lanes.clear(),
    takeOver(endpointSeqs, now) {
      for (const seq of endpointSeqs) {
        lanes.delete(seq);
        takenOverAt.set(seq, now);
      }
    },
    isIdle(endpointSeq) {
      const lane = lanes.get(endpointSeq);
      return lane === undefined || lane.scheduled.size + lane.extra.size + lane.inFlight === 0;
    },
  };
};

const newLane = (endpointSeq: number, places: LanePlaces): Lane => ({
  endpointSeq,
  inFlight: 0,
  places,
  dueHint: Number.NEGATIVE_INFINITY,
  hints: 0,
  mayHaveExtra: true,
  leasedTo: beginning,
  scheduled: new Map(),
  extra: new Map(),
  rate: undefined,
  perSecond: null,
});

/** How many attempts the lane may start at `now` (ms). @param given attempts that other lanes were given in this turn */
export const freePlacesIn = (lane: Lane, now: number, given = 0): number => {
  const places = Math.min(placesPerLane - lane.inFlight, lane.places.free(given));
  return lane.rate === undefined ? places : lane.rate.allowed(now, places);
};
