import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import {
  chainOf,
  type List,
  lastName,
  type Model,
  type Node,
  type Pair,
} from '#desk/eligibility/source/syntax/model.ts';
import { lineAround } from '#desk/eligibility/source/text-lines.ts';
import { bare } from './evidence.ts';
import { namedHeaders } from './named-headers.ts';
import { isTrustedComment, type Place, placeOf, placeOfValue } from './place.ts';
import { type Reading, type ReadRegion, type Word, wordsIn } from './subjects.ts';
import { type HeaderName, vocabulary } from './vocabulary.ts';

const lists = patternsOf('headers');
export const { headersHolder, requestLike } = lists;

export type Action =
  /** Of a request that came, or of an answer that came back: the holder tells. */
  | 'read'
  | 'set'
  /** Named for use elsewhere: a constant, a list, a setting. */
  | 'named'
  | 'comment'
  /** A message, a path, a part of another word. */
  | 'other';

/** One place where a header is named, and what is done with it there. */
export interface HeaderAccess {
  readonly header: HeaderName;
  readonly reading: Reading;
  readonly word: Word;
  readonly place: Place;
  readonly action: Action;
  /** The words of what it is read from or set on. */
  readonly holder: readonly string[];
  /** The constant that names it, where it is used by that. */
  readonly constant?: string;
}

const bareNames: Readonly<Record<HeaderName, RegExp>> = {
  'x-service-clientid': /^(?:redirect)?(?:http|header|hdr|req)?x?serviceclientid$/,
  'retry-after': /^(?:http|header|sent)?(?:http)?retryafter(?:seconds|secs|ms|value|header)?$/,
  authorization: /^(?:redirect)?(?:http|header)?authorization(?:header)?$/,
};
/** A text that is the header's name, as servers spell it too. */
const wholeText =
  /^[:@$]?(?:(?:redirect_)?http_|header[._:]|headers\.|req\.headers?\.|request\.headers?\.|method\.request\.header\.)?(?:x[-_]service[-_]client[-_]?id|retry[-_]?after|authorization)\s*:?\s*$/i;

export const responseLike =
  /^(?:\w*res|\w*resp|\w*response\w*|\w*reply|\w*answer|responseentity|rsp|upstream\w*)$/i;

/** Every place in a region where one of the headers is named, with what is done there. */
export const headerAccesses = (read: ReadRegion, header: HeaderName): HeaderAccess[] => {
  const found: HeaderAccess[] = [];
  const constants = new Set<string>();
  for (const word of wordsIn(read.region.text, vocabulary().spellings[header])) {
    const accesses = read.models.map((model) => {
      const reading: Reading = { file: read.file, region: read.region, model };
      const place = placeOf(model, word.from, (value) => wholeText.test(value));
      return access(reading, header, word, place);
    });
    const chosen = accesses.find(({ action }) => action === 'read' || action === 'set') ?? accesses[0];
    if (chosen === undefined) continue;
    found.push(chosen);
    const name = chosen.action === 'named' ? (chosen.place.definition?.name ?? keyName(chosen.place)) : '';
    if (name.length > 2) constants.add(name);
  }
  found.push(...usesOf(read, header, constants));
  return found;
};

const keyName = ({ pair, node }: Place): string =>
  pair !== undefined && pair.value === node ? lastName(pair.key) : '';

/** Where constants that name the header are used. */
const usesOf = (read: ReadRegion, header: HeaderName, constants: ReadonlySet<string>): HeaderAccess[] => {
  const model = read.models[0];
  if (model === undefined) return [];
  const { codeBase } = read.file;
  if (constants.size === 0 && codeBase === undefined) return [];
  const reading: Reading = { file: read.file, region: read.region, model };
  const found: HeaderAccess[] = [];
  const addUse = (node: Node, from: number, to: number, name: string): void => {
    const word: Word = { from, to, whole: name, dashed: name };
    const one = byPlace(reading, header, word, placeOfValue(model, node));
    if (one.action === 'read' || one.action === 'set') found.push({ ...one, constant: name });
  };
  for (const node of model.named(constants)) {
    const [name, at] = node.kind === 'name' ? [node.text, node.from] : [node.name, node.nameFrom];
    if (found.length >= 200) break;
    if (!/^(?:name|key|value|header|in)$/i.test(name)) addUse(node, at, at + name.length, name);
  }
  if (codeBase?.namesHeaderIn?.(model.text) !== true) return found;
  for (const { node, name } of namedHeaders(model, header, codeBase, isOfRequest))
    addUse(node, node.from, Math.min(node.to, node.from + 200), name);
  return found;
};
const isOfRequest = (holders: readonly string[]): boolean =>
  holders.some((one) => headersHolder.test(one)) || requestLike.test(holders.at(-1) ?? '');

const access = (reading: Reading, header: HeaderName, word: Word, place: Place): HeaderAccess => {
  const { node, role } = place;
  const as = (action: Action): HeaderAccess => ({
    header,
    reading,
    word,
    place,
    action,
    holder: place.holder,
  });
  const action = byForm(reading, header, word, place);
  if (action !== undefined) return as(action);
  if (node.kind === 'text') return byPlace(reading, header, word, place);
  const value = () => byPlace(reading, header, word, placeOfValue(reading.model, node));
  if (node.kind === 'member') {
    const does = memberAction(reading, word, place);
    return does === 'constant' ? value() : as(does);
  }
  if (role !== 'local' && role !== 'bare') return byPlace(reading, header, word, place);
  return /^(?:[A-Z_]{6,}|[a-z]*:[A-Z_]+)$/.test(word.whole) || isNameForAnswer(node)
    ? value()
    : as(byText(reading, header, word, place));
};

/** What is done with a header by the form of its text alone; undefined if its place tells. */
const byForm = (reading: Reading, header: HeaderName, word: Word, place: Place): Action | undefined => {
  const { node, role } = place;
  if (reading.region.depth === 0 && reading.model.language === 'markdown') return 'comment';
  if (role === 'comment' && isTrustedComment(reading.model, node)) return 'comment';
  if (header === 'authorization' && isOfConnection(reading, word)) return 'set';
  const idiom = byIdiom(reading, word);
  if (idiom !== undefined) return idiom;
  if (role === 'comment') return byText(reading, header, word, place);
  if (role === 'import' || role === 'function-name') return 'other';
  if (role === 'inside-text' || !isName(header, word, node)) return byText(reading, header, word, place);
  // `'retry-after: ' . $seconds`
  const isJoined = node.kind === 'text' && /:\s*$/.test(node.value) && node.parent?.kind === 'operation';
  return isJoined ? 'set' : undefined;
};
/** Whether a text or a name is that of the header and nothing more. */
const isName = (header: HeaderName, word: Word, node: Node): boolean =>
  node.kind === 'text'
    ? wholeText.test(node.value)
    : bareNames[header].test(bare(word.dashed)) || bareNames[header].test(bare(word.whole));

const memberAction = (
  { model }: Reading,
  word: Word,
  { node, holder, isWritten: isAssigned }: Place,
): Action | 'constant' => {
  const last = (holder.at(-1) ?? '').replace(/^[$@%]/, '');
  const isConstant =
    last === '' ||
    (lists.constantHolders.test(last) && !/^(?:headers?|hdrs?)$/.test(last)) ||
    /^[A-Z_]+$/.test(word.whole);
  if (isConstant) return 'constant';
  const isOfMessage =
    headersHolder.test(last) ||
    requestLike.test(last) ||
    responseLike.test(last) ||
    /headers?$/i.test(holder.join('.'));
  if (!isOfMessage) return 'other';
  return isAssigned || isCalledSetter(node) || isGivenTo(model, node) ? 'set' : 'read';
};

/** `res.set(retryAfter, 30)`: a constant of a package. */
const isNameForAnswer = (node: Node): boolean => {
  const { parent } = node;
  if (parent?.kind !== 'call' || parent.arguments[0] !== node || parent.arguments.length < 2) return false;
  const chain = chainOf(parent.callee);
  return lists.setters.test(chain.at(-1) ?? '') && chain.slice(0, -1).some((one) => responseLike.test(one));
};

const isCalledSetter = (node: Node): boolean =>
  node.parent?.kind === 'call' && node.parent.callee === node && node.parent.arguments.length > 0;

/** `request.Headers.Authorization <- value` of F#. */
const isGivenTo = ({ language, text }: Model, { to }: Node): boolean =>
  language === 'fsharp' && /^\s{0,3}<-/.test(text.slice(to, to + 6));

const byPlace = (reading: Reading, header: HeaderName, word: Word, place: Place): HeaderAccess => {
  const { action, holder = place.holder } = doneAt(reading, header, place);
  return { header, reading, word, place, action, holder };
};

interface Done {
  readonly action: Action;
  /** Where it is another than the place's. */
  readonly holder?: readonly string[];
}
const doneAt = (reading: Reading, header: HeaderName, place: Place): Done => {
  const { role, holder, node } = place;
  switch (role) {
    case 'index':
      return { action: place.isWritten || isAppended(reading.model, node) ? 'set' : 'read' };
    case 'pattern':
      return { action: 'read', holder: [...holder, 'headers'] };
    case 'comparison':
      return { action: 'read', holder: ['headers', ...holder] };
    case 'annotation':
      return inAnnotation(header, place);
    case 'parameter':
      return { action: hasHeaderMark(place) ? 'read' : 'named', holder: ['@'] };
    case 'argument':
      return { action: byCall(place) };
    default:
      return { action: declaredAs(header, place) ?? byNeighbours(reading, place) };
  }
};
const inAnnotation = (header: HeaderName, place: Place): Done => {
  if (header === 'retry-after' && isAnsweredWith(place)) return { action: 'set' };
  const isRead = lists.attributes.test(place.holder[0] ?? '');
  return { action: isRead ? 'read' : 'named', holder: ['@', ...place.holder] };
};
/** Of a field, a key or a named argument. */
const declaredAs = (header: HeaderName, place: Place): Action | undefined => {
  const { role, pair } = place;
  const last = place.holder.at(-1) ?? '';
  if (role === 'field') return header === 'x-service-clientid' || hasHeaderMark(place) ? 'read' : 'named';
  if (role === 'key') return pair !== undefined && pair.value === undefined ? 'named' : 'set';
  if (role !== 'named-argument') return undefined;
  return headersHolder.test(last) || lists.setters.test(last) ? 'set' : 'named';
};

/** `@Header("Retry-After", "30")` of NestJS: what the method around answers with. */
const isAnsweredWith = ({ node: { parent } }: Place): boolean =>
  parent?.kind === 'annotation' &&
  parent.name === 'Header' &&
  parent.arguments.length === 2 &&
  parent.arguments[1]?.kind !== 'pair';

/** `{ name: "X", value: … }` sets it, `{ name: X, exact_match: … }` reads it; so does `$request.header.X`. */
const byNeighbours = (reading: Reading, place: Place): Action => {
  const { node, pair } = place;
  if (node.kind === 'text' && /headers?[._]/i.test(node.value)) return 'read';
  const isNamed = pair?.value !== undefined && /^(?:name|header|header_?name)$/i.test(lastName(pair.key));
  if (isNamed) return byKeysBeside(pair);
  const list = node.parent;
  const inList = list?.kind === 'list' ? byList(reading, place, list) : undefined;
  return inList ?? (reading.model.language === 'http' ? 'set' : 'named');
};
const byKeysBeside = ({ parent }: Pair): Action => {
  const keys = (parent?.kind === 'mapping' ? parent.entries : []).flatMap((entry) =>
    entry.kind === 'pair' ? [lastName(entry.key)] : [],
  );
  if (keys.some((key) => /^(?:value|append|appendaction)$/i.test(key))) return 'set';
  return keys.some((key) => /match|invert|present|regex|exact|prefix|in$/i.test(key)) ? 'read' : 'named';
};
const byList = (reading: Reading, { node, holder }: Place, { items }: List): Action | undefined => {
  // What a server is told to take over: `headers = ["X-Service-ClientId"]`.
  if (isConfiguration(reading) && isOfHeaders(reading, holder) && !isCors(reading, node)) return 'read';
  const [first, second] = items;
  const isPair = first === node && items.length === 2;
  return isPair && (second?.kind !== 'text' || !/^[a-z][\w-]+$/i.test(lastName(second))) ? 'set' : undefined;
};

/** A connection of an event bus, an API client's collection: `key = "Authorization"`, and `value` next to it. */
const isOfConnection = (reading: Reading, word: Word): boolean => {
  const { text } = reading.region;
  const before = text.slice(Math.max(0, word.from - 200), word.from);
  const after = text.slice(word.to, word.to + 120);
  return (
    /\b(?:key|api_?key_?name|header_?name)["']?\s{0,8}[:=]\s{0,4}["']?$/i.test(before) &&
    (/^["']?\s{0,4},?\s{0,12}["']?(?:api_?key_?)?value\b/i.test(after) ||
      /\bdelivery_property\s{0,3}\{[^}]{0,80}$/.test(before))
  );
};

/** Settings, of which other code reads what stands there. */
export const isConfiguration = ({ model }: Reading): boolean =>
  /^(?:yaml|json|toml|hcl|xml|conf|ini|properties|dotenv)$/.test(model.language);

/** A list may be a region of its own. */
const isOfHeaders = ({ file, region }: Reading, holder: readonly string[]): boolean =>
  holder.at(-1) === 'headers' ||
  (holder.length === 0 &&
    /(?:^|\s)headers\s{0,4}[:=]\s{0,4}$/.test(file.text.slice(Math.max(0, region.from - 40), region.from)));

const isCors = ({ file, region }: Reading, { from }: Node): boolean => {
  const at = region.offsetOf(from);
  return /cors|allow|expos/i.test(file.text.slice(Math.max(0, at - 400), at));
};

/** `headers["X"] << …`, `headers["X"].push(…)`. */
const isAppended = ({ text }: Model, node: Node): boolean =>
  /^\s{0,3}["'\]})]{0,3}\s{0,3}(?:<<|\+?=[^=>~]|:=|\.(?:push|append|add)\()/.test(
    text.slice(node.to, node.to + 12),
  );

/** `[FromHeader] string authorization`, `authorization: str = Header()`, `:$authorization! is header`. */
const hasHeaderMark = ({ definition, node }: Place): boolean => {
  const marks = [...(definition?.annotations ?? []).map(({ name }) => name), lastName(definition?.value)];
  if (marks.some((mark) => /header/i.test(mark))) return true;
  const value = definition?.value;
  if (value?.kind === 'call' && /header/i.test(lastName(value.callee))) return true;
  return node.parent?.kind === 'annotation' && /header/i.test(node.parent.name);
};

const byCall = (place: Place): Action => {
  const { call, argument = 0, holder, pair } = place;
  const name = (holder.at(-1) ?? '').replace(/^[$@]/, '');
  const own = name.toLowerCase();
  if (vocabulary().readers.has(own)) return 'read';
  if (vocabulary().setters.has(own)) return 'set';
  const behind = call?.arguments.slice(argument + 1) ?? [];
  if (behind.some(isRequestName)) return 'read';
  const isValued = behind.length > 0;
  // `HTTP.header(res, "Retry-After", "2")`: of what is named first, and the last is the default.
  if (/^header$/i.test(name) && argument === 1 && call !== undefined && isUsed(call)) return 'read';
  if (/^(?:header|headers)$/i.test(name)) return isValued && !isDefaulted(holder) ? 'set' : 'read';
  if (pair !== undefined)
    return /^(?:name|alias|header|key|field)$/i.test(lastName(pair.key)) ? 'read' : 'named';
  return byMethod(name, isValued, argument);
};
const byMethod = (name: string, isValued: boolean, argument: number): Action => {
  if (lists.equals.test(name)) return 'read';
  if (/^(?:get|read|lookup|find|has|fetch|require|try_?get)(?![a-z]*set)/i.test(name)) return 'read';
  if (lists.getters.test(name) && !(isValued && lists.setters.test(name)) && argument <= 3) return 'read';
  return isValued && (lists.setters.test(name) || lists.pairs.test(name)) ? 'set' : 'named';
};

/** A call whose result is given to something. */
const isUsed = (call: Node): boolean =>
  call.parent?.kind === 'call' || call.parent?.kind === 'definition' || call.parent?.kind === 'operation';

/** `header(Name, Req)` of Erlang and others. */
const isRequestName = (node: Node): boolean =>
  node.kind === 'name' && /^_?(?:req|request|conn|ctx|event|env)\d*$/i.test(node.text);

/** `$request->header('Name', 'default')`. */
const isDefaulted = (holder: readonly string[]): boolean => {
  const last = holder.at(-2) ?? '';
  return (
    requestLike.test(last) &&
    !/^(?:c|ctx|context|http)$/i.test(last) &&
    !holder.some((word) => /builder|^status$|response/i.test(word))
  );
};

const around = ({ region }: Reading, word: Word) => lineAround(region.text, word, 200);

const textBefore = ({ region: { text } }: Reading, { from }: Word): string =>
  text.slice(Math.max(0, from - 600), from);

/** What servers, shells and formulas write in one way only, whatever the syntax around. */
const byIdiom = (reading: Reading, word: Word): Action | undefined => {
  const { before, after } = around(reading, word);
  const { language, source } = reading.model;
  const matches = (does: 'read' | 'set'): boolean =>
    vocabulary().idioms.some(
      (idiom) => idiom.does === does && (source === 'tokens' || !idiom.unparsed) && idiom.before.test(before),
    );
  if (matches('set')) return 'set';
  if (allowed.test(textBefore(reading, word))) return 'other';
  const written = byWriting(before, after, language);
  if (written !== undefined || !matches('read')) return written;
  return isAssigned(after, language) ? 'set' : 'read';
};
const allowed =
  /<(?:allow|expose)[\w-]{0,20}>[^<]{0,40}(?:<header>[^<]{0,60}<\/header>[^<]{0,40}){0,20}<header>\s{0,4}$/i;
const isAssigned = (after: string, language: string): boolean =>
  /^["'\\\])]{0,4}\s{0,3}(?:[+.|:]?=(?![=~>])|<<)/.test(after) ||
  (language === 'fsharp' && /^["'\])]{0,4}\s{0,3}<-/.test(after));
const byWriting = (before: string, after: string, language: string): Action | undefined => {
  // Scala's typed headers: `Retry-After`.unsafeFromLong(60), not headers.get[`Retry-After`].
  if (language === 'scala' && /`$/.test(before) && /^`\s{0,2}[.(]/.test(after)) return 'set';
  // A map of headers in a formula.
  if (/^(?:expression|dataweave)$/.test(language) && /^["']\s?:\s?["'\d$]/.test(after)) return 'set';
  if (/\bis header\b/.test(after) && /[:$(,]\S{0,6}$/.test(before)) return 'read';
  const isSet =
    language === 'http' ||
    (/<<"(?:x-)?$/i.test(before) && /^">>\s{0,4}=>/.test(after)) ||
    (/\bname\s{0,3}[:=]\s{0,3}["']$/i.test(before) && /^["'],?\s{0,3}\.?value\s{0,3}[:=]/i.test(after));
  return isSet ? 'set' : undefined;
};

/** `Retry-After: 30` as a text of its own, or as a line of one. */
const isWritten = (reading: Reading, word: Word, node: Node): boolean => {
  const { text } = reading.region;
  const before = text.slice(Math.max(node.from, word.from - 40), word.from);
  return (
    /^\s?:\s?\S?/.test(text.slice(word.to, word.to + 3)) &&
    /^["'`@$]{0,3}(?:x-)?$|(?:\\n|\n)(?:x-)?$/i.test(before)
  );
};

/** What no syntax tells: headers that are written out in a text, names in unknown languages. */
const byText = (reading: Reading, header: HeaderName, word: Word, place: Place): Action => {
  const { after } = around(reading, word);
  if (place.node.kind === 'text' && isWritten(reading, word, place.node)) return 'set';
  if (
    header === 'authorization' &&
    /^["'\])]{0,3}\s{0,2}(?:=>|[:=,])(?!=)\s?.{0,40}\b(?:bearer|basic|token)\b/i.test(after)
  )
    return 'set';
  if (place.role === 'inside-text') return 'other';
  return bareNames[header].test(bare(word.dashed)) ? 'named' : 'other';
};
