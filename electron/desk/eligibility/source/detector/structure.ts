import { CLOSE, OPEN, type Token } from './tokens.ts';

export interface Brackets {
  /** The other end of a bracket, by the token's index; -1 for other tokens and for brackets without one. */
  readonly other: Int32Array;
  /** The innermost bracket around a token, -1 at the top. */
  readonly around: Int32Array;
}

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', [CLOSE]: OPEN };

/** Pairs brackets; what does not pair is passed over. Linear. */
export const bracketsOf = (tokens: readonly Token[]): Brackets => {
  const other = new Int32Array(tokens.length).fill(-1);
  const around = new Int32Array(tokens.length).fill(-1);
  const stack: number[] = [];
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0, [OPEN]: 0 };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const bracket = token.kind === 'op' && token.text.length === 1;
    const opener = bracket ? closers[token.text] : undefined;
    if (opener !== undefined && (open[opener] as number) > 0) {
      for (;;) {
        const top = stack.pop() as number;
        const text = (tokens[top] as Token).text;
        open[text] = (open[text] as number) - 1;
        if (text !== opener) continue;
        other[top] = index;
        other[index] = top;
        break;
      }
    }
    around[index] = stack.at(-1) ?? -1;
    if (bracket && token.text in open) {
      stack.push(index);
      open[token.text] = (open[token.text] as number) + 1;
    }
  }
  return { other, around };
};

export interface Scope {
  /** Lines, from 1, both included. */
  readonly first: number;
  readonly last: number;
}

export interface Scopes {
  /** The function (or what is nearest to one) around a line. */
  readonly functionAt: (line: number) => Scope;
  /** The innermost block, such as a class body, with its header. */
  readonly blockAt: (line: number) => Scope;
  /** The line that heads the innermost block, 0 at the top. */
  readonly headerOf: (line: number) => number;
  readonly textOf: (line: number) => string;
}

const typeHeader =
  /^\s*(?:(?:export|default|public|private|protected|internal|abstract|static|final|sealed|partial|data|open|readonly|pub|inner|enum|value|annotation)\s+)*(?:class|interface|record|struct|enum|object|trait|module|namespace|package|companion|impl|extension|protocol)\b|^\s*type\s+\w+\s+(?:struct|interface)|^\s*(?:RSpec\.)?(?:describe|context|suite)\b/;
/** At most so many lines deep; deeper ones belong to the last. */
const deepest = 40;

/**
 * Blocks by indentation, which all languages' code has, so that no grammar is needed: a line belongs to the nearest line
 * before it that stands further left.
 */
export const scopesOf = (text: string): Scopes => {
  const lines = text.split('\n');
  const parent = new Int32Array(lines.length + 2);
  const last = new Int32Array(lines.length + 2);
  const stack: { line: number; indent: number }[] = [];
  let previous = 0;
  for (let number = 1; number <= lines.length; number++) {
    const content = lines[number - 1] as string;
    const indent = content.search(/[^\s]/);
    if (indent < 0) {
      parent[number] = stack.at(-1)?.line ?? 0;
      continue;
    }
    while (stack.length > 0 && (stack.at(-1) as { indent: number }).indent >= indent) {
      // A line of closing marks ends the block and belongs to it; it heads none.
      if (/^[)\]}{]/.test(content.charAt(indent)) && stack.at(-1)?.indent === indent) break;
      last[(stack.pop() as { line: number }).line] = previous;
    }
    parent[number] = stack.at(-1)?.line ?? 0;
    if (parent[number] === number) parent[number] = 0;
    if (!/^[)\]}{]/.test(content.charAt(indent))) stack.push({ line: number, indent });
    previous = number;
  }
  for (const { line } of stack) last[line] = lines.length;
  const textOf = (line: number): string => lines[line - 1] ?? '';
  const scope = (header: number, line: number): Scope =>
    header === 0
      ? { first: line, last: Math.max(line, last[line] as number) }
      : { first: header, last: last[header] as number };
  return {
    textOf,
    headerOf: (line) => parent[line] as number,
    blockAt: (line) => scope(parent[line] as number, line),
    functionAt: (line) => {
      let found = (last[line] as number) > line && !typeHeader.test(textOf(line).slice(0, 200)) ? line : 0;
      let at = parent[line] as number;
      for (let step = 0; at > 0 && step < deepest; step++) {
        if (!typeHeader.test(textOf(at).slice(0, 200))) found = at;
        at = parent[at] as number;
      }
      if (found === 0) return scope(parent[line] as number, line);
      // Attributes and decorators stand above.
      let first = found;
      while (first > 1 && found - first < 4 && /^\s*[@[#]/.test(textOf(first - 1))) first--;
      return { first, last: Math.max(last[found] as number, line) };
    },
  };
};
