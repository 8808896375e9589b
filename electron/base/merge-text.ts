import { diff3Merge } from 'node-diff3';

export interface MergedText {
  readonly text: string;
  /** Whether nothing overlapped. Otherwise both versions of what did follow each other, ours first. */
  readonly clean: boolean;
}

/** Pairs of parts that are compared at most: nothing else is answered meanwhile. */
const mostPairs = 250_000;

const words = /\n|[^\S\n]+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;
const lines = /[^\n]*\n|[^\n]+/g;

/**
 * Merges two texts that came from one: by words, or by lines where there are too many words. What touches overlaps, so
 * that nothing either of them wrote is dropped, and nothing ends up inside what the other rewrote.
 */
export const mergeText = (ours: string, base: string, theirs: string): MergedText => {
  if (ours === theirs || theirs === base) return { text: ours, clean: true };
  if (ours === base) return { text: theirs, clean: true };
  return mergedBy(words, ours, base, theirs) ?? mergedBy(lines, ours, base, theirs) ?? both(ours, theirs);
};

/** undefined: too much to compare */
const mergedBy = (part: RegExp, ours: string, base: string, theirs: string): MergedText | undefined => {
  const whole = [partsOf(ours, part), partsOf(base, part), partsOf(theirs, part)] as const;
  const { before, after } = common(whole);
  const middleOf = (parts: Parts): string[] => parts.slice(before, parts.length - after);
  const [a, o, b] = [middleOf(whole[0]), middleOf(whole[1]), middleOf(whole[2])];
  if (Math.max(a.length, b.length) * o.length > mostPairs) return undefined;
  const regions = diff3Merge(a, o, b);
  const middle = regions.map(({ ok, conflict }) =>
    ok ? ok.join('') : both(conflict?.a.join('') ?? '', conflict?.b.join('') ?? '').text,
  );
  const [first] = whole;
  return {
    text: [...first.slice(0, before), ...middle, ...first.slice(first.length - after)].join(''),
    clean: regions.every(({ conflict }) => conflict === undefined),
  };
};

type Parts = readonly string[];

const partsOf = (text: string, part: RegExp): Parts => text.match(part) ?? [];

/** How many parts all of them begin and end with. */
const common = (all: readonly Parts[]): { before: number; after: number } => {
  const [first = []] = all;
  const shortest = Math.min(...all.map(({ length }) => length));
  let before = 0;
  while (before < shortest && all.every((parts) => parts[before] === first[before])) before += 1;
  let after = 0;
  const same = (): boolean => all.every((parts) => parts.at(-1 - after) === first.at(-1 - after));
  while (after < shortest - before && same()) after += 1;
  return { before, after };
};

const both = (ours: string, theirs: string): MergedText => {
  const between = ours === '' || theirs === '' || /\s$/.test(ours) || /^\s/.test(theirs) ? '' : '\n';
  return { text: `${ours}${between}${theirs}`, clean: false };
};
