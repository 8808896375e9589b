import type { ExplanationReason } from '#contract/eligibility.ts';
import { type Term, vocabulary } from './vocabulary.ts';

/** Code says the same words again and again. */
const judged = new WeakMap<RegExp, Map<string, boolean>>();
const mostJudged = 50_000;
const isTerm = (anyTerm: RegExp, word: string): boolean => {
  const words = judged.get(anyTerm) ?? new Map<string, boolean>();
  judged.set(anyTerm, words);
  const known = words.get(word);
  if (known !== undefined) return known;
  if (words.size >= mostJudged) words.clear();
  const matches = anyTerm.test(word);
  // A copy: a slice would keep the whole text of its file in memory.
  words.set(Buffer.from(word).toString(), matches);
  return matches;
};

interface Sign {
  readonly line: number;
  readonly term: number;
  readonly word: string;
}

/** First and last line of a stretch, both from 1. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** A stretch that speaks of something else. */
export interface Contrary {
  readonly label: string;
  readonly reason: ExplanationReason;
  /** As written without case and marks. */
  readonly word: string;
}

export interface Evidence {
  /** What is around a line speaks for this service's webhooks (above zero) or for something else (below). */
  at(line: number, scope: Lines): number;
  /** The same of the lines next to it alone. */
  near(line: number): number;
  /** The same of the whole file. */
  readonly file: number;
  /** Words for this service, in the file and its path. */
  readonly positive: number;
  /** The file or its path says that it receives something like webhooks, of this service or of one like it. */
  readonly isReceiver: boolean;
  /** The same by words that little else has: many tables have a company, and much is delivered. */
  readonly isSurelyReceiver: boolean;
  /** Whether the file imports something that a label stands for. */
  readonly isImported: (label: string) => boolean;
  /** Words that no other service has, in the file or in a stretch of it. */
  readonly specific: (lines?: Lines) => number;
  /** The strongest sign of something else in a stretch, or in the file's path. */
  contrary(lines?: Lines): Contrary | undefined;
  /** Whether a word in a stretch, or in the file and its path, matches. */
  hasWord(pattern: RegExp, lines?: Lines): boolean;
}

/** A word without case and marks. */
export const bare = (text: string): string =>
  /^[a-z0-9]*$/.test(text) ? text : text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();

/** Words of one kind that are looked at: more than any file has in earnest. */
const mostLines = 200;
const mostSigns = 600;

/** Where the parts of a word begin, in its bare spelling: of `cJSON_ArrayEach` at 0, 1, 5, 10. */
const partsOf = (word: string): Set<number> => {
  const starts = new Set<number>();
  let at = 0;
  for (const [part] of word.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)) {
    starts.add(at);
    at += part.length;
  }
  return starts;
};

/** The words of a text without case and marks, with the lines that they stand in. */
interface Words {
  readonly lines: ReadonlyMap<string, readonly number[]>;
  /** Those that some term matches, in the order of the text, with where their parts begin. */
  readonly terms: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Orders to tools that check code stand in any file: they say nothing of what it is about. */
const orders =
  /(?:shellcheck|eslint|tslint|biome|pylint|pyright|mypy|flake8|ruff|noqa|nosec|nolint|NOLINT|rubocop|phpcs|phpstan|psalm|checkov|semgrep|sonar\w*|prettier|oxlint|deno-lint|ktlint|detekt|swiftlint|clippy|golangci|hadolint|yamllint|sqlfluff|stylelint|codeql|bandit|perlcritic|credo|dialyzer|checkstyle|pmd|spotbugs|hlint|luacheck|kics|tfsec|tflint|trivy)[\s:=([-]{0,4}(?:disable|enable|ignore|off|skip|no|suppress|source|allow|config|todo|next-?line|file|checked)\w*[^\n]{0,200}|\bSuppress(?:Warnings|Message|FBWarnings)\s?\([^)\n]{0,200}/gi;
const withoutOrders = (text: string): string => text.replace(orders, '');

const wordsOf = (file: string): Words => {
  const text = withoutOrders(file);
  const { anyTerm } = vocabulary();
  const words = new Map<string, number[]>();
  const terms = new Map<string, ReadonlySet<number>>();
  /** By their spelling: code says the same words again and again. */
  const spelled = new Map<string, number[]>();
  const linesOf = (word: string): number[] => {
    const key = bare(word);
    if (isTerm(anyTerm, key) && !terms.has(key)) terms.set(key, partsOf(word));
    // A shorter one says nothing.
    const lines = key.length < 3 ? [] : (words.get(key) ?? []);
    if (key.length >= 3) words.set(key, lines);
    spelled.set(word, lines);
    return lines;
  };
  const add = (word: string, line: number): void => {
    const lines = spelled.get(word) ?? linesOf(word);
    if (lines.at(-1) !== line && lines.length < mostLines) lines.push(line);
  };
  let line = 1;
  let pathLine = 1;
  let counted = 0;
  const word = /\n|[A-Za-z_][\w-]{2,79}(?:[ /][\w-]{2,40}){0,4}/g;
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    const [run] = found;
    if (run === '\n') line++;
    else if (!/[ /]/.test(run)) add(run, line);
    else {
      const parts = run.split(/[ /]/);
      for (const part of parts) add(part, line);
      // `Data sync completed` and `/rules/alerts` are words too.
      add(run, line);
      // Several words in a row speak for this service by what they say, against it only by pairs.
      const key = parts.length > 2 ? bare(run) : '';
      if (terms.has(key)) terms.set(key, noParts);
    }
  }
  // The path of the alerts, whatever stands for the id in it.
  for (const found of text.matchAll(/\brules\b[^\s,;(){}]{0,3}[^\n]{0,40}?\balerts\b/gi)) {
    while (counted < found.index) if (text.charCodeAt(counted++) === 10) pathLine++;
    if (/rules["'`\]]?\/?[^\w\s]/i.test(found[0])) add('rulesalerts', pathLine);
  }
  return { lines: words, terms };
};
const noParts: ReadonlySet<number> = new Set();

const signsOf = ({ lines: words, terms: matched }: Words): Sign[] => {
  const { terms } = vocabulary();
  const signs: Sign[] = [];
  for (const [word, starts] of matched) {
    const lines = words.get(word);
    if (lines === undefined) continue;
    terms.forEach(({ pattern, weight }, term) => {
      const found = pattern.exec(word);
      // A word against must begin a part: `sonar` is not in `jsonArray`.
      if (found === null || (weight < 0 && !starts.has(found.index))) return;
      for (const line of lines) signs.push({ line, term, word });
    });
  }
  return signs.sort((a, b) => a.line - b.line);
};

/** Of a path: every part of it speaks for itself, wherever the term is in it. */
const pathSignsOf = (words: readonly string[]): Sign[] => {
  const { anyTerm, terms } = vocabulary();
  return [...new Set(words)]
    .filter((word) => isTerm(anyTerm, word))
    .flatMap((word) =>
      terms.flatMap(({ pattern }, term) => (pattern.test(word) ? [{ line: 0, term, word }] : [])),
    );
};

const importing =
  /^[ \t]{0,20}(?:import|(?:from|using|use|open|alias|uses)\b(?!\s?\()|require\w*|include|#include|library)\b[^\n]{0,300}|\brequire\([^)\n]{1,200}\)/gm;

/** Labels of what a text imports. */
const importedLabels = (text: string): ReadonlySet<string> => {
  const labels = new Set<string>();
  const lines = [...text.matchAll(importing)].map(([line]) => line).join('\n');
  for (const { term } of signsOf(wordsOf(lines))) {
    const { label } = vocabulary().terms[term] as Term;
    if (label !== undefined) labels.add(label);
  }
  return labels;
};

/** The evidence of a whole file, with its path. */
export const evidenceOf = (path: string, text: string): Evidence => {
  const { terms } = vocabulary();
  const words = wordsOf(text);
  const signs = signsOf(words);
  const pathWords = path.split(/[/\\.]/).map(bare);
  const pathSigns = pathSignsOf(pathWords);
  const firstAt = (line: number): number => {
    let low = 0;
    let high = signs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((signs[middle] as Sign).line < line) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const within = ({ first, last }: Lines): Sign[] => {
    const found: Sign[] = [];
    for (let at = firstAt(first); at < signs.length && found.length < mostSigns; at++) {
      const sign = signs[at] as Sign;
      if (sign.line > last) break;
      found.push(sign);
    }
    return found;
  };
  let isElsewhere = false;
  let imported: ReadonlySet<string> | undefined;
  const sum = (found: readonly Sign[], isNear: boolean, isSpecific = false, isPositive = false): number => {
    const seen = new Set<number>();
    let total = 0;
    for (const { term } of found) {
      const { weight, near = false, specific = false, shared = false } = terms[term] as Term;
      if (seen.has(term) || (near && !isNear) || (isSpecific && !specific) || (isPositive && weight < 0))
        continue;
      seen.add(term);
      total += shared && isElsewhere ? weight / 3 : weight;
    }
    return Math.max(-10, Math.min(10, total));
  };
  const matches = new Map<RegExp, readonly number[]>();
  /** The lines with a word that matches; few patterns are ever asked for. */
  const linesOf = (pattern: RegExp): readonly number[] => {
    const known = matches.get(pattern);
    if (known !== undefined) return known;
    const found = new Set<number>();
    for (const [word, at] of words.lines) if (pattern.test(word)) for (const line of at) found.add(line);
    const lines = [...found];
    matches.set(pattern, lines);
    return lines;
  };
  const cache = new Map<string, number>();
  const scored = ({ first, last }: Lines, isNear: boolean): number => {
    const key = `${first}-${last}-${isNear}`;
    const known = cache.get(key) ?? sum(within({ first, last }), isNear);
    cache.set(key, known);
    return known;
  };
  const all = [...pathSigns, ...within({ first: 1, last: Number.MAX_SAFE_INTEGER })];
  isElsewhere = all.some(({ term }) => (terms[term] as Term).label !== undefined);
  const file = sum(all, false);
  const near = (line: number): number => scored({ first: line - 2, last: line + 2 }, true);
  return {
    near,
    file,
    positive: sum(all, false, false, true),
    isImported: (label) => {
      imported ??= importedLabels(text);
      return imported.has(label);
    },
    isReceiver: all.some(({ term }) => terms[term]?.receiver === true),
    isSurelyReceiver: all.some(
      ({ term }) => terms[term]?.receiver === true && terms[term]?.everyday !== true,
    ),
    specific: (lines) => sum(lines === undefined ? all : within(lines), false, true),
    at: (line, scope) =>
      near(line) * 0.7 +
      scored({ first: Math.max(scope.first, line - 12), last: Math.min(scope.last, line + 12) }, true) * 0.5 +
      scored(scope, false) * 0.5 +
      file * 0.3,
    contrary: (lines) => {
      let strongest: { sign: Sign; weight: number } | undefined;
      for (const sign of lines === undefined ? all : [...pathSigns, ...within(lines)]) {
        const { weight, label } = terms[sign.term] as Term;
        if (label !== undefined && weight < (strongest?.weight ?? 0)) strongest = { sign, weight };
      }
      if (strongest === undefined) return undefined;
      const { label, reason } = terms[strongest.sign.term] as Term;
      return { label: label as string, reason: reason as ExplanationReason, word: strongest.sign.word };
    },
    hasWord: (pattern, lines) => {
      const found = linesOf(pattern);
      if (lines === undefined) return found.length > 0 || pathWords.some((word) => pattern.test(word));
      return found.some((line) => line >= lines.first && line <= lines.last);
    },
  };
};
