/**
 * How much a turn takes at most, so that whoever calls the API waits for a few milliseconds and not for all that is
 * due. It follows from what turns cost on this machine, as work is more or less dear.
 */
export interface TurnSize {
  /** Results that a turn writes, and as many attempts that it leases. */
  most(): number;
  /** A turn wrote and leased so many, which took the thread so long, ms. */
  took(pieces: number, workMs: number): void;
}

/** What a turn is to take, ms of the thread. */
const wantedMs = 2;
/** Fewer are dearer together; more gain nothing. */
const [fewest, largest] = [32, 256];
/** How far one turn moves the estimate. */
const weight = 0.1;
/** Smaller turns say more about the turn than about its pieces. */
const tellingPieces = 16;

export const createTurnSize = (): TurnSize => {
  let pieceMs = wantedMs / (2 * 128);
  return {
    most: () => Math.round(Math.min(Math.max(wantedMs / (2 * pieceMs), fewest), largest)),
    took(pieces, workMs) {
      if (pieces >= tellingPieces) pieceMs += weight * (workMs / pieces - pieceMs);
    },
  };
};
