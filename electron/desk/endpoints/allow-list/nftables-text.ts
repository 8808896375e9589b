import { isSign, refuseWrongEnd, type Token } from './braces.ts';
import { unreadable } from './unreadable.ts';

/** The text of nftables as statements and blocks. A set in braces within a statement is one of its words. */

export type Word = string | { readonly set: readonly (readonly string[])[] };

export interface Statement {
  readonly line: number;
  readonly words: readonly Word[];
  /** As it is shown; its line of the text if left out. */
  readonly text?: string;
  /** The contents of the braces after the words, for blocks. */
  readonly block?: readonly Statement[];
}

/** Words as a person reads them. */
export const shownWords = (words: readonly Word[]): string =>
  words
    .map((word) =>
      typeof word === 'string' ? word : `{ ${word.set.map((element) => element.join(' ')).join(', ')} }`,
    )
    .join(' ');

const blockWords = new Set(
  'chain set map flowtable counter quota limit ct secmark synproxy tunnel'.split(' '),
);
const depthLimit = 8;
/** Names of sets in sets grow without end; the text itself can hold no more. */
const elementLimit = 2_500_000;

/** @throws CatalogueError `allowList.unreadable` with the line of what is not closed */
export const nftStatements = (text: string): Statement[] => new Reader(tokens(text)).block(undefined, 0);

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly #defined = new Map<string, Word>();

  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }

  block(opened: Token | undefined, depth: number): Statement[] {
    if (depth > depthLimit)
      throw unreadable('nftables', `blocks are nested too deep in line ${opened?.line}`);
    const statements: Statement[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || isSign(token, '}')) {
        refuseWrongEnd('nftables', token, opened?.line);
        this.#at += 1;
        return statements;
      }
      if (isEnd(token)) this.#at += 1;
      else statements.push(this.#statement(token, depth));
    }
  }

  #statement(first: Token, depth: number): Statement {
    const words: Word[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || isEnd(token) || isSign(token, '}')) break;
      this.#at += 1;
      if (!isSign(token, '{')) words.push(this.#defined.get(token.text) ?? token.text);
      else if (opensBlock(words, depth)) {
        return { line: first.line, words, block: this.block(token, depth + 1) };
      } else words.push({ set: this.#set(token) });
    }
    return { line: first.line, words: this.#define(words) ? [] : words };
  }

  /** Whether it is a definition, which is noted. */
  #define([define, name, equals, value, ...more]: readonly Word[]): boolean {
    const isDefinition = define === 'define' && typeof name === 'string' && equals === '=';
    if (!isDefinition || value === undefined || more.length > 0) return false;
    // A name that is given two values holds one of them in some block only.
    const known = this.#defined.has(`$${name}`);
    this.#defined.set(`$${name}`, known ? `$${name}` : value);
    return true;
  }

  #set(opened: Token): string[][] {
    const elements: string[][] = [];
    let element: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined) throw unreadable('nftables', `the brace of line ${opened.line} is not closed`);
      this.#at += 1;
      if (isSign(token, '}')) break;
      refuseLong(elements, opened);
      const defined = this.#defined.get(token.text) ?? token.text;
      if (typeof defined === 'object') for (const one of defined.set) elements.push([...one]);
      else if (token.text === ',') {
        elements.push(element);
        element = [];
      } else if (token.text !== '\n') element.push(defined);
    }
    elements.push(element);
    return elements.filter((one) => one.length > 0);
  }
}

const refuseLong = ({ length }: readonly unknown[], { line }: Token): void => {
  if (length > elementLimit) {
    throw unreadable('nftables', `the set of line ${line} has more than ${elementLimit} elements`);
  }
};

const isEnd = ({ text, quoted }: Token): boolean => !quoted && (text === '\n' || text === ';');

/** Tables stand at the top, and what they hold within them; within a chain, braces are sets. */
const opensBlock = (words: readonly Word[], depth: number): boolean => {
  const [first] = words;
  const from = first === 'add' || first === 'create' ? 1 : 0;
  const keyword = words[from];
  if (typeof keyword !== 'string' || depth > 1) return false;
  if (depth === 0 ? keyword !== 'table' : !blockWords.has(keyword)) return false;
  const named = words.length - from;
  return typeof words.at(-1) === 'string' && named >= 2 && named <= 4;
};

const tokens = (text: string): Token[] => {
  const found: Token[] = [];
  const pattern =
    /[ \t\r\uFEFF]+|\\\r?\n|#[^\n]*|"((?:[^"\\\n]|\\.)*)"|\n|[{};,]|[!=<>]=|[=<>]|[^\s{};,"=!#<>]+|["!]/g;
  let line = 1;
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted] = match;
    if (quoted !== undefined) found.push({ text: quoted, line, quoted: true });
    else if (whole === '"') throw unreadable('nftables', `a quote in line ${line} is not closed`);
    else if (!/^([ \t\r\uFEFF]|\\|#)/.test(whole)) found.push({ text: whole, line, quoted: false });
    if (whole.endsWith('\n')) line += 1;
  }
  return found;
};
