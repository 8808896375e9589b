import type { ExplanationReason } from '#contract/eligibility.ts';
import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import { childrenOf, hole, lastName, type Model, type Node } from '#desk/eligibility/source/syntax/model.ts';
import type { AlertsReading } from './calls.ts';

/** More of them in one file are data: the rest is left for a person. */
const mostWords = 1000;
const word = /alert/gi;

interface Reason {
  readonly reason: ExplanationReason;
  readonly why: string;
}

/**
 * Why the places that name alerts are no call of them, one statement at a time: comments, names of the code's own, texts
 * for people, paths that are whole and lead elsewhere.
 * @param valuesOf What an expression can be, as far as it is known.
 */
export const explainNames = (
  model: Model,
  codeBase: CodeBase | undefined,
  valuesOf: (node: Node) => readonly string[],
): AlertsReading['explanations'] => {
  const statements = new Map<Node, (Reason | undefined)[]>();
  let words = 0;
  for (const { index } of model.text.matchAll(word)) {
    if (words++ > mostWords) return [];
    const node = model.at(index);
    const statement = statementAround(node);
    const reasons = statements.get(statement) ?? [];
    statements.set(statement, reasons);
    reasons.push(reasonOf(model, node, index, codeBase, valuesOf));
  }
  const explanations: AlertsReading['explanations'] = [];
  for (const [{ from, to }, reasons] of statements) {
    const [first] = reasons;
    if (first !== undefined && reasons.every((one) => one !== undefined))
      explanations.push({ from, to, ...first });
  }
  return explanations;
};

/** The outermost node that stands on its own: what it holds is read together. */
const statementAround = (node: Node): Node => {
  let at = node;
  for (;;) {
    const { parent } = at;
    if (parent === undefined || parent.kind === 'scope' || parent.kind === 'group' || at.kind === 'comment')
      return at;
    if (parent.kind === 'mapping' || parent.kind === 'list') {
      if (at.kind === 'pair' || at.kind === 'definition' || at.kind === 'call' || at.kind === 'mapping')
        return at;
    }
    if (at.kind === 'scope') return at;
    at = parent;
  }
};

const reasonOf = (
  model: Model,
  node: Node,
  index: number,
  codeBase: CodeBase | undefined,
  valuesOf: (node: Node) => readonly string[],
): Reason | undefined => {
  if (node.kind === 'comment') return { reason: 'comment', why: 'It stands in a comment.' };
  if (node.kind === 'import') return { reason: 'not-a-path', why: 'It names a module.' };
  if (node.kind === 'text') return ofText(node, valuesOf);
  if (model.source === 'tokens' && !quotedLanguages(model)) return undefined;
  if (node.kind === 'name' || node.kind === 'member') return ofName(node, codeBase);
  if (node.kind === 'scope' || node.kind === 'definition' || node.kind === 'annotation') {
    const inside = childrenOf(node).some((child) => child.from <= index && index < child.to);
    return inside ? undefined : { reason: 'definition', why: "It names something of the code's own." };
  }
  return undefined;
};
/** Where texts need quotes, a bare word is a name. */
const quotedLanguages = ({ language }: Model): boolean =>
  /^(?:swift|dart|elixir|objc|fsharp|vb|apex|groovy|kotlin|scala|typescript|javascript|tsx|java|csharp|python|php|go|rust|cpp|c)$/.test(
    language,
  );

const ofName = (node: Node, codeBase: CodeBase | undefined): Reason | undefined => {
  const { parent } = node;
  const named: Reason = { reason: 'definition', why: "It is a name of the code's own." };
  if (parent?.kind === 'call' && parent.callee === node) {
    const name = lastName(node);
    return codeBase?.isOwnFunction?.(name) === true
      ? { reason: 'definition', why: `${name} is a function of the code base, which is read itself.` }
      : undefined;
  }
  // `api.alerts.get()`: part of a chain that ends in a call of something unknown.
  let at: Node = node;
  while (at.parent?.kind === 'member' && at.parent.object === at) at = at.parent;
  if (at.parent?.kind === 'call' && at.parent.callee === at && at !== node && !listMethods.test(lastName(at)))
    return undefined;
  return named;
};
const listMethods =
  /^(?:map|filter|forEach|for_each|each|reduce|find|some|every|length|push|append|add|sort|sorted|slice|concat|size|count|Count|Where|Select|Any|All|ToList|stream|iter|into_iter|join|includes|contains|has|len|isEmpty|is_empty|first|last|First|FirstOrDefault|value|set|update|subscribe|pipe|emit|next|items|keys|values|entries|flatMap|toList|collect|then|catch)$/;

const ofText = (
  node: Node & { kind: 'text' },
  valuesOf: (node: Node) => readonly string[],
): Reason | undefined => {
  const { parent } = node;
  const { value } = node;
  if (parent?.kind === 'index' || (parent?.kind === 'pair' && parent.key === node && !value.includes('/')))
    return { reason: 'own-field', why: 'It is the key of a field.' };
  const words = value.trim().split(/\s+/);
  if (
    words.length >= 3 &&
    !/[/\\]\s*alerts|<|\{\{|=>|\bcurl\b|\bwget\b|\bGET\b|https?:|;|\(\)|rules?[./]/i.test(value)
  )
    return { reason: 'text', why: 'It is a text for people.' };
  const outer = outermost(node);
  const values = valuesOf(outer);
  if (values.length > 0 && values.every(isElsewhere))
    return { reason: 'not-a-path', why: 'The path is a whole one, and none of the alerts endpoints.' };
  return undefined;
};
/** The largest expression that the text is put together into. */
const outermost = (node: Node): Node => {
  let at = node;
  while (at.parent !== undefined && (at.parent.kind === 'operation' || at.parent.kind === 'text'))
    at = at.parent;
  return at;
};
/**
 * A path in which what stands before `alerts` is written out, and is neither `rules` nor what may be an id: whatever base
 * it is put behind, it is no alerts endpoint.
 */
const isElsewhere = (value: string): boolean => {
  const path = value.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  if (!path.includes('/') || /rules/i.test(path) || /\s|%[0-9a-f]{2}/i.test(path)) return false;
  const segments = path.split('/');
  const at = segments.findIndex((one) => /alert/i.test(one));
  const before = segments[at - 1] ?? '';
  // `alerts` itself is not there: `alert-rules`, `dependabot-alerts`.
  if (at >= 0 && !segments.some((one) => /^alerts?(?:\.json)?$/i.test(one) || one.includes(`${hole}alert`)))
    return true;
  return (
    before.length > 1 &&
    /^[a-z][\w.-]*$/i.test(before) &&
    !/id$|^[a-f0-9-]{8,}$/i.test(before) &&
    !before.includes(hole)
  );
};
