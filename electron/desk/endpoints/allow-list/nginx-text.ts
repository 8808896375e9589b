import { isSign, refuseWrongEnd, type Token } from './braces.ts';
import { unreadable } from './unreadable.ts';

/** One directive of an nginx configuration, with the contents of its braces. */
export interface Directive {
  readonly line: number;
  readonly name: string;
  readonly args: readonly string[];
  readonly block?: readonly Directive[];
}

const depthLimit = 30;

/** @throws CatalogueError `allowList.unreadable` with the line of what is not closed or not ended */
export const nginxDirectives = (text: string): Directive[] =>
  readBlock({ words: tokens(text), at: 0 }, undefined, 0);

interface Reader {
  readonly words: readonly Token[];
  at: number;
}

/** @param opened the line of its brace; undefined for the whole text */
const readBlock = (reader: Reader, opened: number | undefined, depth: number): Directive[] => {
  if (depth > depthLimit) throw unreadable('nginx', `blocks are nested too deep in line ${opened}`);
  const directives: Directive[] = [];
  for (;;) {
    const word = reader.words[reader.at];
    reader.at += 1;
    if (word === undefined || isSign(word, '}')) {
      refuseWrongEnd('nginx', word, opened);
      return directives;
    }
    if (!isSign(word, ';')) directives.push(readDirective(reader, word, depth));
  }
};

const readDirective = (reader: Reader, first: Token, depth: number): Directive => {
  const { line, text: name } = first;
  if (isSign(first, '{')) throw unreadable('nginx', `the brace of line ${line} has no name`);
  const args: string[] = [];
  for (;;) {
    const word = reader.words[reader.at];
    if (word === undefined || isSign(word, '}')) {
      throw unreadable('nginx', `the directive of line ${line} does not end with ";"`);
    }
    reader.at += 1;
    if (isSign(word, ';')) return { line, name, args };
    if (isSign(word, '{')) return { line, name, args, block: readBlock(reader, word.line, depth + 1) };
    args.push(word.text);
  }
};

const tokens = (text: string): Token[] => {
  const found: Token[] = [];
  const pattern =
    /[ \t\r\uFEFF]+|\n|#[^\n]*|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|[{};]|((?:\$\{[^}\s]*\}|\\.|[^\s{};"'#\\]|(?<=\S)[#"'])+)|["'\\]/g;
  let line = 1;
  for (const match of text.matchAll(pattern)) {
    const [whole, double, single, bare] = match;
    const word = double ?? single ?? bare;
    if (word !== undefined) found.push({ text: word, line, quoted: true });
    else if (/^[{};]$/.test(whole)) found.push({ text: whole, line, quoted: false });
    else if (/^["'\\]$/.test(whole)) throw unreadable('nginx', `a quote in line ${line} is not closed`);
    for (const sign of whole) if (sign === '\n') line += 1;
  }
  return found;
};
