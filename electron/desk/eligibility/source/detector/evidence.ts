import type { Scope, Scopes } from './structure.ts';
import { type Term, terms } from './terms.ts';
import type { Comment, Token } from './tokens.ts';

interface Sign {
  readonly line: number;
  /** Index into `terms`. */
  readonly term: number;
}

export interface Evidence {
  /** What is around a line speaks for this service's webhooks (above zero) or for something else (below). */
  readonly at: (line: number) => number;
  /** The same of the lines next to it alone. */
  readonly near: (line: number) => number;
  /** The same of the function alone, and of the whole file alone. */
  readonly ofFunction: (line: number) => number;
  readonly ofFile: () => number;
  /** Distinct matches of a pattern on normalized words, in the function around a line and in the file's path. */
  readonly wordsAt: (line: number, pattern: RegExp) => boolean;
  readonly wordsInFile: (pattern: RegExp) => boolean;
}

/** A word without case and marks. */
export const bare = (text: string): string =>
  /^[a-z0-9]*$/.test(text) ? text : text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();

/** Signs looked at for one question; more than a function has. */
const most = 600;
const longest = 160;

/** All of them at once: most words match none. */
const any = new RegExp(terms.map(({ pattern }) => pattern.source).join('|'));

const signsOf = (words: ReadonlyMap<string, readonly number[]>): Sign[] => {
  const signs: Sign[] = [];
  for (const [word, lines] of words) {
    if (!any.test(word)) continue;
    terms.forEach(({ pattern }, term) => {
      if (pattern.test(word)) for (const line of lines) signs.push({ line, term });
    });
  }
  return signs.sort((a, b) => a.line - b.line);
};

const collectWords = (tokens: readonly Token[], comments: readonly Comment[]): Map<string, number[]> => {
  const words = new Map<string, number[]>();
  const add = (text: string, line: number): void => {
    const word = bare(text.length > longest ? text.slice(0, longest) : text);
    if (word.length < 3) return;
    const lines = words.get(word);
    if (lines === undefined) words.set(word, [line]);
    else if (lines.at(-1) !== line && lines.length < 200) lines.push(line);
  };
  for (const { kind, text, line } of tokens) {
    if (kind === 'id') add(text, line);
    else if (kind === 'str') {
      for (const part of text.length > 12 ? text.slice(0, 2000).split(/[\s/.,:;()]+/, 60) : [text])
        add(part, line);
      if (text.length > 12) add(text, line);
    }
  }
  for (const { text, line } of comments) {
    let at = line;
    for (const content of text.slice(0, 20_000).split('\n')) {
      for (const part of content.slice(0, 400).split(/[\s/.,:;()`'"{}@]+/, 60)) add(part, at);
      at++;
    }
  }
  return words;
};

export const evidenceOf = (
  path: string,
  tokens: readonly Token[],
  comments: readonly Comment[],
  scopes: Scopes,
): Evidence => {
  const words = collectWords(tokens, comments);
  const signs = signsOf(words);
  const pathSigns = signsOf(new Map(path.split(/[/\\.]/).map((part) => [bare(part), [0]])));
  const pathWords = path.split(/[/\\.]/).map(bare);
  const matches = new Map<RegExp, readonly number[]>();
  /** The lines with a word that matches, in order. */
  const linesOf = (pattern: RegExp): readonly number[] => {
    const known = matches.get(pattern);
    if (known !== undefined) return known;
    const lines: number[] = [];
    for (const [word, at] of words) if (pattern.test(word)) for (const line of at) lines.push(line);
    lines.sort((a, b) => a - b);
    matches.set(pattern, lines);
    return lines;
  };
  const from = (line: number): number => {
    let low = 0;
    let high = signs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((signs[middle] as Sign).line < line) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const sum = ({ first, last }: Scope, near: boolean, extra: readonly Sign[] = []): number => {
    const seen = new Set<number>();
    let total = 0;
    const count = ({ term }: Sign): void => {
      if (seen.has(term)) return;
      seen.add(term);
      const { weight, near: onlyNear } = terms[term] as Term;
      if (near || onlyNear !== true) total += weight;
    };
    extra.forEach(count);
    const start = from(first);
    for (let at = start; at < signs.length && at < start + most && (signs[at] as Sign).line <= last; at++) {
      count(signs[at] as Sign);
    }
    return Math.max(-10, Math.min(10, total));
  };
  const cache = new Map<string, number>();
  const cached = (key: string, make: () => number): number => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = make();
    cache.set(key, value);
    return value;
  };
  const ofFile = (): number =>
    cached('file', () => sum({ first: 1, last: Number.MAX_SAFE_INTEGER }, false, pathSigns));
  const near = (line: number): number =>
    cached(`n${line}`, () => sum({ first: line - 2, last: line + 2 }, true));
  const ofFunction = (line: number): number => {
    const scope = scopes.functionAt(line);
    return cached(`f${scope.first}-${scope.last}`, () => sum(scope, false));
  };
  const ofBlock = (line: number): number => {
    const scope = scopes.blockAt(line);
    return cached(`b${scope.first}-${scope.last}`, () => sum(scope, true));
  };
  return {
    near,
    ofFunction,
    ofFile,
    at: (line) => near(line) * 0.7 + ofBlock(line) * 0.5 + ofFunction(line) * 0.5 + ofFile() * 0.3,
    wordsAt: (line, pattern) => {
      const { first, last } = scopes.functionAt(line);
      const lines = linesOf(pattern);
      let low = 0;
      let high = lines.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((lines[middle] as number) < first) low = middle + 1;
        else high = middle;
      }
      return (lines[low] ?? Number.POSITIVE_INFINITY) <= last;
    },
    wordsInFile: (pattern) => linesOf(pattern).length > 0 || pathWords.some((word) => pattern.test(word)),
  };
};
