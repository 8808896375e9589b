import { lineAround } from '#desk/eligibility/source/text-lines.ts';
import {
  type HeaderAccess,
  headerAccesses,
  headersHolder,
  isConfiguration,
  responseLike,
} from './headers.ts';
import { placeOf } from './place.ts';
import {
  commentUse,
  type HeaderNote,
  isDeclaredClient,
  isSetting,
  judgedHeaders,
  type Side,
  sideOf,
  useAt,
} from './sides.ts';
import type { Reading, ReadRegion, Recognized, Use, Word } from './subjects.ts';

/** Reading or comparing `Authorization` of a request that came, where webhooks may be received; `docs/reference/rules/eligibility.md#checks`. */
export const authorizations = (read: ReadRegion): Recognized => {
  const found = judgedHeaders(
    'authorization',
    headerAccesses(read, 'authorization'),
    (one) => (one.action === 'comment' ? useInComment(one) : checkOf(one)) ?? noteOf(one),
  );
  found.uses.push(...helperUses(read));
  return found;
};

const useInComment = (one: HeaderAccess): Use | undefined =>
  mentionsCheck(one) && sideOf(one).isHookFile
    ? commentUse(one, 'A check of Authorization is mentioned in a comment or documentation.')
    : undefined;
const checkOf = (one: HeaderAccess): Use | undefined => {
  const side = sideOf(one);
  const score = scoreOf(side);
  if (isRemoved(one) || !isReading(one, side) || score <= 0 || isForwarded(one)) return undefined;
  const why = 'The Authorization header of a request is checked.';
  return useAt(one, confidenceOf(score), why);
};
const isRemoved = (one: HeaderAccess): boolean => removing.test(lineOf(one).split(/authorization/i)[0] ?? '');
const isReading = (one: HeaderAccess, side: Side): boolean => {
  const isSet = one.action === 'named' && isConfiguration(one.reading) && isSetting(one) && side.isHookFile;
  return (one.action === 'read' || isSet) && !isElsewhere(one);
};

/** How much the surroundings speak for a receiver of webhooks, and against a login of users. */
const scoreOf = (side: Side): number =>
  0.5 +
  (side.isHookHere ? 3 : 0) +
  (side.isHookFile ? 2 : 0) -
  (side.isSessionHere ? 3.5 : 0) -
  (side.isSessionFile ? 1 : 0);
const confidenceOf = (score: number): Use['confidence'] => {
  if (score >= 4) return 'high';
  return score >= 2 ? 'medium' : 'low';
};

/** Other ways to get at it that frameworks offer, with what it looks like to a person. */
const helpers: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern:
      /(?<![\w.])\$_SERVER\[\s?["']PHP_AUTH_(?:USER|PW|DIGEST)["']\s?\]|->server\(\s?["']PHP_AUTH_(?:USER|PW)["']|->getUser\(\)(?=.{0,40}getPassword\(\))/g,
    why: 'User and password of Authorization are read',
  },
  {
    pattern:
      /\b(?:authenticate_or_request_with_http_(?:basic|token)|authenticate_with_http_(?:basic|token)|http_basic_authenticate_with)\b/g,
    why: 'Rails checks Authorization',
  },
  { pattern: /(?:->|\.)(?:bearerToken|getBearerToken)\(\)/g, why: 'The token of Authorization is read' },
  { pattern: /\bauthorizationToken\b/g, why: 'A gateway authorizer reads Authorization' },
  {
    pattern:
      /\b(?:r|req|request)\.BasicAuth\(\)|\b(?:gin|middleware)\.BasicAuth(?:WithConfig)?\(|(?<![.\w])basicAuth\(\s?\{|\bPlug\.BasicAuth\b|\bBasicAuth\.(?:basic_auth|parse_basic_auth)\b|\bauth_basic\s+["']/g,
    why: 'User and password of Authorization are checked',
  },
  { pattern: /\b(?:HTTPBasic|HTTPBearer|APIKeyHeader)\(/g, why: 'The framework reads Authorization' },
];

const helperUses = (read: ReadRegion): Use[] => {
  const model = read.models[0];
  if (model === undefined) return [];
  return helpers.flatMap(({ pattern, why }) =>
    [...read.region.text.matchAll(pattern)].slice(0, 50).flatMap((found) => {
      const word: Word = {
        from: found.index,
        to: found.index + found[0].length,
        whole: found[0],
        dashed: found[0],
      };
      const reading: Reading = { file: read.file, region: read.region, model };
      const place = placeOf(model, word.from, () => false);
      const one: HeaderAccess = { header: 'authorization', reading, word, place, action: 'read', holder: [] };
      if (place.role === 'comment') return [];
      const score = scoreOf(sideOf(one));
      return score <= 0 ? [] : [useAt(one, confidenceOf(score), `${why}.`)];
    }),
  );
};

/** Before what is kept out of a log or of a call. */
const removing =
  /\b(?:remove|drop|exclude|mask|redact|scrub|sensitive|censor|sanitiz|strip|filter_param)\w*\b[^=;{}()]{0,60}$/i;

const clientHolders =
  /^(?:defaultrequestheaders|axios|session|client|httpclient|builder|newbuilder|defaults|common|config|options|init|requestinit|interceptors)$/i;
const isElsewhere = (one: HeaderAccess): boolean =>
  isDeclaredClient(one) || one.holder.some((word) => responseLike.test(word) || clientHolders.test(word));

/** Given on under the same name: `{ authorization: req.headers.authorization }`. */
const isForwarded = ({ reading, word, place }: HeaderAccess): boolean => {
  const { text } = reading.region;
  const before = text.slice(
    Math.max(0, Math.min(place.node.from, word.from) - 60),
    Math.min(place.node.from, word.from),
  );
  return (
    /authorization["'\]]{0,2}\s{0,3}(?:[:=,]|=>)\s{0,3}$/i.test(before) ||
    /\bset\w*\(\s?["']authorization["'],\s?$/i.test(before)
  );
};

const lineOf = ({ reading, word }: Pick<HeaderAccess, 'reading' | 'word'>): string =>
  lineAround(reading.region.text, word, 300).line;
const checking = /headers?\s?(?:\.|\[|\()|getHeader|get\(|compare|check|verif|reject|=== |!==|\.equals/i;
const incoming =
  /hook|inbound|incoming|sender|callback|req(?:uest)?\b.{0,40}headers?|getHeader|HTTP_AUTHORIZATION/i;
const mentionsCheck = (one: HeaderAccess): boolean =>
  checking.test(lineOf(one)) && incoming.test(lineOf(one));

const noteOf = (one: HeaderAccess): HeaderNote | undefined => {
  const { action, place, word } = one;
  const side = sideOf(one);
  if (action === 'comment') return ['comment', 'In a comment.'];
  if (isRemoved(one)) return ['own-api', 'Removed or masked.'];
  if (action === 'set')
    return ['outgoing-call', 'Set on an outgoing request; responses have no such header.'];
  if (action === 'read' && (isElsewhere(one) || isForwarded(one)))
    return ['outgoing-call', 'Part of an outgoing call.'];
  if ((side.isSessionHere || side.isSessionFile) && !side.isHookHere && isReading(one, side))
    return ['own-api', "Read to identify a user or session of the code's own API."];
  if (place.role === 'import') return ['other-library', 'Part of a library name.'];
  if (place.node.kind !== 'text' && !/^(?:[a-z_$]*_)?authorization$/i.test(word.whole))
    return ['definition', `${word.whole.slice(0, 40)} is a different name, not the header.`];
  if (action === 'other') return noteOfOther(one);
  return !side.isHookHere && isSent(one) ? ['outgoing-call', 'Set on an outgoing request.'] : undefined;
};
const isSent = (one: HeaderAccess): boolean =>
  one.action === 'named' && /(?:curl|-H |--header|bearer|basic |token )/i.test(lineOf(one));
const noteOfOther = (one: HeaderAccess): HeaderNote | undefined => {
  const { role } = one.place;
  if (role === 'inside-text' && isProse(one))
    return ['text', 'Part of a message, path or name, not the header.'];
  return role === 'member' && one.holder.length > 0 && isOther(one)
    ? ['definition', 'Property of an object other than headers.']
    : undefined;
};

/** A property of what is surely neither a request nor its headers. */
const isOther = ({ holder, reading, word }: HeaderAccess): boolean => {
  const last = (holder.at(-1) ?? '').replace(/^[$@%]/, '');
  return (
    reading.model.source === 'syntax-tree' &&
    word.whole === word.whole.replace(/^http_/i, '') &&
    !headersHolder.test(last) &&
    !/head|hdr|req|conn|ctx|context|env|var|meta|msg|event|scope|input|^\w$/i.test(last)
  );
};

/** `authorization_code`, `/connections/{id}/authorization`, `Authorization failed`, a list of allowed headers. */
const isProse = ({ reading, word }: HeaderAccess): boolean => {
  const { text } = reading.region;
  return (
    /^(?:_|\/|[a-z]|\s[a-z])/i.test(text.slice(word.to, word.to + 2)) ||
    /[a-z/]\s?$/i.test(text.slice(Math.max(0, word.from - 2), word.from)) ||
    /allow/i.test(lineOf({ reading, word }))
  );
};
