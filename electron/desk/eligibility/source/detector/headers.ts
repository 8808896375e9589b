import { bare } from './evidence.ts';
import { type Call, callAround, chainEndingAt, isLink, isOp, type Source } from './source.ts';
import type { Token } from './tokens.ts';

export type HeaderName = 'x-service-clientid' | 'retry-after' | 'authorization';

/** One place where a header is named in code, and what is done with it. */
export interface HeaderAccess {
  readonly header: HeaderName;
  readonly index: number;
  readonly token: Token;
  readonly action: 'read' | 'set' | 'named';
  /** The words of what it is read from or set on. */
  readonly holder: readonly string[];
  readonly call: Call | undefined;
  /** The constant that names it. */
  readonly constant?: { readonly name: string; readonly line: number };
}

const byBareName: Readonly<Record<string, HeaderName>> = {
  xserviceclientid: 'x-service-clientid',
  httpxserviceclientid: 'x-service-clientid',
  headerxserviceclientid: 'x-service-clientid',
  retryafter: 'retry-after',
  headerretryafter: 'retry-after',
  httpretryafter: 'retry-after',
  authorization: 'authorization',
  httpauthorization: 'authorization',
  redirecthttpauthorization: 'authorization',
  headerauthorization: 'authorization',
};
const spelled = /^(?:(?:redirect_)?http_)?(?:x[-_]service[-_]clientid|retry[-_]after|authorization)$/i;

const headerNamed = (text: string): HeaderName | undefined => {
  if (text.length > 40 || !spelled.test(text)) return undefined;
  return byBareName[bare(text)];
};

const constantsHolder =
  /^(?:http_?headers?|header_?names?|headers|header|echo|fiber|http|httpheader|headerkeys?|\w*constants?|\w*headers?|\w*header_?names)$/i;
const headersHolder =
  /headers?$|^hdrs?$|^meta$|^_server$|\$_server|^env$|environ$|headerdictionary|headermap|^server$|header_?bag/i;
const getters =
  /^(?:get|getas|getheaders?|get_headers?|headers?|getfirst\w*|getheaderline|header_?line|trygetvalues?|getvalues?|getvalueordefault|getordefault|peek|value|values|valuesof|fetch|dig|has\w*|contains\w*|exists|server|env|firstvalue|first\w*|single|all|item|headerstring|getheaderstring|get\w*header\w*|read\w*header\w*|require\w*header\w*|header_?value|optional|required|getlist|get_all|getall|getone|key|find|pick|bind|headerparam|extract\w*|optionalheaderby\w*|headervaluebyname|optionalheadervaluebyname|http|filter_input|array_key_exists|isset|input|get_http_header|http_header)$/i;
const setters =
  /^(?:set\w*|add\w*|append\w*|with\w*header\w*|header|headers|put\w*|insert\w*|tryadd\w*|assign|writehead|replace|store|response_?header|\w*response_?header)$/i;
const pairs =
  /^(?:of|mapof|headersof|headerof|entry|keyvaluepair|header|httpheader|pair|nvp|ofentries|to|singletonmap|tuple|rawheader|stringvalues|namevalueheadervalue|headers)$/i;
const attributes =
  /^(?:fromheader\w*|requestheader|headerparam|headers?|requestheaders|httpheader|headervalue|restheader|ctxheader|frombody|bindheader|apiheader|typedheader)$/i;
export const requestLike =
  /^(?:\w*req|\w*request|event|evt|ctx|context|c|r|call|exchange|httpcontext|incoming|servletrequest|httpreq|\$request|msg|message|input|scope|environ|env|rq|http)$/i;
export const responseLike =
  /^(?:\w*res|\w*resp|\w*response\w*|\w*reply|\w*answer|w|rw|writer|responsewriter|responseentity|status|out|output|rsp|result|results|typedresults)$/i;

/** Every place in code where one of the three headers is named, with what is done there. */
export const headerAccesses = (source: Source): HeaderAccess[] => {
  const { tokens } = source;
  const constants = constantsOf(source);
  const found: HeaderAccess[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== 'str' && token.kind !== 'id') continue;
    const constant = token.kind === 'id' ? constants.get(token.text) : undefined;
    if (constant !== undefined && constant.index !== index + 2) {
      const access = classify(source, index, constant.header);
      if (access.action !== 'named')
        found.push({ ...access, constant: { name: token.text, line: constant.line } });
      continue;
    }
    const header =
      token.kind === 'str'
        ? (headerNamed(token.text) ?? withValue(source, index))
        : namedByWord(source, index);
    if (header !== undefined) found.push(classify(source, index, header));
  }
  return found;
};

/** `const NAME = 'X-Service-ClientId'` and the like: the value's token by the name. */
const constantsOf = ({
  tokens,
}: Source): Map<string, { header: HeaderName; line: number; index: number }> => {
  const constants = new Map<string, { header: HeaderName; line: number; index: number }>();
  for (let index = 2; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== 'str') continue;
    const header = headerNamed(token.text);
    if (header === undefined || !isOp(tokens[index - 1], '=', ':', ':=', '=>')) continue;
    let name = tokens[index - 2] as Token;
    if (name.kind === 'id' && isOp(tokens[index - 3], ':') && tokens[index - 4]?.kind === 'id')
      name = tokens[index - 4] as Token;
    if (name.kind !== 'id' || /^(?:alias|name|value|key|in|header|validation_alias)$/i.test(name.text))
      continue;
    constants.set(name.text, { header, line: token.line, index });
  }
  return constants;
};

/** `header('Retry-After: 30')`: the name with its value in one text. */
const withValue = (source: Source, index: number): HeaderName | undefined => {
  const { tokens, language } = source;
  const text = (tokens[index] as Token).text;
  if (language !== 'PHP' || !/^retry-after\s*:/i.test(text)) return undefined;
  return /^header$/i.test(callAround(source, index)?.name ?? '') ? 'retry-after' : undefined;
};

const telling = /uthorization|UTHORIZATION|etry|RETRY|lient|CLIENT/;

/** A word, not a literal, that names a header: a property of headers, a framework's constant, a bound parameter. */
const namedByWord = (source: Source, index: number): HeaderName | undefined => {
  const { tokens } = source;
  const token = tokens[index] as Token;
  if (token.text.length < 10 || token.text.length > 30 || !telling.test(token.text)) return undefined;
  const header = byBareName[bare(token.text)];
  if (header === undefined) return undefined;
  if (isLink(tokens[index - 1])) {
    const holder = chainEndingAt(source, index).words.at(-2) ?? '';
    if (headersHolder.test(holder) || constantsHolder.test(holder)) return header;
    return header === 'authorization' &&
      /^(?:\w*request|req)$/i.test(holder) &&
      !isOp(tokens[index + 1], '(', '=')
      ? header
      : undefined;
  }
  if (/^(?:AUTHORIZATION|RETRY_AFTER)$/.test(token.text)) return header;
  if (isBoundParameter(source, index)) return header;
  return isPatternOfHeaders(source, index) ? header : undefined;
};

/** `[FromHeader] string authorization`, `authorization: str = Header()`. */
const isBoundParameter = (source: Source, index: number): boolean => {
  const { tokens, language } = source;
  for (let at = index - 1; at >= 0 && at > index - 8; at--) {
    if (isOp(tokens[at], ',', '(', ';', '{') && at < index - 4) break;
    if (
      tokens[at]?.kind === 'id' &&
      /^(?:FromHeader|RequestHeader|HeaderParam|RestHeader)$/.test((tokens[at] as Token).text)
    )
      return !isOp(tokens[at + 1], '(');
  }
  if (language !== 'Python' || !isOp(tokens[index + 1], ':', '=')) return false;
  const around = source.brackets.around[index];
  for (let at = index + 1; at < tokens.length && at < index + 24; at++) {
    if (isOp(tokens[at], ',') && source.brackets.around[at] === around) return false;
    if (tokens[at]?.text === 'Header') return true;
  }
  return false;
};

/** `{ authorization, … } = request.headers`, also nested and in parameters. */
const isPatternOfHeaders = (source: Source, index: number): boolean => {
  const { tokens, brackets } = source;
  const open = brackets.around[index] as number;
  if (!isOp(tokens[open], '{') || !isOp(tokens[index - 1], '{', ',')) return false;
  const close = brackets.other[open] as number;
  if (close < 0) return false;
  if (isOp(tokens[open - 1], ':') && /^headers$/i.test(tokens[open - 2]?.text ?? ''))
    return isPatternEnd(source, open);
  if (!isOp(tokens[close + 1], '=')) return false;
  for (let at = close + 2; at < tokens.length && at < close + 16; at++) {
    if (isOp(tokens[at], ';')) return false;
    if (tokens[at]?.kind === 'id' && /headers$/i.test((tokens[at] as Token).text)) return true;
  }
  return false;
};
/** Whether the braces around take apart: on the left of `=`, or a function's parameter. */
const isPatternEnd = ({ tokens, brackets }: Source, open: number): boolean => {
  const outer = brackets.around[open] as number;
  const close = brackets.other[outer] ?? -1;
  if (!isOp(tokens[outer], '{') || close <= 0) return false;
  if (isOp(tokens[close + 1], '=')) return true;
  const parameters = brackets.around[outer] as number;
  const end = brackets.other[parameters] ?? -1;
  return isOp(tokens[parameters], '(') && end > 0 && isOp(tokens[end + 1], '=>', '{', ':');
};

const classify = (source: Source, index: number, header: HeaderName): HeaderAccess => {
  const { tokens, brackets } = source;
  const token = tokens[index] as Token;
  const call = callAround(source, index);
  const access = (action: HeaderAccess['action'], holder: readonly string[] = []): HeaderAccess => ({
    header,
    index,
    token,
    action,
    holder,
    call,
  });
  const begin = token.kind === 'id' ? chainEndingAt(source, index).start : index;
  if (tokens[begin - 1]?.text === 'delete') return access('named');
  if (
    token.kind === 'id' &&
    begin === index &&
    (isBoundParameter(source, index) || isPatternOfHeaders(source, index))
  )
    return access('read', ['headers']);
  // A property of headers.
  if (token.kind === 'id' && isLink(tokens[index - 1]) && byBareName[bare(token.text)] !== undefined) {
    const holder = chainEndingAt(source, index).words.slice(0, -1);
    const last = holder.at(-1) ?? '';
    const constant =
      /^(?:HttpHeaders|HeaderNames?|HttpHeader|HTTPHeaders|echo|fiber|Http|http)$/.test(last) ||
      (token.text === token.text.toUpperCase() && constantsHolder.test(last)) ||
      !(headersHolder.test(last) || /^(?:\w*request|req)$/i.test(last));
    if (!constant) return access(isOp(tokens[index + 1], '=') ? 'set' : 'read', holder);
  }
  const end = endOfReference(source, index);
  const open = brackets.around[begin] as number;
  // An index.
  if (isOp(tokens[open], '[') && (brackets.other[open] as number) === end) {
    const before = tokens[open - 1];
    if (before?.kind === 'id' || isOp(before, ')', ']', '?.', '!')) {
      const holder = chainEndingAt(source, isOp(before, '?.') ? open - 2 : open - 1).words;
      const sets =
        isOp(tokens[end + 1], '=', '||', '+=', '<<') &&
        (isOp(tokens[end + 1], '=', '+=', '<<') || isOp(tokens[end + 2], '='));
      if (holder.length > 0) return access(sets ? 'set' : 'read', holder);
    }
  }
  // A key with its value.
  const next = tokens[end];
  if (
    isOp(next, ':', '=>') ||
    next?.text === 'to' ||
    (isOp(next, ',') && isOp(tokens[begin - 1], '(', '[', '{') && isOp(tokens[begin - 2], '[', '{', '('))
  ) {
    if (isOp(next, ':', '=>') && inTernary(source, begin)) return access('named');
    if (isReadPattern(source, open, end)) return access('read', ['headers']);
    if (isSchema(source, end)) return access('read', ['headers']);
    return access('set', keyHolder(source, open));
  }
  if (call === undefined) return access('named');
  if (token.kind === 'str' && /:/.test(token.text)) return access('set', ['header']);
  if (call.attribute && attributes.test(call.name)) return access('read', ['@']);
  if (call.name === 'Header' && source.language === 'Python') return access('read', ['@']);
  const holder = call.receiver;
  const valued = call.argumentCount > call.argument + 1;
  if (/^header$/i.test(call.name)) return access(valued && !defaultGiven(holder) ? 'set' : 'read', holder);
  if (
    getters.test(call.name) &&
    !(valued && setters.test(call.name)) &&
    call.argument <= 1 &&
    !/^(?:new|mock)/i.test(call.name)
  )
    return access('read', holder);
  if (valued && (setters.test(call.name) || pairs.test(call.name)) && call.argument <= 1)
    return access('set', holder);
  if (/^(?:equals(?:ignorecase)?|strcasecmp|equalfold|casecmp\??|iequals)$/i.test(call.name))
    return access('read', ['headers']);
  return access('named', holder);
};

/** `$request->header('Name', 'default')`. */
const defaultGiven = (holder: readonly string[]): boolean => {
  const last = holder.at(-1) ?? '';
  return (
    requestLike.test(last) &&
    !/^(?:c|ctx|context|http)$/i.test(last) &&
    !holder.some((word) => /builder|^status$|response/i.test(word))
  );
};

/** The token after a name, with what may be called on it: `RETRY_AFTER.asString()`. */
const endOfReference = ({ tokens, brackets }: Source, index: number): number => {
  let at = index + 1;
  if (
    isLink(tokens[at]) &&
    /^(?:asString|toString|as_str|lower|downcase|toLowerCase|value|freeze|rawValue|lowercase)$/.test(
      tokens[at + 1]?.text ?? '',
    )
  ) {
    at += 2;
    if (isOp(tokens[at], '(')) at = (brackets.other[at] as number) + 1;
  }
  return at;
};

const inTernary = ({ tokens }: Source, at: number): boolean => {
  for (let back = at - 1; back > at - 10 && back >= 0; back--) {
    if (isOp(tokens[back], '?')) return true;
    if (isOp(tokens[back], '{', ';', ',', '(')) return false;
  }
  return false;
};

/** `{ 'x-service-clientid': client } = request.headers`. */
const isReadPattern = (source: Source, open: number, end: number): boolean => {
  const { tokens, brackets } = source;
  const text = tokens[open]?.text;
  if (text !== '{' && text !== '[') return false;
  if (tokens[end + 1]?.kind !== 'id') return false;
  const close = brackets.other[open] as number;
  if (close < 0) return false;
  if (isOp(tokens[close + 1], '=')) return true;
  return (
    isOp(tokens[open - 1], ':') &&
    /^headers$/i.test(tokens[open - 2]?.text ?? '') &&
    isPatternEnd(source, open)
  );
};

/** A schema that incoming headers are checked by. */
const isSchema = ({ tokens }: Source, end: number): boolean => {
  const value = tokens[end + 1];
  if (value?.kind === 'id')
    return (
      /^(?:z|Joi|joi|yup|Type|t|S|v|fields|s|vine|celebrate)$/.test(value.text) && isLink(tokens[end + 2])
    );
  return isOp(value, '{') && /^(?:type|schema|required|description)$/.test(tokens[end + 2]?.text ?? '');
};

/** The words around a key: the call or the key that its braces belong to. */
const keyHolder = (source: Source, open: number): string[] => {
  const { tokens } = source;
  const words: string[] = [];
  let at = open;
  for (let step = 0; step < 4 && at >= 0; step++) {
    const before = tokens[at - 1];
    if (isOp(before, ':', '=', '=>') && tokens[at - 2]?.kind !== 'op')
      words.unshift((tokens[at - 2] as Token).text);
    else if (before?.kind === 'id') words.unshift(...chainEndingAt(source, at - 1).words);
    at = source.brackets.around[at] as number;
  }
  return words;
};
