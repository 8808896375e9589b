import { fits, type Told } from './told.ts';

/** Occurrences that one mechanism told of and the other did not yet. */
export interface Waiting {
  readonly size: number;
  /** The one of the other mechanism that says the same, if it is there; otherwise it waits itself. */
  pair(told: Told): Told | undefined;
  /** All that wait, the oldest of each mechanism first. */
  all(): { readonly alerts: readonly Told[]; readonly messages: readonly Told[] };
  remove(told: Told): void;
}

export type Pairing = 'time' | 'order';

export const createWaiting = (pairing: Pairing, withinMs: number): Waiting => {
  const sides = { legacy: createSide(), new: createSide() };
  const isNear = (one: Told, other: Told): boolean =>
    pairing === 'order' || Math.abs(one.request.at - other.request.at) <= withinMs;

  return {
    get size() {
      return sides.legacy.size + sides.new.size;
    },
    pair(told) {
      const { side } = told.request;
      const earliest = pairing === 'order' ? Number.NEGATIVE_INFINITY : told.request.at - withinMs;
      const other = sides[side === 'legacy' ? 'new' : 'legacy'];
      const partner = other.take(
        told.content,
        earliest,
        (one) => isNear(one, told) && (side === 'legacy' ? fits(told, one) : fits(one, told)),
      );
      if (partner === undefined) sides[side].add(told);
      return partner;
    },
    all: () => ({ alerts: sides.legacy.all(), messages: sides.new.all() }),
    remove: (told) => sides[told.request.side].remove(told),
  };
};

/** By content, each in the order of time. */
const createSide = () => {
  const byContent = new Map<string, Told[]>();
  let size = 0;
  const removeAt = (content: string, list: Told[], at: number): void => {
    if (list.length === 1) byContent.delete(content);
    else list.splice(at, 1);
    size--;
  };
  return {
    get size() {
      return size;
    },
    add(told: Told): void {
      size++;
      const list = byContent.get(told.content);
      if (list === undefined) byContent.set(told.content, [told]);
      else list.splice(firstAfter(list, told.request.at), 0, told);
    },
    /** The earliest that is wanted: so the n-th alert gets the n-th message. */
    take(content: string, earliest: number, isWanted: (told: Told) => boolean): Told | undefined {
      const list = byContent.get(content);
      if (list === undefined) return undefined;
      for (let at = firstAfter(list, earliest - 1); at < list.length; at++) {
        const told = list[at] as Told;
        if (!isWanted(told)) continue;
        removeAt(content, list, at);
        return told;
      }
      return undefined;
    },
    remove(told: Told): void {
      const list = byContent.get(told.content);
      const at = list?.indexOf(told) ?? -1;
      if (list !== undefined && at >= 0) removeAt(told.content, list, at);
    },
    all: (): Told[] => [...byContent.values()].flat().sort(byTime),
  };
};

const byTime = (a: Told, b: Told): number => a.request.at - b.request.at;

/** Where the first one later than `at` is. */
const firstAfter = (list: readonly Told[], at: number): number => {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] as Told).request.at <= at) from = middle + 1;
    else to = middle;
  }
  return from;
};
