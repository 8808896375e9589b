import { systemTime } from '#base/clock.ts';

/**
 * Lets requests out, in the order in which they came, so that the thread has time for others in between: a connection
 * takes a fifth of a millisecond to open, and all answers that are there are taken before the next request to the API.
 *
 * While the thread has no rest, only so many are out that left since it last had one: more of them would wait here, not
 * at their consumers. What is still out when the thread rests is at a consumer that takes its time, and counts no
 * longer: a slow one has as much in flight as it is given, and a dead one is in nobody's way.
 */
export interface Pace {
  /** Begins it soon, after what came before it. */
  add(piece: Piece): void;
  /** It is over: belongs to each that has begun, once. */
  ended(piece: Piece): void;
}

export interface Piece {
  /** The pace's own: in which spell it began. */
  spell: number;
  begin(): void;
}

/** Begun in one spell and not over, at most. Fewer leave the thread nothing to do while it waits for a quick consumer. */
const mostOut = 48;
/** A spell ends when the thread had so much rest in it, ms. */
const restMs = 1;
/** And after so long in any case, ms: nobody is to wait for good because the rest was not measured. */
const longestSpellMs = 50;
/** Between two looks whether it has ended, while something waits for that, ms. */
const lookMs = 1;
/** The longest slice, ms. */
const sliceMs = 2;
/** Between two looks at the time. */
const perLook = 4;

export const createPace = (): Pace => {
  let queue: Piece[] = [];
  let isSliceDue = false;
  let isLookDue = false;
  const nextSpell = (number: number) => ({
    number,
    out: 0,
    restBefore: systemTime.threadRest(),
    begunAt: systemTime.monotonic(),
  });
  let spell = nextSpell(0);

  const goOn = (): void => {
    if (isSliceDue || queue.length === 0) return;
    if (spell.out < mostOut) {
      isSliceDue = true;
      setImmediate(slice);
    } else if (!isLookDue) {
      isLookDue = true;
      systemTime.after(lookMs, look);
    }
  };
  const look = (): void => {
    isLookDue = false;
    const hasRested = systemTime.threadRest() - spell.restBefore >= restMs;
    if (hasRested || systemTime.monotonic() - spell.begunAt >= longestSpellMs) {
      spell = nextSpell(spell.number + 1);
    }
    goOn();
  };
  const slice = (): void => {
    isSliceDue = false;
    // What rest there was before anything was out says nothing.
    if (spell.out === 0) spell = nextSpell(spell.number + 1);
    const until = systemTime.monotonic() + sliceMs;
    let begun = 0;
    while (begun < queue.length && spell.out < mostOut) {
      const piece = queue[begun++] as Piece;
      piece.spell = spell.number;
      spell.out++;
      piece.begin();
      if (begun % perLook === 0 && systemTime.monotonic() > until) break;
    }
    // What has begun is soon over: what still waits must not keep it in memory.
    queue = queue.slice(begun);
    goOn();
  };

  return {
    add(piece) {
      queue.push(piece);
      goOn();
    },
    ended(piece) {
      if (piece.spell === spell.number) spell.out--;
      goOn();
    },
  };
};
