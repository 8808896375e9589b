import { chainOf, lastName, type Model, type Node } from '#desk/eligibility/source/syntax/model.ts';
import { bare } from './evidence.ts';
import { namedHeaders } from './named-headers.ts';
import { isTrustedComment, type Place, placeOf, placeOfValue } from './place.ts';
import { type Reading, type ReadRegion, type Word, wordsIn } from './subjects.ts';
import { type HeaderName, vocabulary } from './vocabulary.ts';

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

const constantHolders =
  /^(?:http_?headers?|header_?names?|echo|fiber|http|httpheader|headerkeys?|\w*constants?|\w*headers_?names|header|hdrs?|httpconstants|headernames|mediatype|field|headerfields?)$/i;
export const headersHolder =
  /headers?$|^hdrs?$|^meta$|^_server$|\$_server|^env$|environ$|headerdictionary|headermap|^server$|^cgi$|header_?bag|^headers?\(|^h$/i;
const getters =
  /^(?:get|getas|getheaders?|get_headers?|get_req_header|headers?|getfirst\w*|getheaderline|header_?line|trygetvalues?|getvalues?|getvalueordefault|getordefault|peek|value|values|valuesof|fetch|dig|has\w*|contains\w*|exists|server|env|firstvalue|first\w*|single|all|item|headerstring|getheaderstring|get\w*header\w*|read\w*header\w*|require\w*header\w*|header_?value|optional|required|getlist|get_all|getall|getone|key|find|pick|bind|headerparam|extract\w*|optionalheader\w*|headervalue\w*|http|filter_input|array_key_exists|isset|input|get_http_header|http_header|lookup\w*|header_?opt|hdr|req\.hdr|fhdr|req\.fhdr|params|rawheader|raw_header|header_named|member|proplists:get_value|keyfind|get_value|req_header|request_header|header_in|valueforhttpheaderfield|valueforheader|get_header_value|headerscontain|getrequestheader\w*|requestheader\w*|withheader|parse_header_value|parse_header|at|objectforkey|opt|str)$/i;
const setters =
  /^(?:set\w*|add\w*|append\w*|with\w*header\w*|header|headers|put\w*|insert\w*|tryadd\w*|assign|writehead|replace|store|response_?header|\w*response_?header|req_headers?|header_out|curl|http|send_header|setheader|emit_header|defaultheader\w*|merge|upsert|update|bearer_auth|start_response|respondwith\w*|set-header|set_header|http-request|http-response|proxy_set_header|add_header|more_set_headers|more_set_input_headers|header_up|header_down|requestheader|invoke-restmethod|invoke-webrequest|push|make_response|response|head)$/i;
const pairs =
  /^(?:of|mapof|headersof|headerof|entry|keyvaluepair|header|httpheader|pair|nvp|ofentries|to|singletonmap|tuple|rawheader|stringvalues|namevalueheadervalue|headers|list|->|field)$/i;
const attributes =
  /^(?:fromheader\w*|requestheader|headerparam|headers?|requestheaders|httpheader|headervalue|restheader|ctxheader|bindheader|apiheader|typedheader|header_param|openapiparameter|swaggerparameter|apiheader|jsonproperty|jsonpropertyname|alias|name|field|serializedname|schema|httpheaders)$/i;
const equals =
  /^(?:equals(?:ignorecase)?|eql(?:ignorecase)?|strcasecmp|stricmp|_stricmp|strncasecmp|equalfold|casecmp\??|iequals|eq_ignore_ascii_case|caseinsensitivecompare|strcmp|compare\w*)$/i;
export const requestLike =
  /^(?:\w*req|\w*request|event|evt|ctx|context|c|r|call|exchange|httpcontext|incoming|servletrequest|httpreq|\$request|msg|message|input|scope|environ|env|rq|http|conn|params|triggeroutputs|\$json|\$input)$/i;
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
  const look = (node: Node, name: string, at: number): void => {
    if (found.length >= 200 || /^(?:name|key|value|header|in)$/i.test(name)) return;
    const place = placeOfValue(model, node);
    const word: Word = { from: at, to: at + name.length, whole: name, dashed: name };
    const one = byPlace(reading, header, word, place);
    if (one.action === 'read' || one.action === 'set') found.push({ ...one, constant: name });
  };
  for (const node of model.named(constants))
    if (node.kind === 'name') look(node, node.text, node.from);
    else look(node, node.name, node.nameFrom);
  if (codeBase?.namesHeaderIn?.(model.text) !== true) return found;
  for (const { node, name } of namedHeaders(model, header, codeBase, isOfRequest)) {
    const word: Word = { from: node.from, to: Math.min(node.to, node.from + 200), whole: name, dashed: name };
    const one = byPlace(reading, header, word, placeOfValue(model, node));
    if (one.action === 'read' || one.action === 'set') found.push({ ...one, constant: name });
  }
  return found;
};
const isOfRequest = (holders: readonly string[]): boolean =>
  holders.some((one) => headersHolder.test(one)) || requestLike.test(holders.at(-1) ?? '');

const access = (reading: Reading, header: HeaderName, word: Word, place: Place): HeaderAccess => {
  const { node } = place;
  const as = (action: Action, holder = place.holder): HeaderAccess => ({
    header,
    reading,
    word,
    place,
    action,
    holder,
  });
  if (reading.region.depth === 0 && reading.model.language === 'markdown') return as('comment');
  if (place.role === 'comment' && isTrustedComment(reading.model, node)) return as('comment');
  if (header === 'authorization' && isOfConnection(reading, word)) return as('set');
  const idiom = byIdiom(reading, word);
  if (idiom !== undefined) return as(idiom);
  if (place.role === 'comment') return as(byText(reading, header, word, place));
  if (place.role === 'import' || place.role === 'function-name') return as('other');
  const plain =
    node.kind === 'text'
      ? wholeText.test(node.value)
      : bareNames[header].test(bare(word.dashed)) || bareNames[header].test(bare(word.whole));
  if (place.role === 'inside-text' || !plain) return as(byText(reading, header, word, place));
  // `'retry-after: ' . $seconds`
  if (node.kind === 'text' && /:\s*$/.test(node.value) && node.parent?.kind === 'operation') return as('set');
  if (node.kind === 'text') return byPlace(reading, header, word, place);
  if (node.kind === 'member') {
    const last = (place.holder.at(-1) ?? '').replace(/^[$@%]/, '');
    if (last === '') return byPlace(reading, header, word, placeOfValue(reading.model, node));
    const isConstant =
      (constantHolders.test(last) && !/^(?:headers?|hdrs?)$/.test(last)) || /^[A-Z_]+$/.test(word.whole);
    if (isConstant) return byPlace(reading, header, word, placeOfValue(reading.model, node));
    if (
      headersHolder.test(last) ||
      requestLike.test(last) ||
      responseLike.test(last) ||
      /headers?$/i.test(place.holder.join('.'))
    )
      return as(place.isWritten || isCalledSetter(node) || isGivenTo(reading.model, node) ? 'set' : 'read');
    return as('other');
  }
  if (place.role === 'local' || place.role === 'bare') {
    if (/^(?:[A-Z_]{6,}|[a-z]*:[A-Z_]+)$/.test(word.whole) || isNameForAnswer(node))
      return byPlace(reading, header, word, placeOfValue(reading.model, node));
    return as(byText(reading, header, word, place));
  }
  return byPlace(reading, header, word, place);
};

/** `res.set(retryAfter, 30)`: a constant of a package. */
const isNameForAnswer = (node: Node): boolean => {
  const { parent } = node;
  if (parent?.kind !== 'call' || parent.arguments[0] !== node || parent.arguments.length < 2) return false;
  const chain = chainOf(parent.callee);
  return setters.test(chain.at(-1) ?? '') && chain.slice(0, -1).some((one) => responseLike.test(one));
};

const isCalledSetter = (node: Node): boolean =>
  node.parent?.kind === 'call' && node.parent.callee === node && node.parent.arguments.length > 0;

/** `request.Headers.Authorization <- value` of F#. */
const isGivenTo = ({ language, text }: Model, { to }: Node): boolean =>
  language === 'fsharp' && /^\s{0,3}<-/.test(text.slice(to, to + 6));

const byPlace = (reading: Reading, header: HeaderName, word: Word, place: Place): HeaderAccess => {
  const as = (action: Action, holder = place.holder): HeaderAccess => ({
    header,
    reading,
    word,
    place,
    action,
    holder,
  });
  switch (place.role) {
    case 'index':
      return as(place.isWritten || isAppended(reading.model, place.node) ? 'set' : 'read');
    case 'pattern':
      return as('read', [...place.holder, 'headers']);
    case 'field':
      return as(header === 'x-service-clientid' || hasHeaderMark(place) ? 'read' : 'named');
    case 'key':
      return as(place.pair !== undefined && place.pair.value === undefined ? 'named' : 'set');
    case 'named-argument':
      return as(
        headersHolder.test(place.holder.at(-1) ?? '') || setters.test(place.holder.at(-1) ?? '')
          ? 'set'
          : 'named',
      );
    case 'annotation':
      if (header === 'retry-after' && isAnsweredWith(place)) return as('set');
      return as(attributes.test(place.holder[0] ?? '') ? 'read' : 'named', ['@', ...place.holder]);
    case 'comparison':
      return as('read', ['headers', ...place.holder]);
    case 'parameter':
      return as(hasHeaderMark(place) ? 'read' : 'named', ['@']);
    case 'argument':
      return as(byCall(place));
    default:
      return as(byNeighbours(reading, place));
  }
};

/** `@Header("Retry-After", "30")` of NestJS: what the method around answers with. */
const isAnsweredWith = ({ node: { parent } }: Place): boolean =>
  parent?.kind === 'annotation' &&
  parent.name === 'Header' &&
  parent.arguments.length === 2 &&
  parent.arguments[1]?.kind !== 'pair';

/** `{ name: "X", value: … }` sets it, `{ name: X, exact_match: … }` reads it; so does `$request.header.X`. */
const byNeighbours = (reading: Reading, { node, pair, holder }: Place): Action => {
  if (node.kind === 'text' && /headers?[._]/i.test(node.value)) return 'read';
  if (
    pair !== undefined &&
    pair.value !== undefined &&
    /^(?:name|header|header_?name)$/i.test(lastName(pair.key))
  ) {
    const siblings = (pair.parent?.kind === 'mapping' ? pair.parent.entries : []).flatMap((entry) =>
      entry.kind === 'pair' ? [lastName(entry.key)] : [],
    );
    if (siblings.some((key) => /^(?:value|append|appendaction)$/i.test(key))) return 'set';
    return siblings.some((key) => /match|invert|present|regex|exact|prefix|in$/i.test(key))
      ? 'read'
      : 'named';
  }
  const list = node.parent;
  // What a server is told to take over: `headers = ["X-Service-ClientId"]`.
  if (
    list?.kind === 'list' &&
    isConfiguration(reading) &&
    isOfHeaders(reading, holder) &&
    !isCors(reading, node)
  )
    return 'read';
  if (
    list?.kind === 'list' &&
    list.items[0] === node &&
    list.items.length === 2 &&
    list.items[1]?.kind !== 'text'
  )
    return 'set';
  if (
    list?.kind === 'list' &&
    list.items[0] === node &&
    list.items.length === 2 &&
    !/^[a-z][\w-]+$/i.test(lastName(list.items[1]))
  )
    return 'set';
  return reading.model.language === 'http' ? 'set' : 'named';
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

const byCall = ({ call, argument = 0, holder, pair }: Place): Action => {
  const name = (holder.at(-1) ?? '').replace(/^[$@]/, '');
  const count = call?.arguments.length ?? 0;
  const isValued = count > argument + 1;
  const own = name.toLowerCase();
  if (vocabulary().readers.has(own)) return 'read';
  if (vocabulary().setters.has(own)) return 'set';
  if (isValued && call?.arguments.slice(argument + 1).some(isRequestName) === true) return 'read';
  // `HTTP.header(res, "Retry-After", "2")`: of what is named first, and the last is what it is without.
  if (/^header$/i.test(name) && argument === 1 && call !== undefined && isUsed(call)) return 'read';
  if (/^(?:header|headers)$/i.test(name)) return isValued && !isDefaulted(holder) ? 'set' : 'read';
  if (pair !== undefined)
    return /^(?:name|alias|header|key|field)$/i.test(lastName(pair.key)) ? 'read' : 'named';
  if (equals.test(name)) return 'read';
  if (/^(?:get|read|lookup|find|has|fetch|require|try_?get)(?![a-z]*set)/i.test(name)) return 'read';
  if (getters.test(name) && !(isValued && setters.test(name)) && argument <= 3) return 'read';
  if (isValued && (setters.test(name) || pairs.test(name))) return 'set';
  return 'named';
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

const around = (reading: Reading, { from, to }: Word): { before: string; after: string; line: string } => {
  const { text } = reading.region;
  const start = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - 200);
  const lineEnd = text.indexOf('\n', to);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, to + 200);
  return { before: text.slice(start, from), after: text.slice(to, end), line: text.slice(start, end) };
};

const textBefore = ({ region: { text } }: Reading, { from }: Word): string =>
  text.slice(Math.max(0, from - 600), from);

/** What servers, shells and formulas write in one way only, whatever the syntax around. */
const byIdiom = (reading: Reading, word: Word): Action | undefined => {
  const { before, after } = around(reading, word);
  const isSet =
    /^["'\\\])]{0,4}\s{0,3}(?:[+.|:]?=(?![=~>])|<<)/.test(after) ||
    (reading.model.language === 'fsharp' && /^["'\])]{0,4}\s{0,3}<-/.test(after));
  const isUnparsed = reading.model.source === 'tokens';
  const matches = (does: 'read' | 'set'): boolean =>
    vocabulary().idioms.some(
      (idiom) => idiom.does === does && (isUnparsed || !idiom.unparsed) && idiom.before.test(before),
    );
  if (matches('set')) return 'set';
  if (
    /<(?:allow|expose)[\w-]{0,20}>[^<]{0,40}(?:<header>[^<]{0,60}<\/header>[^<]{0,40}){0,20}<header>\s{0,4}$/i.test(
      textBefore(reading, word),
    )
  )
    return 'other';
  // Scala's typed headers: `Retry-After`.unsafeFromLong(60), not headers.get[`Retry-After`].
  if (/`$/.test(before) && /^`\s{0,2}[.(]/.test(after) && reading.model.language === 'scala') return 'set';
  // A map of headers in a formula.
  if (/^(?:expression|dataweave)$/.test(reading.model.language) && /^["']\s?:\s?["'\d$]/.test(after))
    return 'set';
  if (/\bis header\b/.test(after) && /[:$(,]\S{0,6}$/.test(before)) return 'read';
  if (reading.model.language === 'http') return 'set';
  if (/<<"(?:x-)?$/i.test(before) && /^">>\s{0,4}=>/.test(after)) return 'set';
  if (/\bname\s{0,3}[:=]\s{0,3}["']$/i.test(before) && /^["'],?\s{0,3}\.?value\s{0,3}[:=]/i.test(after))
    return 'set';
  if (!matches('read')) return undefined;
  return isSet ? 'set' : 'read';
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
