import {
  around,
  lastName,
  type Model,
  type Node,
  type Scope,
} from '#desk/eligibility/source/syntax/model.ts';
import type { Place } from './place.ts';
import type { Word } from './subjects.ts';

/** Variables that a destructuring fills with what it takes out: `({ RuleId }) => RuleId === wanted`. */
export interface Bindings {
  /** A word that may bind its own name. @param line of the use that it is; undefined if it is none */
  add(model: Model, word: Word, place: Place, line: number | undefined): void;
  /** The line of the use that a variable has its value from; undefined if none is known for certain. */
  lineOf(word: Word, node: Node): number | undefined;
}

interface Binding {
  readonly name: string;
  readonly scope: Scope;
  readonly line: number | undefined;
}

export const createBindings = (): Bindings => {
  const bindings: Binding[] = [];
  return {
    add(model, { whole }, { role, node, pair }, line) {
      // `{ RuleId: id }` binds another name.
      const isBound = pair === undefined || pair.value === undefined || lastName(pair.value) === whole;
      const scope = around(node, 'scope');
      if (model.source !== 'syntax-tree' || role !== 'pattern' || !isBound || scope === undefined) return;
      if (node.kind === 'name') bindings.push({ name: whole, scope, line });
    },
    lineOf({ whole }, node) {
      // The innermost: another destructuring of the name takes the place of what is around it.
      const around = bindings.filter(({ name, scope }) => name === whole && isIn(node, scope));
      const least = Math.min(...around.map(({ scope }) => scope.to - scope.from));
      const inner = around.filter(({ scope }) => scope.to - scope.from === least);
      return inner.every(({ line }) => line !== undefined) ? inner[0]?.line : undefined;
    },
  };
};

const isIn = (node: Node, scope: Scope): boolean => {
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) if (at === scope) return true;
  return false;
};
