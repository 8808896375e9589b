import { unreadable } from './unreadable.ts';

/** One directive of an nginx configuration, with what stands in its braces. */
export interface Directive {
  readonly line: number;
  readonly name: string;
  readonly args: readonly string[];
  readonly block?: readonly Directive[];
}

const depthLimit = 30;

/** @throws CatalogueError `allowList.unreadable` with the line of what is not closed or not ended */
export const nginxDirectives = (text: string): Directive[] => {
  const words = tokens(text);
  let at = 0;
  const read = (opened: number | undefined, depth: number): Directive[] => {
    if (depth > depthLimit) throw unreadable('nginx', `blocks are nested too deep in line ${opened}`);
    const directives: Directive[] = [];
    let pending: Token[] = [];
    for (;;) {
      const word = words[at];
      const [first] = pending;
      if (word === undefined || isSign(word, '}')) {
        if (first !== undefined)
          throw unreadable('nginx', `the directive of line ${first.line} does not end with ";"`);
        if (word === undefined && opened !== undefined) {
          throw unreadable('nginx', `the brace of line ${opened} is not closed`);
        }
        if (word !== undefined && opened === undefined) {
          throw unreadable('nginx', `line ${word.line} closes a brace that was not opened`);
        }
        at += 1;
        return directives;
      }
      at += 1;
      if (isSign(word, ';') || isSign(word, '{')) {
        if (first !== undefined) {
          const args = pending.slice(1).map((one) => one.text);
          const block = word.text === '{' ? { block: read(word.line, depth + 1) } : {};
          directives.push({ line: first.line, name: first.text, args, ...block });
        } else if (word.text === '{') {
          throw unreadable('nginx', `the brace of line ${word.line} has no name`);
        }
        pending = [];
      } else {
        pending.push(word);
      }
    }
  };
  return read(undefined, 0);
};

interface Token {
  readonly text: string;
  readonly line: number;
  /** A brace or ";" that is not quoted. */
  readonly isSign: boolean;
}

const isSign = (token: Token, sign: string): boolean => token.isSign && token.text === sign;

const tokens = (text: string): Token[] => {
  const found: Token[] = [];
  const pattern =
    /[ \t\r\uFEFF]+|\n|#[^\n]*|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|[{};]|((?:\$\{[^}\s]*\}|\\.|[^\s{};"'#\\]|(?<=\S)[#"'])+)|["'\\]/g;
  let line = 1;
  for (const match of text.matchAll(pattern)) {
    const [whole, double, single, bare] = match;
    const word = double ?? single ?? bare;
    if (word !== undefined) found.push({ text: word, line, isSign: false });
    else if (/^[{};]$/.test(whole)) found.push({ text: whole, line, isSign: true });
    else if (/^["'\\]$/.test(whole)) throw unreadable('nginx', `a quote in line ${line} is not closed`);
    for (const sign of whole) if (sign === '\n') line += 1;
  }
  return found;
};
