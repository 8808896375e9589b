import { fits, type Occurrence } from './occurrence.ts';

/** Occurrences that one mechanism sent and the other did not yet. */
export interface Waiting {
  readonly size: number;
  /** The one of the other mechanism that says the same, if it is there; otherwise it waits itself. */
  pair(occurrence: Occurrence): Occurrence | undefined;
  /** All that wait, the oldest of each mechanism first. */
  all(): { readonly alerts: readonly Occurrence[]; readonly messages: readonly Occurrence[] };
  remove(occurrence: Occurrence): void;
}

export type Pairing = 'time' | 'order';

export const createWaiting = (pairing: Pairing, withinMs: number): Waiting => {
  const sides = { legacy: createSide(), new: createSide() };
  const isNear = (one: Occurrence, other: Occurrence): boolean =>
    pairing === 'order' || Math.abs(one.request.at - other.request.at) <= withinMs;

  return {
    get size() {
      return sides.legacy.size + sides.new.size;
    },
    pair(occurrence) {
      const { side } = occurrence.request;
      const earliest = pairing === 'order' ? Number.NEGATIVE_INFINITY : occurrence.request.at - withinMs;
      const other = sides[side === 'legacy' ? 'new' : 'legacy'];
      const partner = other.take(
        occurrence.content,
        earliest,
        (one) =>
          isNear(one, occurrence) && (side === 'legacy' ? fits(occurrence, one) : fits(one, occurrence)),
      );
      if (partner === undefined) sides[side].add(occurrence);
      return partner;
    },
    all: () => ({ alerts: sides.legacy.all(), messages: sides.new.all() }),
    remove: (occurrence) => sides[occurrence.request.side].remove(occurrence),
  };
};

/** By content, each in the order of time. */
const createSide = () => {
  const byContent = new Map<string, Occurrence[]>();
  let size = 0;
  const removeAt = (content: string, list: Occurrence[], at: number): void => {
    if (list.length === 1) byContent.delete(content);
    else list.splice(at, 1);
    size--;
  };
  return {
    get size() {
      return size;
    },
    add(occurrence: Occurrence): void {
      size++;
      const list = byContent.get(occurrence.content);
      if (list === undefined) byContent.set(occurrence.content, [occurrence]);
      else list.splice(firstAfter(list, occurrence.request.at), 0, occurrence);
    },
    /** The earliest that is wanted: so the n-th alert gets the n-th message. */
    take(
      content: string,
      earliest: number,
      isWanted: (occurrence: Occurrence) => boolean,
    ): Occurrence | undefined {
      const list = byContent.get(content);
      if (list === undefined) return undefined;
      for (let at = firstAfter(list, earliest - 1); at < list.length; at++) {
        const occurrence = list[at] as Occurrence;
        if (!isWanted(occurrence)) continue;
        removeAt(content, list, at);
        return occurrence;
      }
      return undefined;
    },
    remove(occurrence: Occurrence): void {
      const list = byContent.get(occurrence.content);
      const at = list?.indexOf(occurrence) ?? -1;
      if (list !== undefined && at >= 0) removeAt(occurrence.content, list, at);
    },
    all: (): Occurrence[] => [...byContent.values()].flat().sort(byTime),
  };
};

const byTime = (a: Occurrence, b: Occurrence): number => a.request.at - b.request.at;

/** Where the first one later than `at` is. */
const firstAfter = (list: readonly Occurrence[], at: number): number => {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] as Occurrence).request.at <= at) from = middle + 1;
    else to = middle;
  }
  return from;
};
