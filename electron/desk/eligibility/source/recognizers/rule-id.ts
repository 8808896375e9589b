import type { ExplanationReason } from '#contract/eligibility.ts';
import { around, lastName, scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import { bare, type Lines } from './evidence.ts';
import { isTrustedComment, linesAround, type Place, placeOf } from './place.ts';
import { holderScore, isRouteParameter, isSpeaking } from './rule-id-holders.ts';
import { inExpression } from './rule-id-texts.ts';
import {
  type Reading,
  type ReadRegion,
  type Recognized,
  spanOf,
  type Use,
  type Word,
  wordsIn,
} from './subjects.ts';

/** Any spelling of the word: `RuleId`, `ruleId`, `rule_id`, `rule-id`, `RULE_ID`, `ruleID`. */
const spelling = /rule(?:\\?[-_ \t]){0,2}id/gi;
const exact = /^(?:[:@$%&]*|\d+__)(?:rule[_-]?id)[?!]?$/i;
/** A text that is the word and nothing more. */
const whole = /^(?:\d+__)?rule[_-]?id$/i;
const getter = /^(?:get|read|extract|fetch|opt|has|is)_?rule_?id$/i;
const setter = /^(?:set|with|add|put)_?rule_?id$/i;
const query =
  /(?:find|count|exists|delete|get|group|order|list|read|search|query|stream|index|key|sort|where|pluck|partition)\w*by_?\w*rule_?id/i;
/** Own names that keep it: `alertRuleId`, `legacy_rule_id`, `ruleIdRaw`. */
const kept =
  /^[@$:]?(?:(?:\w*_)?(?:alert|legacy|hook|webhook|source|old|external|service|inbound|origin(?:al)?|raw|wire|payload|event|ev|al|wh|hk|msg|evt|req|body)_?)rule_?id$|^rule_?id_?(?:raw|text|str|value|from|of|value|field|key|prop(?:erty)?|name|path|column|attr)\w*$/i;

/** Languages in which own properties are written in Pascal case, so that `RuleId` says little. */
const pascalLanguages = new Set([
  'csharp',
  'vb',
  'fsharp',
  'go',
  'powershell',
  'apex',
  'pascal',
  'proto',
  'html',
  'swift-none',
]);
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
interface Note {
  readonly reason: ExplanationReason;
  readonly why: string;
}

const pascal = (word: Word, language: string, isText: boolean): number => {
  if (!/^[:@$%]*RuleI[dD]$/.test(word.whole) && !word.whole.includes('RuleId')) return 0;
  if (!isText)
    return pascalLanguages.has(language) || word.whole !== word.whole.replace(/RuleID/, '') ? 0 : 1.5;
  return language === 'csharp' || language === 'sql' ? 1.5 : 2;
};

const isMarked = (word: Word): boolean => exact.test(word.whole);

/** Reading of `RuleId` of a webhook's body or of an alert; `domain.md` section 7. */
export const ruleIds = (read: ReadRegion): Recognized => {
  const found: Recognized = { uses: [], explanations: [] };
  const variables: { word: Word; reading: Reading; note: Note | undefined }[] = [];
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
    if (best !== undefined) found.uses.push(best);
    else if (first !== undefined) {
      const { place, reading, note } = first;
      if (!isVariable(place)) {
        if (note !== undefined)
          found.explanations.push({ subject: 'rule-id', ...bounds(reading, word), ...note });
        continue;
      }
      variables.push({ word, reading, note });
      if (place.definition !== undefined || place.role === 'parameter')
        origins.set(word.whole, origins.has(word.whole) ? origins.get(word.whole) && note : note);
    }
  }
  // A variable is what its definitions say.
  for (const { word, reading, note: own } of variables) {
    const note = origins.has(word.whole) ? origins.get(word.whole) : own;
    if (note !== undefined)
      found.explanations.push({ subject: 'rule-id', ...bounds(reading, word), ...note });
  }
  return found;
};
const rank = { high: 0, medium: 1, low: 2 } as const;
const isVariable = ({ role }: Place): boolean => role === 'local' || role === 'parameter' || role === 'bare';
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
  const score =
    form === undefined
      ? Number.NEGATIVE_INFINITY
      : form.score + file.evidence.at(span.line, scope) + readsAlerts(read) - (isCounted ? 5 : 0);
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
  const note = noteOf(read, word, place, span.line, scope, form);
  return note === undefined ? {} : { note };
};

/** A file that names the path of the alerts reads their `ruleId`. */
const readsAlerts = ({ file: { evidence } }: Reading): number =>
  evidence.file >= 2 && evidence.contrary() === undefined && evidence.hasWord(/^rulesalerts$/) ? 1 : 0;

const numberType =
  /\b(rule_?id)["'`]?\s?[!?]?\s{0,2}(?::|\bAs\b|=\s?|\s)\s{0,2}(?:Option\[|Maybe |Nullable<|Optional\[)?(?:Int(?:eger|16|32|64)?|int(?:eger|8|16|32|64)?|[Ll]ong|number|[ui](?:16|32|64|int\w*)|usize|bigint|BIGINT|INT(?:EGER)?|BIGSERIAL|SERIAL|serial|SMALLINT|NUMBER|NUMERIC|(?:\w{1,20}\.)?(?:Big|Small|Positive)?(?:IntegerField|AutoField|Integer|Int4|BigInteger)|Short|NUMBER\(|PIC 9|pic 9)\b|\b(?:int|long|Integer|Long|short|u?int\d{1,2}(?:_t)?|size_t|unsigned|bigint|intval|Number|parseInt)\??[\s(*&]{1,3}[$@]?(?:\w{1,30}[.[>-]{1,3}["']?)?(rule_?id)\b/gi;
/** Of COBOL. */
const numberPicture = /\b(rule-id)\s{1,40}PIC(?:TURE)?\s{1,4}(?:IS\s)?S?9/gi;
/** Languages in which a parameter and the property that it is compared with differ in case. */
const ignoresCase = new Set(['csharp', 'vb', 'sql', 'fsharp', 'cobol']);
/** A column whose values the code's own database counts. */
const ownIdentity =
  /\brule_?id["`\]]?\s{1,8}(?:\w{1,20}\s{1,8}){0,3}(?:(?:big|small)?serial\b|identity\b|auto_?increment\b|generated\s(?:always|by\sdefault)\sas\sidentity)/i;
const identities = new WeakMap<object, boolean>();
const hasOwnIdentity = ({ region }: Reading): boolean => {
  const known = identities.get(region) ?? ownIdentity.test(region.text);
  identities.set(region, known);
  return known;
};
const counted = new WeakMap<object, ReadonlySet<string>>();

/** Whether the file declares a name of this spelling as a number. */
const isNumber = (read: Reading, word: Word): boolean => {
  const { file, region, model } = read;
  let names = counted.get(region);
  if (names === undefined) {
    names = new Set(
      [...region.text.matchAll(numberType), ...region.text.matchAll(numberPicture)].flatMap((found) => {
        const name = (found[1] ?? found[2]) as string;
        return [name, bare(name)];
      }),
    );
    counted.set(region, names);
  }
  return (
    (names.has(word.whole.replace(/^[$@]/, '')) ||
      (ignoresCase.has(model.language) && names.has(bare(word.whole)))) &&
    (file.evidence.specific() <= 3.5 || hasOwnIdentity(read))
  );
};

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
      if (setter.test(word.whole)) return undefined;
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
      return undefined;
    default:
      return looseForm(read, word, place, own);
  }
};
const isRouteAnnotation =
  /^(?:pathvariable|requestparam|pathparam|queryparam|fromroute|fromquery|route|get|post|put|delete|patch|\w*mapping|param|query|path|apiparam|http\w+|matrixparam|formparam|value|named|qualifier|parameter)$/i;

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
  if (/(?:[.>/]|\[["']?|\?\.|->>?\s?['"]?)\s?$/.test(before) && language !== 'sql') {
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

/** What has rules of its own, and is not handed alerts of others. */
const ownObjects = [
  'a tool that checks code',
  "a network's protection",
  'a tool that detects attacks',
  'style sheets',
  'rules of a mailbox',
];

/** What it is read from, as far as it is read. */
const readFrom = ({ role, holder }: Place): readonly string[] => {
  if (role === 'argument') return holder.slice(0, -1);
  return role === 'member' || role === 'index' || role === 'pattern' ? holder : [];
};

/** Why a word is no reading of the property, where the code shows it. */
const noteOf = (
  read: Reading,
  word: Word,
  place: Place,
  line: number,
  scope: Lines,
  form: Form | undefined,
): Note | undefined => {
  const { evidence } = read.file;
  if (read.region.depth === 0 && read.model.language === 'markdown')
    return { reason: 'documentation', why: 'It stands in documentation.' };
  if (place.role === 'comment')
    return isTrustedComment(read.model, place.node)
      ? { reason: 'comment', why: 'It stands in a comment.' }
      : undefined;
  const near = evidence.contrary(scope) ?? evidence.contrary();
  const total = evidence.at(line, scope);
  const isWire =
    /RuleId/.test(word.whole) && (place.node.kind === 'text' || !pascalLanguages.has(read.model.language));
  const holder = holderScore(readFrom(place));
  const specific = evidence.specific();
  // What a webhook brings is often handed on to such a tool: what may be its body is left for a person, unless the tool's
  // own objects are at hand.
  const mayBeBody =
    evidence.isReceiver ||
    (((isWire && isMarked(word) && holder > -2) || holder > 0) &&
      !ownObjects.some((label) => evidence.isImported(label)));
  const isForeign =
    isWire || holder >= 1.5
      ? !(isWire && holder >= 1.5) && specific === 0 && total <= -4
      : (specific === 0 && (total <= -0.5 || (evidence.positive < 2 && total < 1))) ||
        (specific <= 3.5 && total <= -2 && (holder <= -2 || near?.label === 'a tool that checks code'));
  if (near !== undefined && isForeign && !mayBeBody)
    return {
      reason: near.reason,
      why: `The code around it is about ${near.label} (${near.word.slice(0, 40)}).`,
    };
  if (
    /\s/.test(read.region.text.slice(word.from, word.to)) &&
    read.model.source === 'syntax-tree' &&
    !dataLanguages.has(read.model.language)
  )
    return { reason: 'text', why: 'It is written with a blank, for people.' };
  if (isPathParameter(place))
    return { reason: 'own-route', why: 'It describes a parameter of a path or a query.' };
  if (/\.(?:po|pot|strings|xlf|xliff|resx|arb)$/i.test(read.file.path))
    return { reason: 'text', why: 'It stands in a catalogue of messages for people.' };
  if (place.role === 'inside-text' && form === undefined) {
    if (isSpeaking(place.holder)) return { reason: 'text', why: 'It stands in a message for people.' };
    if (!isRoutePath(read, word, place)) return undefined;
  }
  if (place.role !== 'member' && place.role !== 'index' && isRoutePath(read, word, place))
    return { reason: 'own-route', why: 'It names a parameter of a path.' };
  if (isSpeaking(place.holder) && place.role === 'argument')
    return { reason: 'text', why: 'It stands in a message or in a metric.' };
  if (
    isRouteParameter(place.holder, read.model.language) ||
    isRouteAnnotation.test(place.role === 'annotation' ? (place.holder[0] ?? '') : ' ')
  )
    return { reason: 'own-route', why: "It is a parameter of the code's own route or query." };
  return originOf(read, word, place, scope);
};

const dataLanguages = new Set(['json', 'yaml', 'toml']);

/** `{ name: ruleId, in: path }` of OpenAPI. */
const isPathParameter = ({ role, pair }: Place): boolean =>
  role === 'value' &&
  pair?.parent?.kind === 'mapping' &&
  pair.parent.entries.some(
    (entry) =>
      entry.kind === 'pair' && lastName(entry.key) === 'in' && /^(?:path|query)$/.test(lastName(entry.value)),
  );

/** `/rules/{ruleId}`, `/rules/:ruleId`, `?ruleId=`, `/rules/${ruleId}`. Outside of a text, `&rule_id` is a reference. */
const isRoutePath = ({ region }: Reading, word: Word, { node, role }: Place): boolean => {
  const before = region.text.slice(Math.max(0, word.from - 24), word.from);
  if (/^["'`]:$/.test(before.slice(-2)) || /\/[:{<$*%(]{1,4}[:\w]{0,20}$/.test(before)) return true;
  const isQuery =
    /[?&][:{<$*%(]{0,4}[:\w]{0,20}$/.test(before) && /^\s?=/.test(region.text.slice(word.to, word.to + 2));
  return isQuery && (node.kind === 'text' || role === 'inside-text');
};

/** Languages whose frameworks never bind a plain parameter to a property of a body by its name. */
const typed = new Set([
  'javascript',
  'typescript',
  'tsx',
  'java',
  'kotlin',
  'go',
  'rust',
  'swift',
  'scala',
  'dart',
  'c',
  'cpp',
  'csharp',
  'php',
]);

/** A value that is a mention itself, of a rule, a parameter or a setting, or made here. What it may be else is not known. */
const shownElsewhere =
  /rule|param|argv|\bargs?\b|flag|option|environ|getenv|process\.env|uuid|guid|random|faker|nanoid|^\s*(?:["'`][^"'`]*["'`]|\d+|null|nil|None|undefined)\s*$/i;

/** A variable that is shown to hold something else. */
const originOf = (read: Reading, word: Word, place: Place, scope: Lines): Note | undefined => {
  if (!isVariable(place) && place.role !== 'named-argument' && place.role !== 'key') return undefined;
  const value = place.definition?.value ?? (isVariable(place) ? undefined : place.pair?.value);
  if (value !== undefined) {
    const source = read.region.text.slice(value.from, Math.min(value.to, value.from + 400));
    const other = /(?:\.|->|\[\s?["':]?)(id|uuid|key|guid)["']?\]?(?:\(\))?\s*\)?;?\s*$/i.exec(source);
    if (other !== null)
      return { reason: 'definition', why: `It holds the property ${other[1]} of something else.` };
  }
  const key = place.role === 'local' && place.pair !== undefined ? lastName(place.pair.key) : '';
  if (key !== '' && !exact.test(key))
    return { reason: 'definition', why: `It holds the property ${key.slice(0, 40)} of something else.` };
  const isTree = read.model.source === 'syntax-tree';
  if (
    isTree &&
    place.role === 'local' &&
    value !== undefined &&
    (typed.has(read.model.language) || read.model.language === 'python') &&
    shownElsewhere.test(read.region.text.slice(value.from, Math.min(value.to, value.from + 400)))
  )
    return { reason: 'definition', why: 'It is a variable: what it holds is read elsewhere.' };
  if (
    isTree &&
    place.role === 'parameter' &&
    typed.has(read.model.language) &&
    (place.definition?.annotations.length ?? 0) === 0
  )
    return {
      reason: 'definition',
      why: 'It is a parameter: what it holds is said where the function is called.',
    };
  if (place.role === 'parameter' && fillsPath(read, word) && read.file.evidence.specific(scope) === 0)
    return {
      reason: 'definition',
      why: 'It is the parameter of a function that fills in the path of a rule.',
    };
  return undefined;
};

const filled =
  /(?:\/rules?\/?["'`]?[\s,+.&|(]{0,6}(?:\w{1,20}\()?[$#{:<%(]{0,3}(?:\w{1,8}:)?|\brules?["'`][\s,+/]{1,4})([$@]?rule_?id)\b/gi;
const paths = new WeakMap<object, ReadonlySet<string>>();
/** Whether a name stands in the path of a rule somewhere in the file. */
const fillsPath = ({ region }: Reading, word: Word): boolean => {
  let names = paths.get(region);
  if (names === undefined) {
    names = new Set(
      [...region.text.matchAll(filled)].map((found) => (found[1] as string).replace(/^[$@]/, '')),
    );
    paths.set(region, names);
  }
  return names.has(word.whole.replace(/^[$@]/, ''));
};
