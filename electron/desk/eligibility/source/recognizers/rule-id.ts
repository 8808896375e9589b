import { around, lastName, scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import type { Lines } from './evidence.ts';
import { isTrustedComment, linesAround, type Place, placeOf } from './place.ts';
import { holderScore, isMessageCall, isRouteParameter } from './rule-id-holders.ts';
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
import { rank } from './strongest-of-line.ts';
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
const pathLanguages = wordSet(
  'expression template jq dataweave conf ini properties toml vcl text nginx caddy haproxy hcl http csv',
);

interface Form {
  /** How much the form alone says for a use, before its surroundings count. */
  readonly score: number;
  readonly what: string;
}
/** A word whose form is judged. */
interface Subject {
  readonly read: Reading;
  readonly word: Word;
  readonly place: Place;
  readonly language: string;
  readonly isText: boolean;
  /** As shown in a reason. */
  readonly name: string;
  /** What the spelling says by itself; undefined if it names something else. */
  readonly own: number | undefined;
  readonly bonus: number;
}
type FormOf = (subject: Subject) => Form | undefined;

const pascal = (word: Word, language: string, isText: boolean): number => {
  if (!/^[:@$%]*RuleI[dD]$/.test(word.whole) && !word.whole.includes('RuleId')) return 0;
  if (!isText)
    return pascalLanguages.has(language) || word.whole !== word.whole.replace(/RuleID/, '') ? 0 : 1.5;
  return language === 'csharp' || language === 'sql' ? 1.5 : 2;
};

/** Reading of `RuleId` of a webhook's body or of an alert; `docs/reference/rules/eligibility.md#checks`. */
export const ruleIds = (read: ReadRegion): Recognized => {
  const search: Search = {
    found: { uses: [], explanations: [] },
    variables: [],
    bindings: createBindings(),
    origins: new Map(),
  };
  for (const word of wordsIn(read.region.text, spelling)) judgeWord(search, read, word);
  for (const variable of search.variables) explainVariable(search, variable);
  return search.found;
};

interface Search {
  readonly found: Recognized;
  /** Words that are judged by the definitions of their name. */
  readonly variables: Judgement[];
  readonly bindings: ReturnType<typeof createBindings>;
  /** What the definitions of a name say. */
  readonly origins: Map<string, Note | undefined>;
}
interface Judgement {
  readonly word: Word;
  readonly place: Place;
  readonly reading: Reading;
  readonly use?: Use;
  readonly note?: Note;
}

const judgeWord = ({ found, variables, bindings, origins }: Search, read: ReadRegion, word: Word): void => {
  const judgements = read.models.map((model): Judgement => {
    const reading: Reading = { file: read.file, region: read.region, model };
    const place = placeOf(model, word.from, (value) => whole.test(value.trim()));
    return { word, place, reading, ...judge(reading, word, place) };
  });
  const [first] = judgements;
  if (first === undefined) return;
  const { place, reading, note } = first;
  const best = strongest(judgements.flatMap(({ use }) => use ?? []));
  bindings.add(reading.model, word, place, best?.line);
  if (best !== undefined) {
    found.uses.push(best);
    return;
  }
  const name = word.whole;
  if (place.role === 'pattern' && note?.reason === 'own-route' && !origins.has(name)) origins.set(name, note);
  if (!isVariable(place)) {
    if (note !== undefined) explain(found, first, note);
    return;
  }
  variables.push(first);
  if (place.definition !== undefined || place.role === 'parameter')
    origins.set(name, origins.has(name) ? origins.get(name) && note : note);
};

/** A variable is what its definitions say. */
const explainVariable = ({ found, bindings, origins }: Search, variable: Judgement): void => {
  const { word, place } = variable;
  const note = (): Note | undefined => {
    if (origins.has(word.whole)) return origins.get(word.whole);
    const line = bindings.lineOf(word, place.node);
    return variable.note ?? (line === undefined ? undefined : boundNote(line));
  };
  const known = note();
  if (known !== undefined) explain(found, variable, known);
};
const explain = ({ explanations }: Recognized, { reading, word }: Judgement, note: Note): void => {
  const { from, to } = spanOf(reading, word.from, word.to);
  explanations.push({ subject: 'rule-id', from, to, ...note });
};
const boundNote = (line: number): Note => ({
  reason: 'definition',
  why: `Variable, assigned the RuleId on line ${line}.`,
});
const strongest = ([first, ...rest]: readonly Use[]): Use | undefined =>
  first && rest.reduce((best, use) => (rank[use.confidence] < rank[best.confidence] ? use : best), first);

const judge = (read: Reading, word: Word, place: Place): { use?: Use; note?: Note } => {
  const { file, region, model } = read;
  const span = spanOf(read, word.from, word.to);
  const lineOf = (offset: number): number => file.lineAt(region.offsetOf(offset));
  const inner = linesAround(model, place.node, lineOf);
  // A formula of one line is judged by the lines around it.
  const isShort = region.depth > 0 && inner.last - inner.first < 5;
  const at = {
    line: span.line,
    scope: isShort ? { first: inner.first - 20, last: inner.last + 20 } : inner,
  };
  const isProse = region.depth === 0 && model.language === 'markdown';
  const isComment = isProse || (place.role === 'comment' && isTrustedComment(model, place.node));
  const form = isComment ? commentForm(read, word) : formOf(read, word, place);
  const isCounted = isNumber(read, word);
  if (form !== undefined) {
    const score = scoreOf(form, read, word, place, at, isCounted);
    if (isUse(file, span.line, score)) {
      const confidence = confidenceOf(score);
      const why = `Legacy webhook or alert: ${form.what}.`;
      return { use: { kind: 'rule-id-use', ...span, weak: file.weak || isComment, confidence, why } };
    }
  }
  if (isCounted && !isComment)
    return { note: { reason: 'own-field', why: 'Number; the RuleId of a webhook is a UUID.' } };
  const note = noteOf({ read, word, place, ...at, isReading: form !== undefined });
  return note === undefined ? {} : { note };
};

/** How much a form and its surroundings say for a use. */
const scoreOf = (
  form: Form,
  read: Reading,
  word: Word,
  place: Place,
  at: { readonly line: number; readonly scope: Lines },
  isCounted: boolean,
): number => {
  const own = ownRulesOf(read, word, place, at);
  const ofOwnRule = own?.isMade ? 6 : 2;
  return (
    form.score +
    read.file.evidence.at(at.line, at.scope) +
    readsAlerts(read) -
    (isCounted ? 5 : 0) -
    (own === undefined ? 0 : ofOwnRule) -
    (isWireSpelling(read, word, place) || hasOtherEvidence(read) ? 0 : 3)
  );
};
const isUse = ({ evidence }: Reading['file'], line: number, score: number): boolean => {
  // In code about something else, without any webhook, more is needed.
  const least = evidence.contrary() !== undefined && !evidence.isReceiver ? 4 : 2;
  return score >= least && !(evidence.near(line) <= -4 && score < 6);
};
const confidenceOf = (score: number): Use['confidence'] => {
  if (score >= 5) return 'high';
  return score >= 3 ? 'medium' : 'low';
};

/** Other services have alerts too: code for this service's alerts has more evidence than that. */
const hasOtherEvidence = ({ file: { evidence } }: Reading): boolean =>
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
  return { score, what: 'RuleId is mentioned in a comment or documentation' };
};

/** How a word reads the property, if it does. */
const formOf = (read: Reading, word: Word, place: Place): Form | undefined => {
  const { language } = read.model;
  const isText = place.node.kind === 'text';
  if (place.role === 'inside-text') return inExpression(read, word, place);
  const otherwise = kept.test(word.whole) ? -1 : undefined;
  const subject: Subject = {
    read,
    word,
    place,
    language,
    isText,
    name: word.whole.length > 40 ? 'RuleId' : word.whole,
    own: isMarked(word) ? 0 : otherwise,
    bonus: pascal(word, language, isText),
  };
  if (queryLanguages.has(language)) return queryForm(subject);
  return (forms[place.role] ?? looseForm)(subject);
};

const memberForm: FormOf = ({ word, place, language, name, own, bonus }) => {
  if (getter.test(word.whole)) return { score: holderScore(place.holder) + bonus, what: `${name} is read` };
  if (query.test(word.whole)) return { score: -1, what: `${name} queries records` };
  if (own === undefined) return undefined;
  if (isRouteParameter(place.holder, language)) return routeForm;
  if (isCalledName(place) && !/^rule_?id$/i.test(word.whole)) return undefined;
  const isOwn = /^(?:this|self|\$this|@)$/i.test(place.holder.at(-1) ?? '');
  return {
    score: own + bonus - (place.isWritten ? 1 : 0) + (isOwn ? -1 : holderScore(place.holder)),
    what: `property ${name} is read`,
  };
};
const indexForm: FormOf = ({ word, place, language, own, bonus }) => {
  if (own === undefined) return undefined;
  if (isRouteParameter(place.holder, language)) return routeForm;
  return {
    score: own + bonus + textBase(word) - (place.isWritten ? 1 : 0) + holderScore(place.holder),
    what: 'RuleId is read by name',
  };
};
const argumentForm: FormOf = ({ word, place, language, own, bonus }) => {
  if (own === undefined || isMessageCall(place.holder)) return undefined;
  if (isRouteParameter(place.holder, language)) return routeForm;
  const callee = place.holder.at(-1) ?? '';
  return {
    score: own + bonus + textBase(word) + holderScore(place.holder.slice(0, -1)) / 2,
    what: `RuleId is read by name, with ${callee.slice(0, 40) || 'a call'}`,
  };
};
const fieldForm: FormOf = ({ word, place, name, isText, own, bonus }) =>
  own === undefined && !/^rule_?id$/i.test(word.whole)
    ? undefined
    : {
        score: (own ?? 0) + bonus + (isText ? textBase(word) : 0) + typeScore(place),
        what: `${name} is a field of a model`,
      };
const keyForm: FormOf = (subject) => {
  const { place, name, own, bonus } = subject;
  const value = place.pair?.value;
  if (own === undefined || isIdOfRule(value)) return undefined;
  // Its value tells which id it is; a constant one is the code's own.
  const isConstant = bonus === 0 && /^(?:name|text)$/.test(value?.kind ?? '');
  return (
    queriedForm(subject) ?? (isConstant ? undefined : { score: own + bonus - 1, what: `${name} is a key` })
  );
};
const queriedForm: FormOf = ({ place, name, own, bonus }) =>
  own !== undefined && isQueried(place)
    ? { score: own + bonus + 1, what: `a query uses ${name}` }
    : undefined;
/** Spring Data and others make a query of a method's name. */
const functionForm: FormOf = (subject) => {
  const { word, place, name } = subject;
  return query.test(word.whole) && scopeAround(place.node, 'interface') !== undefined
    ? { score: typeScore(place), what: `${name} queries records` }
    : looseForm(subject);
};
/** A form that is one if its word is spelled as one. */
const marked =
  (what: string | ((name: string) => string), score: (subject: Subject) => number): FormOf =>
  (subject) =>
    subject.own === undefined
      ? undefined
      : {
          score: subject.own + subject.bonus + textBase(subject.word) + score(subject),
          what: typeof what === 'string' ? what : what(subject.name),
        };
const annotationForm = marked('a field is mapped to RuleId by name', ({ place }) => 0.5 + typeScore(place));
const comparisonForm = marked('a key is compared with RuleId', () => 0);
const valueForm = marked('RuleId is named for use elsewhere', () => 0);
const routeForm: Form = { score: -6, what: '' };

/** How a word of each role is judged; all others by the text before it. */
const forms: Readonly<Partial<Record<Place['role'], FormOf>>> = {
  member: memberForm,
  index: indexForm,
  argument: argumentForm,
  pattern: marked(
    (name) => `${name} is destructured from a body`,
    () => 0.5,
  ),
  annotation: (subject) =>
    isRouteAnnotation.test(subject.place.holder[0] ?? '') ? undefined : annotationForm(subject),
  field: fieldForm,
  key: keyForm,
  comparison: (subject) => (subject.isText ? comparisonForm(subject) : undefined),
  value: (subject) =>
    isPathParameter(subject.place) || (!subject.isText && !subject.word.whole.startsWith(':'))
      ? undefined
      : valueForm(subject),
  'named-argument': queriedForm,
  'function-name': functionForm,
};
/** How much the name of the type around speaks for a webhook's body or an alert. */
const typeScore = ({ node, holder }: Place): number => {
  const name = scopeAround(node, 'class', 'interface')?.name ?? holder[0] ?? '';
  if (/alert|hook|deliver|payload|event|envelope|notification/i.test(name)) return 1;
  return /(?:rule|finding|violation|issue|lint\w*|sarif\w*|policy|diagnostic)$/i.test(name) ? -1.5 : 0;
};

/** A text spells the exact name on the wire; `rule_id` may be anything. */
const textBase = ({ whole }: Word): number => (/[Rr]uleId/.test(whole) ? 0 : -0.5);
const isCalledName = ({ node }: Place): boolean =>
  node.parent?.kind === 'call' && node.parent.callee === node;

/** A column or a property in a query. */
const queryForm: FormOf = ({ read, word, place, isText, own }) => {
  const before = read.region.text[word.from - 1] ?? '';
  if (place.role === 'function-name') return undefined;
  if (isText && !/^['"]?[$@]?\.?/.test(before)) return undefined;
  // `payload:RuleId` of Snowflake is a path, `:ruleId` a parameter.
  const isPath = before === ':' && /[\w)\]"]/.test(read.region.text[word.from - 2] ?? '');
  if (/[@:$%]/.test(before) && !isPath) return undefined;
  if (own === undefined && !/_rule_?id$/i.test(word.whole)) return undefined;
  const json = (isText || isPath) && /RuleId/.test(word.whole) ? 2 : 0;
  return {
    score: (own ?? -0.5) + json,
    what: `column or property ${word.whole.slice(0, 40)} stores or reads RuleId`,
  };
};

/** A word by the text around it: a dotted name in a template or a formula, a key in a configuration. */
const looseForm: FormOf = (subject) => {
  const { read, word, place, language, own } = subject;
  if (own === undefined) return undefined;
  if (isMacroArgument(place, language))
    return { score: own + 1, what: 'a macro maps a field to RuleId by name' };
  if (read.model.source === 'syntax-tree' && !pathLanguages.has(language)) return undefined;
  const { text } = read.region;
  const before = text.slice(Math.max(0, word.from - 60), word.from);
  const wire = /RuleId/.test(word.whole) ? 2 : 0;
  if (/(?:[.>/]|\[["']?|\?\.|->>?\s?['"]?)\s?$/.test(before)) return formulaForm(before, own + wire);
  // `@{$event}{qw(RuleId AlertId)}`, `%w[RuleId AlertId]`.
  if (/(?:%[wWiI]|\bqw\s?|~w)[[({<|/!][\w\s-]*$/.test(before))
    return { score: own + textBase(word) + wire, what: 'RuleId is one of several names' };
  // `ls_event-rule_id` of ABAP.
  const structure = /^(?:abap|cobol)$/.test(language) ? /(?:[a-z]{1,3}_)?(\w+)>?-$/i.exec(before) : undefined;
  if (structure) return { score: own + holderScore([structure[1] as string]), what: 'the component is read' };
  if (/[%$@][\w-]+(?:<|\{)\s?$/.test(before) && /^\s?[>}]/.test(text.slice(word.to, word.to + 3)))
    return { score: own + wire, what: 'RuleId is read by name' };
  const what = looseUse(subject);
  return what === undefined ? undefined : { score: own + 0.5, what };
};
const formulaForm = (before: string, score: number): Form | undefined => {
  const holder = /([A-Za-z_$@][\w$]*)\W{0,12}$/.exec(before)?.[1];
  if (/\/$/.test(before) || /params?\W{1,3}$/i.test(before)) return undefined;
  return {
    score: score + (holder === undefined ? 0 : holderScore([holder])),
    what: 'RuleId is read in an expression',
  };
};
/** What a word does by the conventions of its language. */
const looseUse = ({ read, word, place, language }: Subject): string | undefined => {
  const after = read.region.text.slice(word.to, word.to + 30);
  if (/^(?:cobol|abap|proto|text)$/.test(language) && /^\s{1,20}(?:PIC|TYPE|LIKE)\b/i.test(after))
    return `${word.whole.slice(0, 40)} is a field of a model`;
  if (language === 'r' && isColumn(place)) return 'column ruleId is read';
  if (accessors.has(language) && (/^\s{0,4}::/.test(after.slice(0, 8)) || isCalledName(place)))
    return `field ${word.whole.slice(0, 40)} is read`;
  return pathLanguages.has(language) && place.role !== 'parameter' && /RuleId/.test(word.whole)
    ? 'RuleId is named in an expression or configuration'
    : undefined;
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
const accessors = wordSet('haskell elm clojure lisp ocaml erlang rescript');
/** A bare column in a verb of dplyr or data.table. */
const isColumn = ({ node }: Place): boolean =>
  /^(?:group_by|select|mutate|filter|arrange|count|summari[sz]e|distinct|pull|rename|left_join|by|aes)$/.test(
    lastName(around(node, 'call')?.callee),
  );
