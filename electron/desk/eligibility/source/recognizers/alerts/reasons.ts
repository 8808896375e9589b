import { oncePer } from '#base/once-per.ts';
import type { ExplanationReason } from '#contract/eligibility.ts';
import { countBelow } from '#desk/eligibility/source/count-below.ts';
import type { CodeBase } from '#desk/eligibility/source/inspection.ts';
import { endsInRules } from '#desk/eligibility/source/mentions/alerts.ts';
import { encodedSpans } from '#desk/eligibility/source/mentions/encoded.ts';
import {
  chainOf,
  childrenOf,
  hole,
  lastName,
  type Model,
  type Node,
  type NodeOf,
} from '#desk/eligibility/source/syntax/model.ts';
import { ofOnlyBase } from './bases.ts';
import type { AlertsReading } from './calls.ts';
import { isModelOfCodeBase, isOfTool } from './library-calls.ts';

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
  // What a decoder is given is no name.
  const encoded = encodedSpans(model.text).flatMap(({ subject, spans }) =>
    subject === 'alerts-endpoints' ? spans.map(({ from }) => from) : [],
  );
  const open: number[] = [];
  const explanations: AlertsReading['explanations'] = [];
  let words = 0;
  for (const { index } of model.text.matchAll(word)) {
    if (words++ > mostWords) return [];
    const node = model.at(index);
    const statement = statementAround(node);
    const reasons = statements.get(statement) ?? [];
    statements.set(statement, reasons);
    const reason = reasonOf(model, node, index, codeBase, valuesOf);
    reasons.push(reason);
    if (reason === undefined) open.push(index);
    else if (node.kind === 'scope' || node.kind === 'definition')
      explanations.push({ ...reason, ...nameAt(model.text, index) });
  }
  open.push(...encoded);
  open.sort((a, b) => a - b);
  for (const [{ from, to }, reasons] of statements) {
    const [first] = reasons;
    // What a statement holds further inside is no more explained than what stands in it directly.
    if (first !== undefined && !holdsOne(open, from, to)) explanations.push({ from, to, ...first });
  }
  return explanations;
};

/** The whole name that a word is part of. */
const nameAt = (text: string, index: number): { from: number; to: number } => {
  const before = /\w{0,100}$/.exec(text.slice(Math.max(0, index - 100), index))?.[0] ?? '';
  const after = /^\w{0,100}/.exec(text.slice(index, index + 100))?.[0] ?? '';
  return { from: index - before.length, to: index + after.length };
};

/** Whether one of the rising offsets lies in a stretch. */
const holdsOne = (offsets: readonly number[], from: number, to: number): boolean =>
  (offsets[countBelow(offsets, from)] ?? to) < to;

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
  if (node.kind === 'comment') return { reason: 'comment', why: 'In a comment.' };
  if (node.kind === 'import')
    return /^[/|]|:\/\/|[\s$%{<]/.test(node.module)
      ? undefined
      : { reason: 'not-a-path', why: 'Module name.' };
  if (node.kind === 'text') return ofText(model, node, codeBase, valuesOf);
  if (model.source === 'tokens' && !quotedLanguages(model)) return undefined;
  if (node.kind === 'name' || node.kind === 'member') return ofName(model, node, codeBase);
  if (node.kind === 'scope' || node.kind === 'definition' || node.kind === 'annotation') {
    const inside = childrenOf(node).some((child) => child.from <= index && index < child.to);
    // A query may leave out texts, too: they are no names.
    return inside || !isBareName(model.text, index)
      ? undefined
      : { reason: 'definition', why: 'Name defined by the code.' };
  }
  return undefined;
};
const isBareName = (text: string, index: number): boolean => {
  let from = index;
  while (from > 0 && /[\w$-]/.test(text.charAt(from - 1))) from--;
  return !/["'`/\\%}]/.test(text.charAt(from - 1));
};
/** Where texts need quotes, a bare word is a name. */
const quotedLanguages = ({ language }: Model): boolean =>
  /^(?:swift|dart|elixir|objc|fsharp|vb|apex|groovy|kotlin|scala|typescript|javascript|tsx|java|csharp|python|php|go|rust|cpp|c)$/.test(
    language,
  );

const ofName = (
  model: Model,
  node: NodeOf<'name' | 'member'>,
  codeBase: CodeBase | undefined,
): Reason | undefined => {
  const { parent } = node;
  if (parent?.kind === 'call' && parent.callee === node) return ofCallee(model, node, codeBase);
  // Data has no names: a word without quotes, as YAML's flows have, is a value, unless it is a key.
  if (model.language === 'json' && !(parent?.kind === 'pair' && parent.key === node)) return undefined;
  const isValue =
    node.kind === 'name'
      ? // A symbol is its own value.
        model.text.charAt(node.from - 1) === ':' && symbols.has(model.language)
      : mayBeValue(model, node, codeBase);
  return isValue ? undefined : { reason: 'definition', why: 'Name defined by the code.' };
};
const ofCallee = (model: Model, node: Node, codeBase: CodeBase | undefined): Reason | undefined => {
  const name = lastName(node);
  const [first = ''] = chainOf(node);
  if (isOfTool(model, first))
    return { reason: 'other-library', why: `${first} is a client of another service.` };
  return isModelOfCodeBase(model, first) ||
    (codeBase?.isOwnFunction?.(name) === true && isOwnObject(node) && !isInside(node, name))
    ? { reason: 'definition', why: `${name} is a function of the code base; its body is checked instead.` }
    : undefined;
};
const mayBeValue = (model: Model, node: NodeOf<'member'>, codeBase: CodeBase | undefined): boolean =>
  // `Segment.alerts`, `.alerts`: the name of a constant may be its value, unless that is written somewhere.
  node.object === undefined ||
  (isConstant(node) && !isWritten(model, node.name, codeBase)) ||
  // `api.alerts.get()`: part of a chain that ends in a call of something unknown.
  isChained(node) ||
  // `client.rules(id).alerts`: a resource may be loaded when it is read.
  isOfCall(node);
const symbols = new Set(['elixir', 'crystal', 'clojure', 'julia']);
const isConstant = ({ object, name }: NodeOf<'member'>): boolean =>
  object?.kind === 'name' && /^[A-Z]/.test(object.text) && /^(?:alerts|ALERTS|Alerts)$/.test(name);
const isWritten = (model: Model, name: string, codeBase: CodeBase | undefined): boolean =>
  model.all('definition').some((one) => one.name === name && one.value !== undefined) ||
  model.all('pair').some((one) => lastName(one.key) === name && one.value !== undefined) ||
  (codeBase?.valuesOf(name, model.path).length ?? 0) > 0;
const isOfCall = (node: NodeOf<'member'>): boolean => {
  for (let at = node.object; at !== undefined; ) {
    if (at.kind === 'call') return /rule/i.test(chainOf(at).join('.'));
    if (at.kind === 'index' && at.key?.kind !== 'text' && /rules/i.test(lastName(at.object))) return true;
    at = at.kind === 'member' || at.kind === 'index' ? at.object : undefined;
  }
  return false;
};
/** Without an object, or of the object itself, or of something that is named for a service or a store of the code base. */
const isOwnObject = (callee: Node): boolean => {
  const names = chainOf(callee).slice(0, -1);
  return (
    names.length === 0 ||
    (names.length <= 2 &&
      /^(?:this|self|cls|super|static|_?\w*(?:service|repo|repository|store|dao|controller|model|handler|helper|util|utils|presenter|viewmodel|actions|queries|selectors|facade|manager|mapper|view|page|screen|context|db))$/i.test(
        names.at(-1) ?? '',
      ))
  );
};
/** A function may hand on to one of the same name of a library. */
const isInside = (node: Node, name: string): boolean => {
  for (let at = node.parent; at !== undefined; at = at.parent)
    if (at.kind === 'scope' && at.name === name) return true;
  return false;
};
const listMethods =
  /^(?:map|filter|forEach|for_each|each|reduce|find|some|every|length|push|append|add|sort|sorted|slice|concat|size|count|Count|Where|Select|Any|All|ToList|stream|iter|into_iter|join|includes|contains|has|len|isEmpty|is_empty|first|last|First|FirstOrDefault|value|set|update|subscribe|pipe|emit|next|items|keys|values|entries|flatMap|toList|collect|then|catch|toggle)$/;

const ofText = (
  model: Model,
  node: NodeOf<'text'>,
  codeBase: CodeBase | undefined,
  valuesOf: (node: Node) => readonly string[],
): Reason | undefined => {
  const { parent } = node;
  const { value } = node;
  const isKey =
    (parent?.kind === 'index' && !isChained(parent)) ||
    (parent?.kind === 'pair' && parent.key === node && !value.includes('/'));
  if (isKey) return { reason: 'own-field', why: 'Field key.' };
  if (isForPeople(model, node)) return { reason: 'text', why: 'User-facing text.' };
  if (isPage(node)) return { reason: 'own-route', why: "Page of the code base's own front end." };
  if (isProse(node)) return { reason: 'text', why: 'User-facing text.' };
  const values = valuesOf(outermost(node));
  const joins = codeBase?.endsInRules === true || endsInRules(model.text);
  if (
    values.length > 0 &&
    values.length < mostValues &&
    values.every((one) => isElsewhere(one, joins)) &&
    isElsewhere(value, joins)
  )
    return { reason: 'not-a-path', why: 'Complete path, not an alerts endpoint.' };
  // Nothing but another service is asked in the file.
  const other = isArgument(node) ? ofOnlyBase(model, node) : undefined;
  return other === undefined ? undefined : { reason: 'other-host', why: other };
};
const isArgument = (node: Node): boolean => {
  const { parent } = outermost(node);
  return parent?.kind === 'call' && parent.callee !== node;
};
const translations = /(?:^|[/\\])(?:i18n|locales?|lang|languages|translations)[/\\.]/i;
/** By what it is given to: a message, a label, a description. */
const isForPeople = (model: Model, { parent, value }: NodeOf<'text'>): boolean => {
  if (translations.test(model.path) && /^[A-Z]/.test(value)) return true;
  if (parent?.kind === 'call')
    return /^(?:errorf|set_?display_?name|set_?label|set_?title|set_?caption|set_?tooltip|set_?placeholder)$/i.test(
      lastName(parent.callee),
    );
  return (
    parent?.kind === 'pair' &&
    /^(?:description|summary|help|help_?text|tooltip|note|release_?notes)$/i.test(lastName(parent.key)) &&
    value.trim().split(/\s+/).length >= 3 &&
    !/curl|wget|https?:|GET |[;|$<>]/.test(value)
  );
};
/** `GoRoute(path: 'alerts', builder: …)`, `{ path: 'alerts', component: … }`. */
const isPage = ({ parent }: Node): boolean =>
  parent?.kind === 'pair' &&
  lastName(parent.key) === 'path' &&
  parent.parent !== undefined &&
  childrenOf(parent.parent).some(
    (one) =>
      one.kind === 'pair' &&
      /^(?:component|element|builder|pageBuilder|loadComponent|loadChildren|lazy)$/.test(lastName(one.key)),
  );
/** As many as folding gives at most: there may be more. */
const mostValues = 4;
/** `api["rules"][id]["alerts"].list()` asks for them. */
const isChained = (node: Node): boolean => {
  let at = node;
  while ((at.parent?.kind === 'member' || at.parent?.kind === 'index') && at.parent.object === at)
    at = at.parent;
  return at.parent?.kind === 'call' && at.parent.callee === at && !listMethods.test(lastName(at));
};
const code = /[/\\]\s*alerts|<|\{\{|=>|\bcurl\b|\bwget\b|\bGET\b|https?:|;|\(\)|rules?[./]/i;
/** Words that only sentences have. */
const ofSentences =
  /(?:^|\s)(?:the|an?|of|for|to|is|are|was|were|has|have|and|or|with|in|on|at|by|from|not|no|new|all|any|your|you|we|our|this|that|these|could|cannot|can|failed|please|when|if|be|been|will|only|last|more|there|their|its|it|per|as|than)(?=[\s,.!?:]|$)/i;
/** Once for each text, not for each mention in it: a long one may hold thousands. */
const isProse = oncePer(
  ({ value }: NodeOf<'text'>): boolean =>
    value.trim().split(/\s+/).length >= 3 &&
    !code.test(value) &&
    !/rules[\s,|]+(?:\S+[\s,|]+)?alerts/i.test(value) &&
    !/(?:^|\n)[\s-]*(?:[\w-]+\s*[:=]\s*)?["']?alerts["']?\s*(?:\n|$)/i.test(value) &&
    (ofSentences.test(value) || /[.!?…]$/.test(value.trim())),
);
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
const isElsewhere = (value: string, joins: boolean): boolean => {
  const path = value.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  if (!path.includes('/') || /rules/i.test(path) || /\s|%[0-9a-f]{2}/i.test(path)) return false;
  const segments = path.split('/');
  const at = segments.findIndex((one) => /alert/i.test(one));
  const named = segments[at] ?? '';
  const before = segments[at - 1] ?? '';
  // What is computed, or a variable, may make `alerts` of it.
  if (named.includes(hole) || /[{}[\]<>:*$%()]/.test(named)) return false;
  // `alerts` itself is not there: `alert-rules`, `dependabot-alerts`.
  if (at >= 0 && !segments.some((one) => /^alerts?(?:\.json)?$/i.test(one))) return true;
  // `daily/alerts` may be put behind a base that ends in `rules`, if there is one.
  if (joins && segments.slice(0, at).filter((one) => one !== '').length < 2) return false;
  return (
    before.length > 1 &&
    /^[a-z][\w.-]*$/i.test(before) &&
    !/id$|^[a-f0-9-]{8,}$/i.test(before) &&
    !before.includes(hole)
  );
};
