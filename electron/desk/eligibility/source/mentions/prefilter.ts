import { countBelow } from '#desk/eligibility/source/count-below.ts';
import { byteKinds, escapeAt, hole, isPrefix, mayEscape, quote } from './bytes.ts';
import { encodedWindows } from './encoded.ts';

/** Hints of mentions in a file's bytes. Rather too many than too few: the text decides. */
export interface ByteHints {
  /** A subject's key words, but for those of the alerts endpoints. */
  readonly words: boolean;
  readonly alerts: boolean;
  readonly rules: boolean;
  /** There are escapes of escapes: only the decoded text shows what it says. */
  readonly nested: boolean;
  /** A literal ends in `Id` that stands behind a hole or alone: the second half of a word may be put behind its first one. */
  readonly suffix: boolean;
}

const length = 6;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Six letters of each key word, without what stands between its parts; of a shorter one, with any letter before it. A
 * pattern for the word may have a class of characters between the parts: `retry\s?after`.
 */
const windows: Readonly<Record<Exclude<keyof ByteHints, 'nested' | 'suffix'> | 'calls', readonly string[]>> =
  {
    words: [
      ...['ruleid', 'tryaft', 'trysaf', 'trywaf', 'ceclie', 'cescli', 'cewcli', 'xservi', 'xsserv', 'xwserv'],
      ...['horiza', ...encodedWindows],
    ],
    alerts: letters.map((letter) => `${letter}alert`),
    rules: letters.map((letter) => `${letter}rules`),
    calls: ['concat'],
  };

const codeOf = (letter: string): number => letter.charCodeAt(0) & 31;
const sumOf = (word: string): number => [...word].reduce((sum, letter) => (sum << 5) | codeOf(letter), 0);

const known = new Map<number, keyof typeof windows>();
/** How far the search may go on after two letters, before one of the windows can end (Wu and Manber, 1994). */
const shifts = new Uint8Array(1024).fill(length - 1);
for (const [kind, words] of Object.entries(windows)) {
  for (const word of words) {
    known.set(sumOf(word), kind as keyof typeof windows);
    for (let at = 1; at < length; at++) {
      const pair = (codeOf(word[at - 1] as string) << 5) | codeOf(word[at] as string);
      shifts[pair] = Math.min(shifts[pair] as number, length - 1 - at);
    }
  }
}

let memory = new Uint8Array(256 * 1024);
/** Where letters stand that may belong to a quote, as in `f"…"`: what is around them may be one word. */
const optional: number[] = [];

/**
 * Searches a file's bytes for hints of mentions, in any language. Runs over every byte of a code base; most files end here.
 * @param bytes UTF-8, or anything that writes ASCII in the same bytes.
 */
export const prefilter = (bytes: Uint8Array): ByteHints => {
  const found = { words: false, alerts: false, rules: false, nested: false, suffix: false };
  if (memory.length < bytes.length + 1) memory = new Uint8Array(bytes.length * 2);
  const filled = keepLetters(bytes, found);
  search(memory, filled, found);
  for (const at of optional) searchAround(at, filled, found);
  return found;
};

type MutableHints = { -readonly [Kind in keyof ByteHints]: ByteHints[Kind] };

/** The letters alone, by number: what stands between the parts of a word, or joins them, tells nothing apart. */
const keepLetters = (bytes: Uint8Array, found: MutableHints): number => {
  const kept = memory;
  const kinds = byteKinds;
  const { length: end } = bytes;
  // A letter that begins no word, so that windows of a word and a letter before it fit at the start.
  kept[0] = codeOf('z');
  let filled = 1;
  optional.length = 0;
  for (let at = 0; ; at++) {
    let kind = 0;
    // Nothing but this is done for most bytes: what else stood in this loop made it three times as slow.
    for (; at < end; at++) {
      kind = kinds[bytes[at] as number] as number;
      if (kind >= hole) break;
      kept[filled] = kind;
      filled += (kind + 31) >> 5;
    }
    if (at >= end) return filled;
    mark.at = at;
    mark.filled = filled;
    takeMark(bytes, kind, found);
    at = mark.at;
    filled = mark.filled;
  }
};

/** Where a mark stands, and how many letters are kept before it: one for all, because every few bytes one comes. */
const mark = { at: 0, filled: 0 };

/** What a quote, a hole or an escape shows; moves behind an escape, and keeps its letter. */
const takeMark = (bytes: Uint8Array, kind: number, found: MutableHints): void => {
  const { at, filled } = mark;
  if (memory[filled - 1] === 5 && endsInRule(memory, filled)) found.words = true;
  if (memory[filled - 1] === 4 && memory[filled - 2] === 9 && isSuffix(bytes, at)) found.suffix = true;
  if (kind === quote) {
    if (isPrefix(bytes, at)) optional.push(filled - 1);
  } else if (kind === hole) {
    if (bytes[at + 1] === 0x49 && bytes[at + 2] === 0x64) found.suffix = true;
  } else if (mayEscape(bytes, at)) takeEscape(bytes, found);
};
const takeEscape = (bytes: Uint8Array, found: MutableHints): void => {
  const escaped = escapeAt(bytes, mark.at);
  if (escaped === undefined) return;
  const letter = byteKinds[escaped.code] as number;
  mark.at += escaped.length - 1;
  if (letter > 0 && letter < hole) memory[mark.filled++] = letter;
  else if (begins.has(escaped.code) && opens.has(bytes[mark.at + 1] ?? 0)) found.nested = true;
};

/** A literal that ends in "rule" may be the first part of a word, with a hole behind it or a literal elsewhere. */
// The letters' numbers, last one first: this is asked at every quote.
const endsInRule = (kept: Uint8Array, filled: number): boolean =>
  kept[filled - 1] === 5 && kept[filled - 2] === 12 && kept[filled - 3] === 21 && kept[filled - 4] === 18;

/** `"Id"`, `}Id"`, `_id"`, `%sId"`; in C, `##Id` has no quote. */
const isSuffix = (bytes: Uint8Array, at: number): boolean => {
  const before = bytes[at - 3] ?? 0;
  // `"user_id"` is a whole name.
  return beforeId.has(before) && ((before !== 0x5f && before !== 0x2d) || beforeMark.has(bytes[at - 4] ?? 0));
};

/** An escape that stands for what begins another one, and what would follow then. */
const codesOf = (text: string): ReadonlySet<number> => new Set([...text].map((one) => one.charCodeAt(0)));
const begins = codesOf('%&\\');
const beforeId = codesOf('"\'`})_-sv@#');
const beforeMark = codesOf('"\'`})]>sv@');
const opens = codesOf('0123456789abcdefABCDEFuUxX#qalhsn');

const search = (kept: Uint8Array, filled: number, found: MutableHints): void => {
  for (let at = length - 1; at < filled; ) {
    const shift = shifts[((kept[at - 1] as number) << 5) | (kept[at] as number)] as number;
    if (shift > 0) {
      at += shift;
      continue;
    }
    let sum = 0;
    for (let back = length - 1; back >= 0; back--) sum = (sum << 5) | (kept[at - back] as number);
    const kind = known.get(sum);
    if (kind === 'calls') searchWithout(kept, at, filled, found);
    else if (kind !== undefined) found[kind] = true;
    at++;
  }
};

/** What stands around a letter that may be none of the text, without such letters. */
const searchAround = (at: number, filled: number, found: MutableHints): void => {
  const joined: number[] = [];
  for (let near = Math.max(0, at - reach); near < Math.min(filled, at + reach); near++) {
    if (near !== at && !isOptional(near)) joined.push(memory[near] as number);
  }
  search(Uint8Array.from(joined), joined.length, found);
};
const reach = 2 * length;

/** They are in order. */
const isOptional = (at: number): boolean => optional[countBelow(optional, at)] === at;

/** `"Rule".concat("Id")`: what stands before the call and what stands in it, as one. */
const searchWithout = (kept: Uint8Array, at: number, filled: number, found: MutableHints): void => {
  const before = kept.subarray(Math.max(0, at - length - length + 2), at - length + 1);
  const after = kept.subarray(at + 1, Math.min(filled, at + length));
  const joined = new Uint8Array(before.length + after.length);
  joined.set(before);
  joined.set(after, before.length);
  search(joined, joined.length, found);
};
