/** What follows an attempt of the legacy mechanism. Source: `docs/reference/rules/legacy.md#retries-of-alerts`. */

const second = 1000;

/** Waits in ms before the first, second and third retry, each after the failure before it. There is no fourth. */
export const legacyRetryWaitsMs: readonly number[] = [15 * second, 45 * second, 60 * second];

/** A `Retry-After` that asks for more is cut to this, ms. */
const longestRetryAfterMs = 120 * second;

/** Status codes that are worth a retry. */
const retriedStatusCodes: readonly number[] = [408, 420, 429, 460, 502, 503, 504, 522, 524];

/** Names of failures without a whole answer that are worth a retry: timeouts, and connections that were not made or broke. */
const retriedErrors: readonly string[] = [
  'Timeout',
  'ConnectionRefused',
  'ConnectionReset',
  'ConnectionError',
  'DnsError',
  'TlsError',
];

export interface EndedAttempt {
  /** 1 for the first attempt. */
  readonly number: number;
  /** Of the last answer in a chain of redirects. */
  readonly statusCode?: number;
  /** The name of what went wrong; it outweighs the status code. */
  readonly error?: string;
  /** What a valid `Retry-After` asks for, ms. */
  readonly retryAfterMs?: number;
}

export type AfterAttempt =
  | { readonly status: 'Sent' | 'Failed' }
  | { readonly status: 'Pending'; readonly waitMs: number };

/** 2xx is sent; what is worth a retry gets one while there are any left; everything else has failed at once. */
export const afterLegacyAttempt = (ended: EndedAttempt): AfterAttempt => {
  if (isSuccess(ended)) return { status: 'Sent' };
  const usualMs = legacyRetryWaitsMs[ended.number - 1];
  if (usualMs === undefined || !isRetried(ended)) return { status: 'Failed' };
  const askedMs = ended.retryAfterMs;
  return { status: 'Pending', waitMs: Math.min(askedMs ?? usualMs, longestRetryAfterMs) };
};

const isSuccess = ({ error, statusCode = 0 }: EndedAttempt): boolean =>
  error === undefined && statusCode >= 200 && statusCode < 300;

const isRetried = ({ error, statusCode = 0 }: EndedAttempt): boolean =>
  error === undefined ? retriedStatusCodes.includes(statusCode) : retriedErrors.includes(error);
