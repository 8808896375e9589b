import { searchMaxLength } from '#contract/common.ts';
import { type SearchTerm, wordsIn } from '#contract/search-text.ts';
import { type WordSlice, wordSliceOf } from './word-slices.ts';

/**
 * Words as PostgreSQL's full-text search has them, made of ours: its own parsers know other words. Each begins with the
 * slice of messages that it is from, so that the words of a slice have entries of their own in the index, and the newest
 * ones can be asked first. Source: `docs/decisions/2026-11-28-words-on-a-server.md`.
 */

/** Words of a message, or of a part of one, and where they stand: a `tsvector` as text. */
export interface WordVector {
  /** Whether it has all words of its message. */
  readonly isWhole: boolean;
  readonly text: string;
}

/** What a `tsvector` can hold: positions up to 16,383, 255 of them for a word, 1 MiB in all. More is dropped silently. */
const most = { words: 16_000, ofOneWord: 255, bytes: 500_000 } as const;
/** A phrase that is asked for has no more words: parts share so many, so that each phrase stands in one of them. */
const shared = searchMaxLength / 2;
/** A longer word is found by its beginning: one of PostgreSQL has up to 2,046 bytes. Nobody can ask for one so long. */
const longest = searchMaxLength * 3;

/** @param searched what `searchedText` gives */
export const vectorsOf = (seq: number, searched: string): WordVector[] => {
  const slice = wordSliceOf(seq);
  const parts = partsOf(wordsIn(searched));
  return parts.map((part) => ({ isWhole: parts.length === 1, text: vectorText(slice, part) }));
};

type Part = ReadonlyMap<string, readonly number[]>;

const partsOf = (words: readonly string[]): Part[] => {
  const first = partFrom(words, 0);
  const parts = [first.part];
  for (let { end } = first; end < words.length; ) {
    const next = partFrom(words, end - shared);
    parts.push(next.part);
    end = next.end;
  }
  return parts;
};

const partFrom = (words: readonly string[], start: number): { part: Part; end: number } => {
  const part = new Map<string, number[]>();
  let bytes = 0;
  let at = start;
  for (; at < words.length && at - start < most.words; at++) {
    const word = lexeme(words[at] as string);
    const places = part.get(word);
    if (places === undefined) {
      bytes += Buffer.byteLength(word) + perWord;
      if (bytes > most.bytes) break;
      part.set(word, [at - start + 1]);
    } else {
      if (places.length === most.ofOneWord) break;
      bytes += perPlace;
      places.push(at - start + 1);
    }
  }
  return { part, end: at };
};

/** Bytes besides the letters: of the slice, of the place, and what aligns them. */
const perWord = 20;
const perPlace = 2;

const lexeme = (word: string): string => {
  if (word.length <= longest) return word;
  const end = /[\ud800-\udbff]/.test(word[longest - 1] as string) ? longest - 1 : longest;
  return word.slice(0, end);
};

/** Words are letters and digits alone, so nothing of them is syntax. */
const quoted = (slice: WordSlice, word: string): string => `'${slice} ${word}'`;

const vectorText = (slice: WordSlice, part: Part): string =>
  [...part].map(([word, places]) => `${quoted(slice, word)}:${places.join(',')}`).join(' ');

/** A term as a `tsquery`, for the messages of a slice. */
export const queryText = (slice: WordSlice, { words, isPrefix }: SearchTerm): string => {
  const last = words.length - 1;
  return words
    .map((word, n) => `${quoted(slice, lexeme(word))}${n === last && isPrefix ? ':*' : ''}`)
    .join(' <-> ');
};
