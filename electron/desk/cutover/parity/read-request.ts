import { parseBounded } from '#base/json/parse-bounded.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import { isObject, type Json } from './places.ts';
import type { SecretValue, SecretValues } from './secret-values.ts';

/** One webhook as it was received, of either mechanism. */
export interface ReadRequest {
  readonly side: 'legacy' | 'new';
  /** ms UTC */
  readonly at: number;
  /** As the plan writes URLs. */
  readonly url: string;
  /** The alert's or the message's: a retry has it too. */
  readonly id: string;
  readonly body: Json;
  readonly clientId: string | undefined;
  readonly auth: SecretValue | undefined;
  readonly statusCode: number | undefined;
  /** Carries a signature in the right form; alerts never do. */
  readonly isSigned: boolean;
}

/** `other`: no webhook of this service, such as what else a HAR holds. */
type Reading = ReadRequest | 'unreadable' | 'other';

export interface RequestReader {
  read(request: RecordedRequest): Reading;
}

interface ReaderOptions {
  readonly urlOf: ((request: RecordedRequest) => string) | undefined;
  readonly isPlanned: (url: string) => boolean;
  readonly secretOf: SecretValues['of'];
}

/** Far more than any webhook holds; less than what would fill the memory. */
const mostValues = 100_000;

export const createRequestReader = ({ urlOf, isPlanned, secretOf }: ReaderOptions): RequestReader => {
  const normalized = createUrls();
  return {
    read(request) {
      const at = instantOf(request.at);
      const url = normalized(urlOf === undefined ? request.url : urlOf(request));
      const headers = carried(request.headers);
      const body = parsed(request.body);
      const side = body === undefined ? undefined : sideOf(body);
      if (at === undefined || url === undefined || body === undefined || side === undefined) {
        return headers.id !== undefined || (url !== undefined && isPlanned(url)) ? 'unreadable' : 'other';
      }
      const auth = headers.auth === undefined ? undefined : secretOf(carriedHeaders.auth, headers.auth);
      return {
        side,
        at,
        url,
        id: idOf(side, body, headers),
        body,
        clientId: headers.clientId,
        auth,
        statusCode: request.statusCode,
        isSigned: headers.id !== undefined && isSignature(headers),
      };
    },
  };
};

const idOf = (side: ReadRequest['side'], body: Json, headers: Carried): string =>
  String(side === 'legacy' ? body.AlertId : (headers.id ?? body.id)).toLowerCase();

/** An alert has an `AlertId`, an event an `eventType` and a payload. */
const sideOf = (body: Json): 'legacy' | 'new' | undefined => {
  if (isText(body.AlertId) && isText(body.RuleType)) return 'legacy';
  return isText(body.eventType) && Object.hasOwn(body, 'payload') ? 'new' : undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const parsed = (body: RecordedRequest['body']): Json | undefined => {
  if (typeof body !== 'string') return isObject(body) ? body : undefined;
  try {
    const value = parseBounded(body, { values: mostValues });
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const earliest = Date.UTC(1990, 0);
const latest = Date.UTC(2200, 0);
/** With its zone: a time of day somewhere can't be compared. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;

const instantOf = (text: unknown): number | undefined => {
  if (typeof text !== 'string' || !instant.test(text)) return undefined;
  const ms = Date.parse(text);
  return ms >= earliest && ms < latest ? ms : undefined;
};

const keptUrls = 10_000;

/** The one form of a URL, without what is never sent; undefined for what is none. */
const createUrls = () => {
  const known = new Map<string, string | undefined>();
  return (text: string): string | undefined => {
    if (known.has(text)) return known.get(text);
    if (known.size >= keptUrls) known.clear();
    const url = normalizedUrl(text);
    known.set(text, url);
    return url;
  };
};

export const normalizedUrl = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
};

interface Carried {
  id?: string;
  timestamp?: string;
  signature?: string;
  clientId?: string;
  auth?: string;
}

const names = new Map<string, keyof Carried>([
  ['webhook-id', 'id'],
  ['webhook-timestamp', 'timestamp'],
  ['webhook-signature', 'signature'],
  [carriedHeaders.clientId.toLowerCase(), 'clientId'],
  [carriedHeaders.auth.toLowerCase(), 'auth'],
]);
const lengths = new Set([...names.keys()].map(({ length }) => length));

const carried = (headers: RecordedRequest['headers']): Carried => {
  const found: Carried = {};
  if (!isObject(headers)) return found;
  for (const name of Object.keys(headers)) {
    const wanted = lengths.has(name.length) ? names.get(name.toLowerCase()) : undefined;
    const value: unknown = wanted === undefined ? undefined : headers[name];
    if (wanted !== undefined && typeof value === 'string' && value !== '') found[wanted] = value;
  }
  return found;
};

const signatures = /^v1,[A-Za-z0-9+/]{43}=(?: v1[a-z]?,[A-Za-z0-9+/=_-]+)*$/;
const isSignature = ({ timestamp = '', signature = '' }: Carried): boolean =>
  /^\d{1,12}$/.test(timestamp) && signatures.test(signature);
