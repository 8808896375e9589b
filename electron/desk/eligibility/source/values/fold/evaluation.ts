import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import type { Model, Node } from '#desk/eligibility/source/syntax/model.ts';
import { hole } from '#desk/eligibility/source/syntax/model.ts';
import type { Names } from '#desk/eligibility/source/values/names.ts';

/** Values of parameters by their bare names. */
export type Bindings = ReadonlyMap<string, readonly string[]>;
export const noBindings: Bindings = new Map();

/** Constant folding of one file. */
export interface Evaluation {
  readonly model: Model;
  readonly names: Names;
  readonly codeBase: CodeBase | undefined;
  /** The texts that an expression can have; `unknown` beyond the limits of depth and steps. */
  readonly fold: (node: Node | undefined, depth: number, bindings: Bindings) => readonly string[];
}

export const unknown: readonly string[] = [hole];
export const mostValues = 4;
export const deepest = 24;
const longest = 2000;

/** For filters over folded texts. */
export const isKnown = (value: string | undefined): boolean => value !== hole;

/** Languages in which a word without a sign is a text, in lists of words and commands. */
export const bareWords: ReadonlySet<string> = new Set(['tcl', 'perl']);

/** Every combination of texts, joined. */
export const product = (parts: readonly (readonly string[])[], separator = ''): string[] => {
  const join = separator === '/' ? slashed : (left: string, right: string) => left + separator + right;
  let made = [''];
  parts.forEach((values, index) => {
    const next: string[] = [];
    for (const left of made) {
      for (const right of values) {
        if (next.length >= mostValues) break;
        next.push((index === 0 ? right : join(left, right)).slice(0, longest));
      }
    }
    made = next;
  });
  return made;
};
/** Two pieces of a path with one slash between them. */
const slashed = (left: string, right: string): string =>
  left === '' ? right : `${left.replace(/\/+$/, '')}/${right.replace(/^\/+/, '')}`;

/** Every part of a text or list folded, and joined. */
export const productOf = (
  { fold }: Evaluation,
  parts: readonly Node[],
  depth: number,
  bindings: Bindings,
  separator = '',
): string[] =>
  product(
    parts.map((one) => fold(one, depth, bindings)),
    separator,
  );

/** The first text that an expression can have. */
export const firstOf = (
  { fold }: Evaluation,
  node: Node | undefined,
  depth: number,
  bindings: Bindings,
): string => fold(node, depth, bindings)[0] ?? hole;
