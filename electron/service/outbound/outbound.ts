import type { OwnFault } from '#base/own-fault.ts';
import type { Places } from './places.ts';

/** One HTTP request out. Source: `docs/reference/rules/delivery.md#outcome`. */

/** Why there is no whole answer. Each has its own name in the log. */
export const outboundErrors = [
  'AddressRefused',
  'ConnectionRefused',
  'ConnectionReset',
  'ConnectionError',
  'DnsError',
  'TlsError',
  'Timeout',
  'ResponseInvalid',
] as const;
export type OutboundError = (typeof outboundErrors)[number];

export interface OutboundRequest {
  /** Absolute, http or https. */
  readonly url: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The exact bytes. Not sent with GET. */
  readonly body: string | Buffer;
  /** POST unless said otherwise; a redirect may turn it into a GET, which has no body. */
  readonly method?: 'POST' | 'GET';
  /** Less than the usual 15 s, where it is one step of a chain. */
  readonly deadlineMs?: number;
}

/** How much of a response's body is kept, bytes. The rest is read and dropped, so that the connection can be reused. */
export const keptBodyBytes = 16 * 1024;

/** Names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface OutboundResult {
  /** Present as soon as a status line came, even if the body then failed. */
  readonly statusCode?: number;
  /** Present if there was no whole answer within the deadline. */
  readonly error?: OutboundError;
  readonly durationMs: number;
  readonly responseHeaders: ResponseHeaders;
  /** The first 16 KiB. */
  readonly responseBody: Buffer;
  /** The address that it left from. */
  readonly localAddress?: string;
  /** Nothing left, as this machine was in the way. It says nothing of the other side, and is no attempt. */
  readonly ownFault?: OwnFault;
}

export interface Outbound {
  /**
   * Never throws. It leaves in its turn, within milliseconds, and its time runs from then. Calls `ended` once, never within
   * this call, at the latest at the deadline, or, with `ownFault`, a few seconds after it: whoever tries again at once
   * meets the same.
   */
  post(request: OutboundRequest, ended: (result: OutboundResult) => void): void;
  /** What requests of all callers share. */
  readonly places: Places;
  /** What this machine lacks, for as long as it does. */
  ownFault(): OwnFault | undefined;
  close(): Promise<void>;
}

/** First value of a response header; `name` in lower case. */
export const headerValue = (headers: ResponseHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};
