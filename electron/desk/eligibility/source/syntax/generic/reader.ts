import type { Node } from '#desk/eligibility/source/syntax/model.ts';
import type { Makers } from '#desk/eligibility/source/syntax/nodes.ts';
import type { Token } from '#desk/eligibility/source/syntax/tokens.ts';

/** Deeper nesting than people write; what lies below is read flat. */
export const deepest = 120;

/** A text being read, or the computed part of one. Positions count tokens; offsets of nodes count characters. */
export interface Reader {
  readonly text: string;
  readonly language: string;
  readonly make: Makers;
  /** Without comments. */
  readonly tokens: readonly Token[];
  /** Position of each bracket's counterpart; -1 if it has none. */
  readonly counterparts: Int32Array;
  /** How many texts this part is inside of. */
  readonly nesting: number;
  /** Reads all statements from one position to another. */
  readonly sequence: (from: number, to: number, depth: number) => Node[];
  /** Reads the computed part of a text, by its offsets. */
  readonly embedded: (from: number, to: number) => Node[];
}

/** A node with the position of the token behind it. */
export interface Read {
  readonly node: Node;
  readonly next: number;
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export const matchBrackets = (tokens: readonly Token[]): Int32Array => {
  const counterparts = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'mark') return;
    if (text === '(' || text === '[' || text === '{') open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      // A closer that does not fit closes the nearest opener that does; those between stay open.
      const opener = open.slice(-8).findLastIndex((one) => closers[(tokens[one] as Token).text] === text);
      if (opener < 0) return;
      const index = Math.max(0, open.length - 8) + opener;
      counterparts[open[index] as number] = at;
      counterparts[at] = open[index] as number;
      open.length = index;
    }
  });
  return counterparts;
};

export const tokenAt = ({ tokens }: Reader, at: number): Token => tokens[at] as Token;
export const endOf = ({ tokens }: Reader, at: number): number => (tokens[at] as Token).to;
export const counterpartOf = ({ counterparts }: Reader, at: number): number => counterparts[at] as number;

/** Whether a position holds one of these marks. */
export const isMark = ({ tokens }: Reader, at: number, ...marks: readonly string[]): boolean => {
  const token = tokens[at];
  return token?.kind === 'mark' && marks.includes(token.text);
};
/** Whether a position holds this bracket, and it is closed. */
export const opens = (reader: Reader, at: number, bracket: string): boolean =>
  isMark(reader, at, bracket) && counterpartOf(reader, at) > at;
