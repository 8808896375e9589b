import { systemTime } from '#base/clock.ts';
import type { OwnFault } from '#base/own-fault.ts';
import { attemptDeadlineMs } from '#contract/schedule.ts';
import {
  headerValue,
  type Outbound,
  type OutboundError,
  type OutboundRequest,
  type OutboundResult,
} from '#service/outbound/outbound.ts';
import { targetUrlProblem } from '#service/outbound/target-url.ts';

/** What a chain of requests came to. */
export interface ChainResult {
  /** Of the last answer. */
  readonly statusCode?: number;
  readonly error?: OutboundError | 'TooManyRedirects' | 'RedirectInvalid';
  /** Of the whole chain. */
  readonly durationMs: number;
  /** `Retry-After` of the last answer, as it came. */
  readonly retryAfter?: string;
  /** As in `OutboundResult`: nothing is known of the consumer, and it is no attempt. */
  readonly ownFault?: OwnFault;
}

const mostRedirects = 5;
const followedStatusCodes: readonly number[] = [301, 302, 303, 307, 308];
/** As browsers do (Fetch standard, "HTTP-redirect fetch"): the POST becomes a GET without a body. */
const turnedIntoGet: readonly number[] = [301, 302, 303];

/**
 * Posts and follows at most five redirects, each a request of its own, so that the address policy is checked again.
 * `Authorization` is dropped for good as soon as the origin changes. The whole chain shares one deadline.
 * A 3xx without `Location` is an answer like any other. Source: `docs/reference/rules/legacy.md#retries-of-alerts`.
 * @param ended is called once, never within this call
 */
export const postFollowing = (
  outbound: Pick<Outbound, 'post'>,
  first: OutboundRequest,
  ended: (result: ChainResult) => void,
): void => {
  const startedAt = systemTime.monotonic();
  const elapsedMs = (): number => systemTime.monotonic() - startedAt;

  const end = (result: OutboundResult, error: ChainResult['error'] = result.error): void =>
    ended({
      statusCode: result.statusCode,
      error,
      durationMs: elapsedMs(),
      retryAfter: headerValue(result.responseHeaders, 'retry-after'),
      ...(result.ownFault === undefined ? {} : { ownFault: result.ownFault }),
    });

  const send = (request: OutboundRequest, redirects: number): void =>
    outbound.post({ ...request, deadlineMs: attemptDeadlineMs - elapsedMs() }, (result) => {
      const location = redirectOf(result);
      if (location === undefined) return end(result);
      if (redirects === mostRedirects) return end(result, 'TooManyRedirects');
      const next = redirected(request, result.statusCode as number, location);
      if (next === undefined) return end(result, 'RedirectInvalid');
      if (elapsedMs() >= attemptDeadlineMs) return end(result, 'Timeout');
      send(next, redirects + 1);
    });

  send(first, 0);
};

const redirectOf = ({ error, statusCode, responseHeaders }: OutboundResult): string | undefined => {
  if (error !== undefined || !followedStatusCodes.includes(statusCode ?? 0)) return undefined;
  return headerValue(responseHeaders, 'location');
};

/** The next request of the chain, or undefined if the location is none that may be followed. */
const redirected = (
  request: OutboundRequest,
  statusCode: number,
  location: string,
): OutboundRequest | undefined => {
  if (!URL.canParse(location, request.url)) return undefined;
  const url = new URL(location, request.url);
  if (targetUrlProblem(url.href, 'location', '') !== undefined) return undefined;
  const toGet = turnedIntoGet.includes(statusCode);
  const dropped: string[] = [];
  if (toGet) dropped.push('content-type');
  if (url.origin !== new URL(request.url).origin) dropped.push('authorization');
  return {
    url: url.href,
    method: toGet ? 'GET' : request.method,
    headers: without(request.headers, dropped),
    body: toGet ? '' : request.body,
  };
};

const without = (headers: readonly string[], names: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (!names.includes(name.toLowerCase())) kept.push(name, headers[i + 1] as string);
  }
  return kept;
};
