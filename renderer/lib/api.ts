import { parse as parseDisposition } from 'content-disposition';
import type { AskedApproval } from '#contract/approvals.ts';
import type { ErrorBody } from '#contract/common.ts';
import type { EditConflict } from '#contract/edit-conflict.ts';
import type { UnknownSigner } from '#contract/signature-states.ts';
import type { Unconfirmed } from '#contract/target.ts';
import { preferences } from './preferences.ts';
import { sessionHeaders } from './session.ts';

/** The desk's HTTP API, as the page calls it: by relative addresses, in the app and in a browser alike. */

type DeskError = ErrorBody & {
  readonly approval?: AskedApproval;
  readonly conflict?: EditConflict;
  readonly unconfirmed?: Unconfirmed;
  readonly signers?: readonly UnknownSigner[];
};
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A response other than 2xx (`body`), or none at all (`body` is undefined). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: DeskError | undefined;

  constructor(message: string, status: number, body: DeskError | undefined) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/**
 * Of the catalogue: `server.stopping`, `host.unavailable`, `teamDesk.unreachable`, `teamDesk.interrupted`. Other 503 responses are
 * the desk's own, with a reason.
 */
const nobodyThere: readonly number[] = [50302, 41160, 45094, 45093];

/**
 * The desk said nothing of it: it is starting, restarting or gone, or something in between responded in its place. Other
 * refusals without a reason, such as 413 of a proxy, stay as they are.
 */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  if (error.body !== undefined) return nobodyThere.includes(error.body.detailedErrorCode);
  return error.status < 400 || error.status >= 500;
};

/** What was read by its id alone is not there, or the id is none that anything could have. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || (error.status === 400 && error.body?.validation !== undefined));

/** The same once more may do better; of what is not known it is not said that it can't. */
export const mayDoBetter = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.body === undefined || error.body.canBeRetried !== 'No';

/** @param codes numbers of the catalogue */
export const hasErrorCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof ApiError && error.body !== undefined && codes.includes(error.body.detailedErrorCode);

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export interface CallOptions {
  readonly query?: Query | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `path` with a query string; values that are undefined or '' are left out. */
export const withQuery = (path: string, query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
};

/** @throws ApiError */
const call = async (
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> => {
  const { actor } = preferences.getState();
  const response = await fetch(withQuery(path, options.query), {
    method,
    headers: {
      ...sessionHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(actor === '' ? {} : { 'x-carryover-actor': encodeURIComponent(actor) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(method === 'GET' ? unreachable : uncertain, 0, undefined);
  });
  if (!response.ok) throw await refusal(response, method !== 'GET');
  return response;
};

const unreachable =
  'Carryover does not respond and may be restarting. Input is kept; the screen updates when it is back.';

/** Of a request that changes something: it may have been done, and only the response lost. */
export const uncertain =
  'Carryover did not respond, so this may or may not be done. Input is kept. Check the screen when the connection is back, then retry if needed.';

/** Of a file whose head came and whose end did not. */
const brokenOff =
  'The file broke off in the middle, so nothing was saved. Retry; if it breaks off again, see the log of Carryover.';

/** Of a response that the desk did not make. @param changes the request may have changed something */
const foreign = (what: string, changes: boolean): string =>
  changes
    ? `The response ${what}, so this may or may not be done. Input is kept. Check the screen, then retry if needed.`
    : `The response ${what}: a proxy may have sent it, or Carryover is restarting. The screen retries every few seconds.`;

/**
 * The error of a response other than 2xx.
 * @param changes the request may have changed something
 */
export const refusal = async (response: Response, changes = true): Promise<ApiError> => {
  const { status } = response;
  const text = await response.text().catch(() => '');
  try {
    const body = JSON.parse(text) as DeskError;
    if (typeof body.error === 'string') return new ApiError(body.error, status, body);
  } catch {
    // Not an error body of the desk.
  }
  return new ApiError(
    status < 500
      ? `Carryover responded with ${status} and no reason.`
      : foreign(`has status ${status} and no reason`, changes),
    status,
    undefined,
  );
};

/** A response may break off in the middle, as when the host is killed, or be that of something in between. */
const json = async <T>(called: Promise<Response>, changes: boolean): Promise<T> => {
  const response = await called;
  const text = await response.text().catch(() => {
    throw new ApiError(changes ? uncertain : unreachable, 0, undefined);
  });
  if (text === '' && changes) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    const what = text === '' ? 'is empty' : 'is incomplete or no JSON';
    throw new ApiError(foreign(what, changes), response.status, undefined);
  }
};

/** Every method throws ApiError; the desk makes each response from the schema that `T` comes from. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => json<T>(call('GET', path, undefined, options), false),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    json<T>(call('POST', path, body ?? {}, options), true),
  put: <T>(path: string, body: unknown, options?: CallOptions) =>
    json<T>(call('PUT', path, body, options), true),
  patch: <T>(path: string, body: unknown, options?: CallOptions) =>
    json<T>(call('PATCH', path, body, options), true),
  delete: <T>(path: string, options?: CallOptions) => json<T>(call('DELETE', path, undefined, options), true),
  /** A file to save, with the name that the desk gave it. */
  file: async (path: string, options?: CallOptions & { readonly post?: unknown }): Promise<NamedBytes> => {
    const response = await (options?.post === undefined
      ? call('GET', path, undefined, options)
      : call('POST', path, options.post, options));
    const whole = await response.arrayBuffer().catch(() => {
      throw new ApiError(brokenOff, 0, undefined);
    });
    const bytes = new Uint8Array(whole);
    return { bytes, name: nameIn(response.headers.get('content-disposition')) };
  },
  stream: (path: string, signal: AbortSignal) => call('GET', path, undefined, { signal }),
};

export interface NamedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name?: string | undefined;
}

const nameIn = (disposition: string | null): string | undefined =>
  parseDisposition(disposition ?? '').parameters.filename;

/**
 * The path of a validation error from the field that it is about: of `changes.name` and `emails[1]` it is `name` and
 * `emails.1`.
 */
export const pathFrom = (fields: readonly string[], itemId: string): string | undefined => {
  const parts = itemId.split(/[.[\]]+/).filter((part) => part !== '');
  const at = parts.findIndex((part) => fields.includes(part));
  return at < 0 ? undefined : parts.slice(at).join('.');
};

/** The calls that the desk asks to have confirmed, if that is why it refused. */
export const unconfirmedIn = (error: unknown) =>
  error instanceof ApiError ? error.body?.unconfirmed : undefined;
