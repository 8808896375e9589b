import { systemTime } from '#base/clock.ts';
import { checkSignature, keyOfSecret } from '#base/webhook-signature.ts';

/** Names in any case. Both what Node's `http` and what `fetch` give. */
export type SignatureHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface SignatureOptions {
  /** As it was received, before any parsing; a string is taken as UTF-8. */
  readonly body: string | Uint8Array;
  readonly headers: SignatureHeaders;
  /** Those of the endpoint: more than one while a rotation is under way. With or without `whsec_`. */
  readonly secrets: readonly string[];
  /** How far `webhook-timestamp` may be off, both ways; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The consumer's clock, ms since the epoch or a `Date`; the system's by default. */
  readonly now?: number | Date;
}

export type SignatureProblem =
  | 'missing-header'
  | 'duplicate-header'
  | 'malformed-timestamp'
  | 'unknown-version'
  | 'no-match'
  | 'too-old'
  | 'too-new';

export type SignatureResult =
  | { readonly valid: true }
  | { readonly valid: false; readonly code: SignatureProblem; readonly reason: string };

/**
 * Verifies a message by Standard Webhooks. It takes as long for a signature that is almost right as for any other.
 * @throws TypeError if there is no secret, or one that is no base64
 */
export const verifySignature = (options: SignatureOptions): SignatureResult => {
  const { body, headers, secrets, toleranceSeconds, now = systemTime.now() } = options;
  if (secrets.length === 0) throw new TypeError('verifySignature needs at least one secret.');
  return checkSignature({ body, header: valuesIn(headers) }, secrets.map(keyOfSecret), {
    now: Number(now),
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
  });
};

const valuesIn = (headers: SignatureHeaders): ((name: string) => readonly string[]) => {
  if (isHeaders(headers)) {
    return (name) => {
      const value = headers.get(name);
      return value === null ? [] : [value];
    };
  }
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return (name) =>
    entries.flatMap(([one, value]) => (one === name && value !== undefined ? [value].flat() : []));
};

const isHeaders = (headers: SignatureHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';
