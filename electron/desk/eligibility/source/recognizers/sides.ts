import type { ExplanationReason, MentionSubject } from '#contract/eligibility.ts';
import type { Explanation, SourceKind } from '#desk/eligibility/source/inspection.ts';
import { scopeAround } from '#desk/eligibility/source/syntax/model.ts';
import { bare, type Lines } from './evidence.ts';
import type { HeaderAccess } from './headers.ts';
import { linesAround } from './place.ts';
import { spanOf, type Use } from './subjects.ts';

/** Whose request or answer a header belongs to. */

export const useAt = (
  { reading, word }: HeaderAccess,
  kind: SourceKind,
  confidence: Use['confidence'],
  why: string,
): Use => ({ kind, ...spanOf(reading, word.from, word.to), weak: reading.file.weak, confidence, why });

export const noteAt = (
  { reading, word }: HeaderAccess,
  subject: MentionSubject,
  reason: ExplanationReason,
  why: string,
): Explanation => {
  const { from, to } = spanOf(reading, word.from, word.to);
  return { subject, from, to, reason, why };
};

/** Lines of the function around, in the file. */
export const scopeOf = ({ reading, place }: HeaderAccess): Lines =>
  linesAround(reading.model, place.node, (offset) => reading.file.lineAt(reading.region.offsetOf(offset)));

const clientMarks =
  /^(?:feignclient|registerrestclient|restclient|httpexchange|headers|get|post|client|refit|retrofit|getexchange|postexchange|declarativeclient)$/i;

/** An interface whose annotations declare calls that go out: Feign, Retrofit, Refit, MicroProfile. */
export const isDeclaredClient = ({ reading, place }: HeaderAccess): boolean => {
  if (place.role !== 'annotation') return false;
  const scope = scopeAround(place.node, 'interface', 'class');
  if (scope?.annotations.some(({ name }) => clientMarks.test(name)) === true && scope.role === 'interface')
    return true;
  return (
    scope?.role === 'interface' &&
    /retrofit2|feign|\bRefit\b|RestEase|rest-?client|HttpExchange/i.test(reading.region.text)
  );
};

const outgoingNames =
  /^(?:fetch|axios\w*|got|ky|superagent|needle|undici|\$fetch|request|requests|httpx|aiohttp|session|client|\w*client|http|https|httprequestmessage|defaultrequestheaders|newbuilder|builder|\w*requestbuilder|webclient|resttemplate|resttemplatebuilder|curl\w*|faraday|httparty|typhoeus|net|guzzle\w*|wp_remote_\w+|file_get_contents|stream_context_create|reqwest|ureq|surge|urlsession|urlrequest|alamofire|af|dio|okhttp\w*|unirest|options|opts|config|init|requestinit|defaults|common|invoke-\w+|irm|iwr|http_build\w*|send\w*|call\w*|newrequest\w*|httpentity|utl_http|xmlhttp\w*|xhr|setrequestheader|req_headers|add_headers|outgoing|post|put|patch|delete|execute|exchange|retrieve|tesla|httpoison|finch|req|gun|hackney|cohttp|wreq|lwp|mechanize|useragent|ua|urlfetchapp|nock|mock\w*|api\w*|interceptors?)$/i;

/** Whether a header is set on a request that goes out, as far as names tell. */
export const isOutgoing = ({ holder }: HeaderAccess): boolean =>
  holder.some((word) => outgoingNames.test(word.replace(/^[$@]/, '')));

const hookWords =
  /webhook|^hooks?|hook(?:s|auth|token|secret|key|options|controller|handler|service|config|s?secret)?$|inbound|^legacy|legacy(?:hook|alert)|ruletype|alertid|xserviceclientid|^ingest|receiver|callback(?:s|auth|url|handler|controller|secret|token)|incomingalert|legacyalert|alertbody/;
/** A gateway's policies have a section of that name. */
const policies = /<inbound\s{0,4}>/;
const hookWordsOfPolicies = new RegExp(hookWords.source.replace('|inbound|', '|'));
const sessionWords =
  /jwt|jsonwebtoken|^jose$|passport|oauth|openid|^oidc|session|login|signin|logon|password|currentuser|requireuser|getuser|finduser|userid|userfromtoken|^users?$|authenticateduser|claims|principal|verifytoken|decodetoken|verifyidtoken|idtoken|accesstoken|refreshtoken|jwks|cognito|firebase|auth0|keycloak|^bearerauth|sanctum|devise|member|securitycontext|usernamepassword|tokenservice|tokenprovider|clerk|supabase|okta|^admins?$|^tenants?$|graphql/;
const limiterWords =
  /login|signin|logon|password|checkout|^carts?$|^shop|^otp|captcha|lockout|bruteforce|toomany(?:\w+)?attempts/;
/** Where people and programs of the integrator's own ask: `"/search"`, `location /api/upload`, `/public/v1`. */
const ownPaths =
  /["'`\s](?:\/[\w.-]{1,20}){0,3}\/(?:login|sign-?(?:in|up)|session|search|register|export|uploads?|graphql|public)\b|\bapi\.graphql\b/i;
/** What people do, whose limit it is in a file of limits. */
const ofPeople =
  /login|signin|logon|password|session|search|checkout|^carts?$|^shop|otp|captcha|signup|registration|upload|lockout|graphql|bruteforce/;
const ownFolders = /(?:^|[/\\])(?:login|auth|accounts|search|checkout|uploads?|graphql)[/\\]/i;
const limits =
  /bucket|rate[-_ ]?limit|limit[._]req|throttl|limiter|quota|consume|check_?rate|too[-_ ]?many|\b429\b/i;
/** By whom a limiter counts: the service sends neither keys nor tokens of the integrator's own. */
const callers =
  /x-api-key|subscription[._]key|validate-jwt|current_?(?:user|customer|tenant)|req(?:uest)?\.(?:user|customer|tenant)\b|\b(?:user|customer|tenant|plan)\.(?:id|plan|limit)\b/i;

export interface Side {
  readonly isHookHere: boolean;
  readonly isHookFile: boolean;
  readonly isSessionHere: boolean;
  readonly isSessionFile: boolean;
  /** It limits the integrator's own logins, forms or API. */
  readonly isOwnLimiter: boolean;
}

/** What the function around, and the file with its path, speak of. */
export const sideOf = (one: HeaderAccess): Side => {
  const { evidence, path, text } = one.reading.file;
  const scope = scopeOf(one);
  const isPolicy = policies.test(text);
  const hooks = isPolicy ? hookWordsOfPolicies : hookWords;
  const isHookFile = evidence.hasWord(hooks);
  const around = text
    .split('\n')
    .slice(scope.first - 1, scope.last)
    .join('\n');
  return {
    isHookHere: evidence.hasWord(hooks, scope),
    isHookFile,
    isSessionHere: evidence.hasWord(sessionWords, scope),
    isSessionFile: evidence.hasWord(sessionWords),
    isOwnLimiter:
      !isHookFile &&
      (isPolicy || !evidence.isReceiver) &&
      (evidence.hasWord(limiterWords, scope) ||
        path.split(/[/\\.]/).some((part) => limiterWords.test(bare(part))) ||
        ownPaths.test(around) ||
        (limits.test(path + around) &&
          (ownFolders.test(path) || callers.test(around) || evidence.hasWord(ofPeople)))),
  };
};

/** `webhook.client-header=X-Service-ClientId`: a name that other code reads by, not a header that a client is told to send. */
export const isSetting = ({
  place,
  word,
  reading,
}: Pick<HeaderAccess, 'place' | 'word' | 'reading'>): boolean => {
  if (!/^(?:value|bare|local)$/.test(place.role) || place.node.parent?.kind === 'list') return false;
  const { text } = reading.region;
  const start = text.lastIndexOf('\n', word.from) + 1;
  const before = text.slice(Math.max(start, word.from - 120), word.from);
  const around = text.slice(Math.max(0, word.from - 300), word.from);
  return (
    /(?<!name)[:=]\s{0,20}["']?$/i.test(before) && !outgoingKeys.test(`${place.holder.join('.')} ${around}`)
  );
};
const outgoingKeys =
  /outgoing|outbound|upstream|downstream|default_?headers|request_?headers|http_?client|api_?client|cors|allow|expos|\bin["']?\s{0,3}:|proxy/i;
