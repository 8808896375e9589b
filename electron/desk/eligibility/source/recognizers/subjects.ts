import type { CodeBase, Explanation, SourceFinding } from '#desk/eligibility/source/inspection.ts';
import type { Region } from '#desk/eligibility/source/regions/regions.ts';
import type { Model } from '#desk/eligibility/source/syntax/model.ts';
import type { Evidence } from './evidence.ts';

/** A use that a recognizer saw. The excerpt is added by whoever puts the inspection together. */
export type Use = Omit<SourceFinding, 'excerpt'>;

export interface Recognized {
  readonly uses: Use[];
  readonly explanations: Explanation[];
}

/** A file while it is looked into. */
export interface Subject {
  readonly path: string;
  readonly text: string;
  /** What other files say of names that stand here; undefined if none of them does. */
  readonly codeBase?: CodeBase;
  readonly evidence: Evidence;
  /** Test code or documentation, by the file's path and form. */
  readonly weak: boolean;
  /** From 1, of an offset in the file. */
  lineAt(offset: number): number;
}

/** One region of it, read. Where a grammar was at a loss there is a second model, made of tokens. */
export interface ReadRegion {
  readonly file: Subject;
  readonly region: Region;
  readonly models: readonly Model[];
}

/** A region by one of its models. */
export interface Reading extends Omit<ReadRegion, 'models'> {
  readonly model: Model;
}

/** More words of one subject in a region than anyone writes: the rest is left for a person. */
export const mostWords = 2000;

/** The words in a region that match, with the identifier or the text that each stands in. */
export interface Word {
  /** Offsets in the region's text, of what matched. */
  readonly from: number;
  readonly to: number;
  /** The whole run of letters, digits, `_` and `$` around it. */
  readonly whole: string;
  /** The same with `-`, for names of headers. */
  readonly dashed: string;
}

const isPart = (letter: string | undefined, withDash: boolean): boolean =>
  letter !== undefined && (/[\p{L}\p{N}_$]/u.test(letter) || (withDash && letter === '-'));

export const wordsIn = (text: string, pattern: RegExp): Word[] => {
  const words: Word[] = [];
  pattern.lastIndex = 0;
  for (
    let found = pattern.exec(text);
    found !== null && words.length < mostWords;
    found = pattern.exec(text)
  ) {
    const to = found.index + found[0].length;
    const run = (withDash: boolean): string => {
      let start = found.index;
      let end = to;
      while (found.index - start < 60 && isPart(text[start - 1], withDash)) start--;
      while (end - to < 60 && isPart(text[end], withDash)) end++;
      return text.slice(start, end);
    };
    words.push({ from: found.index, to, whole: run(false), dashed: run(true) });
  }
  return words;
};

/** Where a word of a region stands in the file. */
export const spanOf = (
  { file, region }: Omit<ReadRegion, 'models'>,
  from: number,
  to: number,
): { from: number; to: number; line: number } => {
  const start = region.offsetOf(from);
  return { from: start, to: Math.max(start + 1, region.offsetOf(to)), line: file.lineAt(start) };
};
