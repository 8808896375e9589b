import type { ExplanationReason } from '#contract/eligibility.ts';
import { countBelow } from '#desk/eligibility/source/count-below.ts';
import { copied } from '#desk/eligibility/source/stored-text.ts';
import { type Term, vocabulary } from './vocabulary.ts';

/** Cached, as code repeats its words. */
const judged = new WeakMap<RegExp, Map<string, boolean>>();
const mostJudged = 50_000;
const isTerm = (anyTerm: RegExp, word: string): boolean => {
  const words = judged.get(anyTerm) ?? new Map<string, boolean>();
  judged.set(anyTerm, words);
  const known = words.get(word);
  if (known !== undefined) return known;
  if (words.size >= mostJudged) words.clear();
  const matches = anyTerm.test(word);
  words.set(copied(word), matches);
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
  readonly isLinter: boolean;
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
  isImported(label: string): boolean;
  /** Whether the file imports software with rules of its own, which receives no alerts of other services. */
  readonly importsOwnObjects: boolean;
  /** Words that no other service has, in the file or in a stretch of it. */
  specific(lines?: Lines): number;
  /** The strongest sign of something else in a stretch, or in the file's path. */
  contrary(lines?: Lines): Contrary | undefined;
  /** Whether a word in a stretch, or in the file and its path, matches. */
  hasWord(pattern: RegExp, lines?: Lines): boolean;
}

/** A word without case and marks. */
export const bare = (text: string): string =>
  /^[a-z0-9]*$/.test(text) ? text : text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();

/** Words of one kind that are read: more than any real file has. */
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

/** Directives for linters occur in any file: they do not tell what it is about. */
const orders =
  /(?:shellcheck|eslint|tslint|biome|pylint|pyright|mypy|flake8|ruff|noqa|nosec|nolint|NOLINT|rubocop|phpcs|phpstan|psalm|checkov|semgrep|sonar\w*|prettier|oxlint|deno-lint|ktlint|detekt|swiftlint|clippy|golangci|hadolint|yamllint|sqlfluff|stylelint|codeql|bandit|perlcritic|credo|dialyzer|checkstyle|pmd|spotbugs|hlint|luacheck|kics|tfsec|tflint|trivy)[\s:=([-]{0,4}(?:disable|enable|ignore|off|skip|no|suppress|source|allow|config|todo|next-?line|file|checked)\w*[^\n]{0,200}|\bSuppress(?:Warnings|Message|FBWarnings)\s?\([^)\n]{0,200}/gi;
const withoutOrders = (text: string): string => text.replace(orders, '');

/** The words of a text while they are gathered. */
interface Gathered extends Words {
  readonly anyTerm: RegExp;
  readonly lines: Map<string, number[]>;
  readonly terms: Map<string, ReadonlySet<number>>;
  /** Lines by spelling: code repeats the same words. */
  readonly spelled: Map<string, number[]>;
}
const leastWord = 3;

const wordsOf = (file: string): Words => {
  const text = withoutOrders(file);
  const words: Gathered = {
    anyTerm: vocabulary().anyTerm,
    lines: new Map(),
    terms: new Map(),
    spelled: new Map(),
  };
  let line = 1;
  const word = /\n|[A-Za-z_][\w-]{2,79}(?:[ /][\w-]{2,40}){0,4}/g;
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    const [run] = found;
    if (run === '\n') line++;
    else addRun(words, run, line);
  }
  addAlertsPaths(words, text);
  return words;
};
const addRun = (words: Gathered, run: string, line: number): void => {
  const parts = /[ /]/.test(run) ? run.split(/[ /]/) : [];
  for (const part of parts) addWord(words, part, line);
  // `Data sync completed` and `/rules/alerts` are words too.
  addWord(words, run, line);
  // Several words in a row count for this service, against it only as pairs.
  const key = parts.length > 2 ? bare(run) : '';
  if (words.terms.has(key)) words.terms.set(key, noParts);
};
const addWord = (words: Gathered, word: string, line: number): void => {
  const lines = words.spelled.get(word) ?? linesOfWord(words, word);
  if (lines.at(-1) !== line && lines.length < mostLines) lines.push(line);
};
const linesOfWord = ({ anyTerm, lines: known, terms, spelled }: Gathered, word: string): number[] => {
  const key = bare(word);
  if (isTerm(anyTerm, key) && !terms.has(key)) terms.set(key, partsOf(word));
  const lines = key.length < leastWord ? [] : (known.get(key) ?? []);
  if (key.length >= leastWord) known.set(key, lines);
  spelled.set(word, lines);
  return lines;
};
/** The path of the alerts, whatever stands for the id in it. */
const addAlertsPaths = (words: Gathered, text: string): void => {
  let line = 1;
  let counted = 0;
  for (const found of text.matchAll(/\brules\b[^\s,;(){}]{0,3}[^\n]{0,40}?\balerts\b/gi)) {
    while (counted < found.index) if (text.charCodeAt(counted++) === 10) line++;
    if (/rules["'`\]]?\/?[^\w\s]/i.test(found[0])) addWord(words, 'rulesalerts', line);
  }
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

/** Terms of what a text imports. */
const importedTerms = (text: string): ReadonlySet<Term> => {
  const lines = [...text.matchAll(importing)].map(([line]) => line).join('\n');
  return new Set(signsOf(wordsOf(lines)).map(termOf));
};

/** The evidence of a whole file, with its path. */
export const evidenceOf = (path: string, text: string): Evidence => new FileEvidence(path, text);

/** Which signs count: those that only count nearby, only words of this service, only words for it. */
interface Counted {
  readonly isNear?: boolean;
  readonly isSpecific?: boolean;
  readonly isPositive?: boolean;
}
const termOf = ({ term }: Sign): Term => vocabulary().terms[term] as Term;

class FileEvidence implements Evidence {
  readonly file: number;
  readonly positive: number;
  readonly isReceiver: boolean;
  readonly isSurelyReceiver: boolean;
  readonly #text: string;
  readonly #words: Words;
  /** In the order of their lines. */
  readonly #signs: readonly Sign[];
  readonly #pathWords: readonly string[];
  readonly #pathSigns: readonly Sign[];
  readonly #all: readonly Sign[];
  /** The file is about something else: what it shares with this service counts for less. */
  readonly #isElsewhere: boolean;
  #importedTerms: ReadonlySet<Term> | undefined;
  readonly #scores = new Map<string, number>();
  readonly #matches = new Map<RegExp, readonly number[]>();

  constructor(path: string, text: string) {
    this.#text = text;
    this.#words = wordsOf(text);
    this.#signs = signsOf(this.#words);
    this.#pathWords = path.split(/[/\\.]/).map(bare);
    this.#pathSigns = pathSignsOf(this.#pathWords);
    this.#all = [...this.#pathSigns, ...this.#within({ first: 1, last: Number.MAX_SAFE_INTEGER })];
    const terms = this.#all.map(termOf);
    this.#isElsewhere = terms.some(({ label }) => label !== undefined);
    this.isReceiver = terms.some(({ receiver }) => receiver === true);
    this.isSurelyReceiver = terms.some(({ receiver, everyday }) => receiver === true && everyday !== true);
    this.file = this.#sum(this.#all);
    this.positive = this.#sum(this.#all, { isPositive: true });
  }

  at(line: number, scope: Lines): number {
    const around = { first: Math.max(scope.first, line - 12), last: Math.min(scope.last, line + 12) };
    return (
      this.near(line) * 0.7 +
      this.#score(around, true) * 0.5 +
      this.#score(scope, false) * 0.5 +
      this.file * 0.3
    );
  }

  near(line: number): number {
    return this.#score({ first: line - 2, last: line + 2 }, true);
  }

  isImported(label: string): boolean {
    return [...this.#imported].some((term) => term.label === label);
  }

  get importsOwnObjects(): boolean {
    return [...this.#imported].some(({ role }) => role !== undefined);
  }

  get #imported(): ReadonlySet<Term> {
    this.#importedTerms ??= importedTerms(this.#text);
    return this.#importedTerms;
  }

  specific(lines?: Lines): number {
    return this.#sum(lines === undefined ? this.#all : this.#within(lines), { isSpecific: true });
  }

  contrary(lines?: Lines): Contrary | undefined {
    let strongest: { sign: Sign; weight: number } | undefined;
    for (const sign of lines === undefined ? this.#all : [...this.#pathSigns, ...this.#within(lines)]) {
      const { weight, label } = termOf(sign);
      if (label !== undefined && weight < (strongest?.weight ?? 0)) strongest = { sign, weight };
    }
    if (strongest === undefined) return undefined;
    const { label, reason, role } = termOf(strongest.sign);
    return {
      label: label as string,
      reason: reason as ExplanationReason,
      isLinter: role === 'linter',
      word: strongest.sign.word,
    };
  }

  hasWord(pattern: RegExp, lines?: Lines): boolean {
    const found = this.#linesOf(pattern);
    if (lines === undefined) return found.length > 0 || this.#pathWords.some((word) => pattern.test(word));
    return found.some((line) => line >= lines.first && line <= lines.last);
  }

  #within({ first, last }: Lines): Sign[] {
    const signs = this.#signs;
    const found: Sign[] = [];
    for (
      let at = countBelow(signs, first, ({ line }) => line);
      at < signs.length && found.length < mostSigns;
      at++
    ) {
      const sign = signs[at] as Sign;
      if (sign.line > last) break;
      found.push(sign);
    }
    return found;
  }

  #sum(signs: readonly Sign[], { isNear, isSpecific, isPositive }: Counted = {}): number {
    const { terms } = vocabulary();
    const seen = new Set<number>();
    let total = 0;
    for (const { term } of signs) {
      const { weight, near, specific, shared } = terms[term] as Term;
      const isLeftOut = (near && !isNear) || (isSpecific && !specific) || (isPositive && weight < 0);
      if (isLeftOut || seen.has(term)) continue;
      seen.add(term);
      total += shared && this.#isElsewhere ? weight / 3 : weight;
    }
    return Math.max(-10, Math.min(10, total));
  }

  #score({ first, last }: Lines, isNear: boolean): number {
    const key = `${first}-${last}-${isNear}`;
    const known = this.#scores.get(key) ?? this.#sum(this.#within({ first, last }), { isNear });
    this.#scores.set(key, known);
    return known;
  }

  /** The lines with a word that matches; few patterns are ever asked for. */
  #linesOf(pattern: RegExp): readonly number[] {
    const known = this.#matches.get(pattern);
    if (known !== undefined) return known;
    const found = new Set<number>();
    for (const [word, at] of this.#words.lines)
      if (pattern.test(word)) for (const line of at) found.add(line);
    const lines = [...found];
    this.#matches.set(pattern, lines);
    return lines;
  }
}
