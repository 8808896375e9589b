import type { Use } from './finding.ts';
import { type HeaderAccess, responseLike } from './headers.ts';
import { isDeclaredClient } from './sides.ts';
import { chainEndingAt, isLink, isOp, type Source } from './source.ts';
import type { Token } from './tokens.ts';

const hookWords =
  /webhook|^hooks?|hook(?:s|auth|token|secret|key|options|controller|handler|service|config)?$|inbound|^legacy|legacy(?:hook|alert)|ruletype|ruleid|alertid|companyid|xserviceclientid|ingest|receiver|callback(?:s|auth|url|handler|controller|secret|token)|notif(?:y|ication)|incomingalert|legacyalert|alertbody/;
const sessionWords =
  /jwt|jsonwebtoken|^jose$|passport|oauth|openid|^oidc|session|login|signin|currentuser|requireuser|getuser|finduser|userid|userfromtoken|^users?$|authenticateduser|claims|principal|verifytoken|decodetoken|verifyidtoken|idtoken|accesstoken|refreshtoken|jwks|cognito|firebase|auth0|keycloak|^bearerauth|sanctum|devise|member|securitycontext|usernamepassword|tokenservice|tokenprovider|clerk|supabase|okta/;
/** Other ways to get at it that frameworks offer, with what it looks like to a person. */
const helpers: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /^(?:PHP_AUTH_USER|PHP_AUTH_PW|PHP_AUTH_DIGEST)$/,
    why: 'user and password of Authorization are read',
  },
  {
    pattern:
      /^(?:authenticate_or_request_with_http_(?:basic|token)|authenticate_with_http_(?:basic|token)|http_basic_authenticate_with)$/,
    why: 'Rails checks Authorization',
  },
  { pattern: /^(?:bearerToken|getBearerToken)$/, why: 'the token of Authorization is read' },
  { pattern: /^(?:authorizationToken)$/, why: 'an authorizer of the gateway reads Authorization' },
];

const telling = /^(?:PHP_AUTH|auth|http_basic|bearerT|getBearer|Basic|basic|HTTPB)/;

/** Reading or comparing `Authorization` of a request that came, where webhooks may be received; `domain.md` section 7. */
export const authorizationChecks = (source: Source, accesses: readonly HeaderAccess[]): Use[] => {
  const uses: Use[] = [];
  const ours = accesses.filter(({ header }) => header === 'authorization');
  const sets = new Set(ours.filter(({ action }) => action === 'set').map(({ index }) => index));
  for (const access of ours) {
    const { token, holder, call, index } = access;
    if (access.action !== 'read') continue;
    if (call?.attribute === true && isDeclaredClient(source, token.line)) continue;
    if (
      holder.some(
        (word) => responseLike.test(word) && !/^(?:w|rw|out|output|status|result|results)$/i.test(word),
      )
    )
      continue;
    if (isOutgoing(holder) || isForwarded(source, index, sets)) continue;
    push(token, 'The header Authorization of a request is read to check it.');
  }
  source.tokens.forEach((token, index) => {
    if (token.kind === 'op' || token.text.length < 9 || token.text.length > 40 || !telling.test(token.text))
      return;
    const helper = helpers.find(({ pattern }) => pattern.test(token.text));
    if (helper !== undefined) push(token, `Here ${helper.why}.`);
    else if (/^(?:BasicAuth|basic_auth|basicAuth)$/.test(token.text) && checksBasic(source, index))
      push(token, 'User and password of Authorization are checked.');
    else if (/^(?:HTTPBasic|HTTPBearer)$/.test(token.text) && isOp(source.tokens[index + 1], '('))
      push(token, 'The framework reads Authorization.');
  });
  return uses;

  function push(token: Token, why: string): void {
    const score = scoreAt(source, token.line);
    if (score <= 0) return;
    uses.push({
      kind: 'authorization-check',
      at: token.start,
      line: token.line,
      confidence: score >= 4 ? 'high' : score >= 2 ? 'medium' : 'low',
      why,
    });
  }
};

const scoreAt = ({ evidence, path }: Source, line: number): number => {
  const hookHere = evidence.wordsAt(line, hookWords);
  const sessionHere = evidence.wordsAt(line, sessionWords);
  const hookFile = evidence.wordsInFile(hookWords) || /hook/i.test(path);
  const sessionFile = evidence.wordsInFile(sessionWords);
  return 0.5 + (hookHere ? 3 : 0) + (hookFile ? 2 : 0) - (sessionHere ? 3.5 : 0) - (sessionFile ? 1 : 0);
};

const isOutgoing = (holder: readonly string[]): boolean =>
  holder.some((word) =>
    /^(?:defaultrequestheaders|axios|session|client|httpclient|builder|newbuilder|defaults|common|config|options|init|requestinit|interceptors)$/i.test(
      word,
    ),
  );

/** Given on under the same name: `{ authorization: req.headers.authorization }`. */
const isForwarded = (source: Source, index: number, sets: ReadonlySet<number>): boolean => {
  const token = source.tokens[index] as Token;
  let start = token.kind === 'id' ? chainEndingAt(source, index).start : index;
  if (token.kind === 'str') {
    const open = source.brackets.around[index] as number;
    if (open > 0) start = isOp(source.tokens[open], '[', '(') ? chainEndingAt(source, open - 1).start : index;
  }
  const named = source.tokens[start - 2];
  if (
    isOp(source.tokens[start - 1], ':', '=>', ',', '=') &&
    named !== undefined &&
    named.kind !== 'op' &&
    /^(?:proxy-?)?authorization$/i.test(named.text)
  )
    return true;
  for (let at = start - 1; at >= 0 && at >= start - 5; at--) if (sets.has(at)) return true;
  return false;
};

/** `r.BasicAuth()` of Go and `gin.BasicAuth(accounts)`, not `request.basicAuth(user, password)` of a client. */
const checksBasic = ({ tokens, language }: Source, index: number): boolean => {
  if (!isOp(tokens[index + 1], '(')) return false;
  const holder = isLink(tokens[index - 1]) ? (tokens[index - 2]?.text ?? '') : '';
  if (language === 'Go')
    return (
      (holder === 'r' || /^(?:req|request|gin|middleware)$/.test(holder)) &&
      (isOp(tokens[index + 2], ')') || /^(?:gin|middleware)$/.test(holder))
    );
  return (
    (language === 'JavaScript' || language === 'TypeScript') && holder === '' && isOp(tokens[index + 2], '{')
  );
};
