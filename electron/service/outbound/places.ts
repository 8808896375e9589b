/**
 * Places in flight, all lanes together: one descriptor each. As many as the process's limit leaves beside the database,
 * the two APIs and name servers. Each lane has a part of its own, which no other one can take; the rest is for lanes
 * whose consumers answer quickly, so that dead ones, which hold each place for 15 s, can't collect it. Where there are
 * fewer places than lanes, dead ones still leave that rest. Source:
 * `docs/reference/rules/delivery.md#open-requests`.
 */
export interface Places {
  /** How many there are; infinity without a limit. */
  readonly total: number;
  /** How many are taken. */
  inFlight(): number;
  /** The places of one more lane. */
  lane(): LanePlaces;
  /** How many lanes of a kind have something to send: what a lane has of its own follows from it. */
  expect(kind: string, lanes: number): void;
}

export interface LanePlaces {
  /** How many more requests may start. @param given in this turn, to others too, and not taken yet */
  free(given?: number): number;
  take(): void;
  /** A request ended. @param quick by an answer that came soon */
  giveBack(quick: boolean): void;
}

/** For the process itself: standard streams, databases with their logs, listeners, the event loop, name servers. */
const ofProcess = 48;
/** For callers of the two APIs: this share of the limit, but at least so many, and no more than so many. */
const callersShare = 0.25;
const [fewestCallers, mostCallers] = [32, 1024];
/** However low the limit is. */
const fewestPlaces = 8;
/** Of all places, those that lanes have of their own. */
const ownShare = 0.75;
/** With so many, no lane is ever held back: 50 endpoints and all rules together have fewer. */
const plenty = 8192;

/** @param limit descriptors that the process may have open */
export const placesWithin = (limit: number): number => {
  if (limit === Number.POSITIVE_INFINITY) return limit;
  const callers = Math.min(Math.max(Math.floor(limit * callersShare), fewestCallers), mostCallers);
  return Math.max(limit - ofProcess - callers, fewestPlaces);
};

/** An answer within this shows that a place is soon free again, ms. */
const quickMs = 1000;

export const isQuick = ({ statusCode, durationMs }: { statusCode?: number; durationMs: number }): boolean =>
  statusCode !== undefined && durationMs < quickMs;

export const createPlaces = (total: number): Places => {
  const expected = new Map<string, number>();
  const holding = new Set<{ held: number; isQuick: boolean }>();
  let inFlight = 0;

  const own = (): { each: number; all: number } => {
    // One more, for the next lane that comes.
    const lanes = 1 + [...expected.values()].reduce((sum, count) => sum + count, 0);
    const each = Math.max(1, Math.floor((total * ownShare) / lanes));
    return { each, all: each * lanes };
  };

  /** For all lanes together that are not known to be quick. */
  const freeForSlow = (given: number): number => {
    let free = Math.max(1, Math.floor(total * ownShare)) - given;
    for (const lane of holding) if (!lane.isQuick) free -= lane.held;
    return Math.max(0, free);
  };

  const freeFor = (held: number, isQuick: boolean, given: number): number => {
    const { each, all } = own();
    const left = Math.max(0, each - held);
    if (!isQuick) return all <= total * ownShare ? left : Math.min(left, freeForSlow(given));
    let shared = total - all - given;
    for (const lane of holding) shared -= Math.max(0, lane.held - each);
    return left + Math.max(0, Math.ceil((shared - Math.max(0, held - each)) / 2));
  };

  return {
    total,
    inFlight: () => inFlight,
    expect: (kind, lanes) => void expected.set(kind, lanes),
    lane() {
      const lane = { held: 0, isQuick: false };
      return {
        free(given = 0) {
          if (total >= plenty) return total;
          const left = Math.max(0, total - inFlight - given);
          return Math.min(freeFor(lane.held, lane.isQuick, given), left);
        },
        take() {
          inFlight++;
          lane.held++;
          holding.add(lane);
        },
        giveBack(quick) {
          inFlight--;
          lane.held--;
          lane.isQuick = quick;
          if (lane.held === 0) holding.delete(lane);
        },
      };
    },
  };
};
