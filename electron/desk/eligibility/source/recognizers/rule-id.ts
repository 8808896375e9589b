import { around, lastName, scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import { isTrustedComment, linesAround, type Place, placeOf } from './place.ts';
import { holderScore, isRouteParameter, isSpeaking } from './rule-id-holders.ts';
import { isNumber } from './rule-id-numbers.ts';
import { isIdOfRule, isQueried } from './rule-id-queries.ts';
import {
  isPathParameter,
  isRouteAnnotation,
  isVariable,
  isWireSpelling,
  type Note,
  noteOf,
  ownRulesOf,
} from './rule-id-reasons.ts';
import { isMarked, pascalLanguages, spelling, whole } from './rule-id-spelling.ts';
import { inExpression } from './rule-id-texts.ts';
import { createBindings } from './rule-id-variables.ts';
import {
  type Reading,
  type ReadRegion,
  type Recognized,
  spanOf,
  type Use,
  type Word,
  wordsIn,
} from './subjects.ts';

const getter = /^(?:get|read|extract|fetch|opt|has|is)_?rule_?id$/i;
const query =
  /(?:find|count|exists|delete|get|group|order|list|read|search|query|stream|index|key|sort|where|pluck|partition)\w*by_?\w*rule_?id/i;
/** Own names that keep it: `alertRuleId`, `legacy_rule_id`, `ruleIdRaw`. */
const kept =
  /^[@$:]?(?:(?:\w*_)?(?:alert|legacy|hook|webhook|source|old|external|service|inbound|origin(?:al)?|raw|wire|payload|event|ev|al|wh|hk|msg|evt|req|body)_?)rule_?id$|^rule_?id_?(?:raw|text|str|value|from|of|value|field|key|prop(?:erty)?|name|path|column|attr)\w*$/i;

const queryLanguages = new Set(['sql', 'graphql']);
/** Where a dotted name is a path into data, not a variable. */
const pathLanguages = new Set([
  'expression',
  'template',
  'jq',
  'dataweave',
  'conf',
  'ini',
  'properties',
  'toml',
  'vcl',
  'text',
  'nginx',
  'caddy',
  'haproxy',
  'hcl',
  'http',
  'csv',
]);

interface Form {
  /** How much the form speaks for itself, before its surroundings are looked at. */
  readonly score: number;
  readonly what: string;
}
const pascal = (word: Word, language: string, isText: boolean): number => {
  if (!/^[:@$%]*RuleI[dD]$/.test(word.whole) && !word.whole.includes('RuleId')) return 0;
  if (!isText)
    return pascalLanguages.has(language) || word.whole !== word.whole.replace(/RuleID/, '') ? 0 : 1.5;
  return language === 'csharp' || language === 'sql' ? 1.5 : 2;
};

/** Reading of `RuleId` of a webhook's body or of an alert; `docs/reference/rules/eligibility.md#checks`. */
export const ruleIds = (read: ReadRegion): Recognized => {
  const found: Recognized = { uses: [], explanations: [] };
  const variables: { word: Word; place: Place; reading: Reading; note: Note | undefined }[] = [];
  const bindings = createBindings();
  const origins = new Map<string, Note | undefined>();
  for (const word of wordsIn(read.region.text, spelling)) {
    let first: { place: Place; reading: Reading; note: Note | undefined } | undefined;
    let best: Use | undefined;
    for (const model of read.models) {
      const reading: Reading = { file: read.file, region: read.region, model };
      const place = placeOf(model, word.from, (value) => whole.test(value.trim()));
      const { use, note } = judge(reading, word, place);
      if (use !== undefined && (best === undefined || rank[use.confidence] < rank[best.confidence]))
        best = use;
      first ??= { place, reading, note };
    }
    if (first !== undefined) bindings.add(first.reading.model, word, first.place, best?.line);
    if (best !== undefined) found.uses.push(best);
    else if (first !== undefined) {
      const { place, reading, note } = first;
      if (place.role === 'pattern' && note?.reason === 'own-route' && !origins.has(word.whole))
        origins.set(word.whole, note);
      if (!isVariable(place)) {
        if (note !== undefined)
          found.explanations.push({ subject: 'rule-id', ...bounds(reading, word), ...note });
        continue;
      }
      variables.push({ word, place, reading, note });
      if (place.definition !== undefined || place.role === 'parameter')
        origins.set(word.whole, origins.has(word.whole) ? origins.get(word.whole) && note : note);
    }
  }
  // A variable is what its definitions say.
  for (const { word, place, reading, note: own } of variables) {
    const bound = origins.has(word.whole) ? undefined : bindings.lineOf(word, place.node);
    const note = origins.has(word.whole)
      ? origins.get(word.whole)
      : (own ?? (bound === undefined ? undefined : boundNote(bound)));
    if (note !== undefined)
      found.explanations.push({ subject: 'rule-id', ...bounds(reading, word), ...note });
  }
  return found;
};
const boundNote = (line: number): Note => ({
  reason: 'definition',
  why: `It is the variable that line ${line} puts the RuleId into.`,
});
const rank = { high: 0, medium: 1, low: 2 } as const;
const bounds = (reading: Reading, word: Word): { from: number; to: number } => {
  const { from, to } = spanOf(reading, word.from, word.to);
  return { from, to };
};

const judge = (read: Reading, word: Word, place: Place): { use?: Use; note?: Note } => {
  const { file, region, model } = read;
  const span = spanOf(read, word.from, word.to);
  const lineOf = (offset: number): number => file.lineAt(region.offsetOf(offset));
  const inner = linesAround(model, place.node, lineOf);
  // A formula of one line is judged by what stands around it.
  const isShort = region.depth > 0 && inner.last - inner.first < 5;
  const scope = isShort ? { first: inner.first - 20, last: inner.last + 20 } : inner;
  const isProse = region.depth === 0 && model.language === 'markdown';
  const isComment = isProse || (place.role === 'comment' && isTrustedComment(model, place.node));
  const form = isComment ? commentForm(read, word) : formOf(read, word, place);
  const isCounted = isNumber(read, word);
  const own = ownRulesOf(read, word, place, { line: span.line, scope });
  const score =
    form === undefined
      ? Number.NEGATIVE_INFINITY
      : form.score +
        file.evidence.at(span.line, scope) +
        readsAlerts(read) -
        (isCounted ? 5 : 0) -
        (own === undefined ? 0 : own.isMade ? 6 : 2) -
        (isWireSpelling(read, word, place) || speaksOfMore(read) ? 0 : 3);
  const isForeign = file.evidence.near(span.line) <= -4 && score < 6;
  // Where code speaks of something else, and of no webhook at all, more is asked for.
  const least = file.evidence.contrary() !== undefined && !file.evidence.isReceiver ? 4 : 2;
  if (form !== undefined && score >= least && !isForeign) {
    const use: Use = {
      kind: 'rule-id-use',
      ...span,
      weak: file.weak || isComment,
      confidence: score >= 5 ? 'high' : score >= 3 ? 'medium' : 'low',
      why: `${form.what}: the RuleId of a legacy webhook or an alert.`,
    };
    return { use };
  }
  if (isCounted && !isComment)
    return { note: { reason: 'own-field', why: 'It is a number here; the RuleId of a webhook is a UUID.' } };
  const note = noteOf(read, word, place, span.line, scope, form !== undefined);
  return note === undefined ? {} : { note };
};

/** Alerts alone are everyone's: of more than them speaks who has them of this service. */
const speaksOfMore = ({ file: { evidence } }: Reading): boolean =>
  evidence.isReceiver || evidence.positive > 1.5;

/** A file that names the path of the alerts reads their `ruleId`. */
const readsAlerts = ({ file: { evidence } }: Reading): number =>
  evidence.file >= 2 && evidence.contrary() === undefined && evidence.hasWord(/^rulesalerts$/) ? 1 : 0;

const commentForm = ({ region }: Reading, word: Word): Form | undefined => {
  const start = region.text.lastIndexOf('\n', word.from) + 1;
  const line = region.text.slice(Math.max(start, word.from - 300), word.to + 200).split('\n')[0] as string;
  if (/[{<:/]rule_?id[}>]|\/:ruleid|@param\s/i.test(line)) return undefined;
  const isRead =
    /\b(?:alert|body|payload|hook|webhook|event|dto|data|req|request|msg|message)(?:\.|->|\[["':]?|\.get)_?\(?["']?(?:get)?rule_?id\b/i.test(
      line,
    );
  const score = /\bRuleId\b/.test(line) ? 2 : isRead ? 1 : /\(\s?rule_?id/i.test(line) ? -4 : -1;
  return { score, what: 'RuleId is named in a comment or in documentation' };
};

/** How a word reads the property, if it does. */
const formOf = (read: Reading, word: Word, place: Place): Form | undefined => {
  const { language } = read.model;
  const isText = place.node.kind === 'text';
  const own = isMarked(word) ? 0 : kept.test(word.whole) ? -1 : undefined;
  const name = word.whole.length > 40 ? 'RuleId' : word.whole;
  const bonus = pascal(word, language, isText);
  if (place.role === 'inside-text') {
    const inside = inExpression(read, word, place);
    return inside === undefined ? undefined : { score: inside.score, what: inside.what };
  }
  if (queryLanguages.has(language)) return queryForm(read, word, place, own);
  switch (place.role) {
    case 'member': {
      const called = isCalled(place);
      if (getter.test(word.whole))
        return { score: holderScore(place.holder) + bonus, what: `${name} is read` };
      if (query.test(word.whole)) return { score: -1, what: `${name} looks records up` };
      if (own === undefined) return undefined;
      if (isRouteParameter(place.holder, language)) return { score: -6, what: '' };
      if (called && !/^rule_?id$/i.test(word.whole)) return undefined;
      const isOwn = /^(?:this|self|\$this|@)$/i.test(place.holder.at(-1) ?? '');
      return {
        score: own + bonus + (place.isWritten ? -1 : 0) + (isOwn ? -1 : holderScore(place.holder)),
        what: `The property ${name} is read`,
      };
    }
    case 'index':
      if (own === undefined) return undefined;
      if (isRouteParameter(place.holder, language)) return { score: -6, what: '' };
      return {
        score: own + bonus + textBase(word) + (place.isWritten ? -1 : 0) + holderScore(place.holder),
        what: 'RuleId is read by its name',
      };
    case 'argument':
      return argumentForm(word, place, own, bonus, language);
    case 'pattern':
      return own === undefined
        ? undefined
        : { score: own + bonus + 0.5 + textBase(word), what: `${name} is taken out of a body` };
    case 'annotation':
      if (isRouteAnnotation.test(place.holder[0] ?? '')) return undefined;
      return own === undefined
        ? undefined
        : {
            score: own + bonus + textBase(word) + 0.5 + typeScore(place),
            what: 'A field is bound to RuleId by its name',
          };
    case 'field':
      if (own === undefined && !/^rule_?id$/i.test(word.whole)) return undefined;
      return {
        score: (own ?? 0) + bonus + (isText ? textBase(word) : 0) + typeScore(place),
        what: `${name} is a field of a model`,
      };
    case 'key':
      if (isIdOfRule(place.pair?.value)) return undefined;
      if (own !== undefined && isQueried(place))
        return { score: own + bonus + 1, what: `A query names ${name}, which keeps it` };
      // Its value says what it is; a constant one is the code's own.
      if (own === undefined || (bonus === 0 && /^(?:name|text)$/.test(place.pair?.value?.kind ?? '')))
        return undefined;
      return { score: own + bonus - 1, what: `${name} is a key` };
    case 'comparison':
      return isText && own !== undefined
        ? { score: own + bonus + textBase(word), what: 'A key is compared with RuleId' }
        : undefined;
    case 'value':
      if (isPathParameter(place)) return undefined;
      if (!isText && !word.whole.startsWith(':')) return undefined;
      return own === undefined
        ? undefined
        : { score: own + bonus + textBase(word), what: 'RuleId is named for use elsewhere' };
    case 'named-argument':
      return own !== undefined && isQueried(place)
        ? { score: own + bonus + 1, what: `A query names ${name}, which keeps it` }
        : undefined;
    case 'function-name':
      // Spring Data and others make a query of the name.
      return query.test(word.whole) && scopeAround(place.node, 'interface') !== undefined
        ? { score: typeScore(place), what: `${name} looks records up` }
        : looseForm(read, word, place, own);
    default:
      return looseForm(read, word, place, own);
  }
};
/** How much the name of the type around speaks for a webhook's body or an alert. */
const typeScore = ({ node, holder }: Place): number => {
  const name = scopeAround(node, 'class', 'interface')?.name ?? holder[0] ?? '';
  if (/alert|hook|deliver|payload|event|envelope|notification/i.test(name)) return 1;
  return /(?:rule|finding|violation|issue|lint\w*|sarif\w*|policy|diagnostic)$/i.test(name) ? -1.5 : 0;
};

/** A text says the exact name on the wire; `rule_id` may be anything. */
const textBase = ({ whole }: Word): number => (/RuleId/.test(whole) ? 0 : /ruleId/.test(whole) ? 0 : -0.5);

const isCalled = ({ node }: Place): boolean => node.parent?.kind === 'call' && node.parent.callee === node;

const argumentForm = (
  word: Word,
  place: Place,
  own: number | undefined,
  bonus: number,
  language: string,
): Form | undefined => {
  if (own === undefined) return undefined;
  const callee = place.holder.at(-1) ?? '';
  if (isSpeaking(place.holder)) return undefined;
  if (isRouteParameter(place.holder, language)) return { score: -6, what: '' };
  const receiver = place.holder.slice(0, -1);
  const base = own + bonus + textBase(word);
  return {
    score: base + holderScore(receiver) / 2,
    what: `RuleId is read by its name, with ${callee.slice(0, 40) || 'a call'}`,
  };
};

/** A column or a property in a query. */
const queryForm = (read: Reading, word: Word, place: Place, own: number | undefined): Form | undefined => {
  const before = read.region.text[word.from - 1] ?? '';
  if (place.role === 'function-name') return undefined;
  if (place.node.kind === 'text' && !/^['"]?[$@]?\.?/.test(before)) return undefined;
  // `payload:RuleId` of Snowflake is a path, `:ruleId` a parameter.
  const isPath = before === ':' && /[\w)\]"]/.test(read.region.text[word.from - 2] ?? '');
  if (/[@:$%]/.test(before) && !isPath) return undefined;
  if (own === undefined && !/_rule_?id$/i.test(word.whole)) return undefined;
  const json = (place.node.kind === 'text' || isPath) && /RuleId/.test(word.whole) ? 2 : 0;
  return {
    score: (own ?? -0.5) + json,
    what: `The column or property ${word.whole.slice(0, 40)} keeps or reads RuleId`,
  };
};

/** What no syntax tells: a dotted name in a template or a formula, a key in a configuration. */
const looseForm = (read: Reading, word: Word, place: Place, own: number | undefined): Form | undefined => {
  const { text } = read.region;
  const before = text.slice(Math.max(0, word.from - 60), word.from);
  const { language } = read.model;
  if (own !== undefined && isMacroArgument(place, language))
    return { score: own + 1, what: 'A macro binds a field to RuleId by its name' };
  if (own === undefined || (read.model.source === 'syntax-tree' && !pathLanguages.has(language)))
    return undefined;
  if (/(?:[.>/]|\[["']?|\?\.|->>?\s?['"]?)\s?$/.test(before)) {
    const holder = /([A-Za-z_$@][\w$]*)\W{0,12}$/.exec(before)?.[1];
    if (/\/$/.test(before) || /params?\W{1,3}$/i.test(before)) return undefined;
    return {
      score: own + (/RuleId/.test(word.whole) ? 2 : 0) + (holder === undefined ? 0 : holderScore([holder])),
      what: 'RuleId is read in a formula',
    };
  }
  // `@{$event}{qw(RuleId AlertId)}`, `%w[RuleId AlertId]`.
  if (/(?:%[wWiI]|\bqw\s?|~w)[[({<|/!][\w\s-]*$/.test(before))
    return {
      score: own + textBase(word) + (/RuleId/.test(word.whole) ? 2 : 0),
      what: 'RuleId is one of several names',
    };
  // `ls_event-rule_id` of ABAP.
  const structure = /^(?:abap|cobol)$/.test(language) ? /(?:[a-z]{1,3}_)?(\w+)>?-$/i.exec(before) : undefined;
  if (structure) return { score: own + holderScore([structure[1] as string]), what: 'The component is read' };
  if (/[%$@][\w-]+(?:<|\{)\s?$/.test(before) && /^\s?[>}]/.test(text.slice(word.to, word.to + 3)))
    return { score: own + (/RuleId/.test(word.whole) ? 2 : 0), what: 'RuleId is read by its name' };
  if (
    /^(?:cobol|abap|proto|text)$/.test(language) &&
    /^\s{1,20}(?:PIC|TYPE|LIKE)\b/i.test(text.slice(word.to, word.to + 30))
  )
    return { score: own + 0.5, what: `${word.whole.slice(0, 40)} is a field of a model` };
  if (language === 'r' && isColumn(place)) return { score: own + 0.5, what: 'The column ruleId is read' };
  if (accessors.has(language) && (/^\s{0,4}::/.test(text.slice(word.to, word.to + 8)) || isCalledName(place)))
    return { score: own + 0.5, what: `The field ${word.whole.slice(0, 40)} is read` };
  if (pathLanguages.has(language) && place.role !== 'parameter' && /RuleId/.test(word.whole))
    return { score: own + 0.5, what: 'RuleId is named in a formula or a configuration' };
  return undefined;
};

/** `NLOHMANN_DEFINE_TYPE_INTRUSIVE(Event, RuleId)`, `BOOST_FUSION_ADAPT_STRUCT(…)`. */
const isMacroArgument = ({ node }: Place, language: string): boolean => {
  if (language !== 'cpp' && language !== 'c') return false;
  const callee = lastName(around(node, 'call')?.callee);
  return (
    /^[A-Z][A-Z0-9_]{5,}$/.test(callee) &&
    /DEFINE|TYPE|STRUCT|JSON|FIELD|MEMBER|REFL|DESCRIBE|PROPERTY/.test(callee)
  );
};

/** Languages in which a field is read by a function of its name. */
const accessors = new Set(['haskell', 'elm', 'clojure', 'lisp', 'ocaml', 'erlang', 'rescript']);
const isCalledName = ({ node }: Place): boolean =>
  node.parent?.kind === 'call' && node.parent.callee === node;
/** A bare column in a verb of dplyr or data.table. */
const isColumn = ({ node }: Place): boolean =>
  /^(?:group_by|select|mutate|filter|arrange|count|summari[sz]e|distinct|pull|rename|left_join|by|aes)$/.test(
    lastName(around(node, 'call')?.callee),
  );
