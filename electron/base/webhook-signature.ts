import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { toleranceSeconds } from '#contract/attempt-check.ts';
import { formatDuration } from '#contract/format.ts';
import { secretPrefix } from './new-secret.ts';

/**
 * Verifying messages as a consumer does, and signing what the desk itself sends: the public Standard Webhooks scheme,
 * version v1. What is valid and what is not: `docs/reference/signature-vectors.json`. Source:
 * `docs/reference/rules/delivery.md#signature`.
 */

/**
 * The HMAC key of a secret: its decoded bytes. `whsec_` and the padding of the base64 may be left out.
 * @throws TypeError that never repeats the secret
 */
export const keyOfSecret = (secret: string): KeyObject => {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new TypeError('A signing secret is whsec_ followed by base64, as the endpoint shows it.');
  }
  return createSecretKey(Buffer.from(encoded, 'base64'));
};

/** The value of `webhook-signature`: one `v1,…` for each key, separated by spaces. */
export const signedBy = (
  keys: readonly KeyObject[],
  parts: Omit<SignatureParts, 'signature'>,
  body: string | Uint8Array,
): string => keys.map((key) => `v1,${digestOf(key, parts, body)}`).join(' ');

const digestOf = (
  key: KeyObject,
  { id, timestamp }: Omit<SignatureParts, 'signature'>,
  body: string | Uint8Array,
): string => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');

/**
 * Whether one of the signatures, separated by spaces, is that of the key, in a time that does not tell how much of one
 * is right. @param body the exact bytes; a text is taken as UTF-8
 */
export const isSignedBy = (key: KeyObject, sent: SignatureParts, body: string | Uint8Array): boolean => {
  // As text: another spelling of the same bytes is not what the service sends.
  const wanted = Buffer.from(`v1,${digestOf(key, sent, body)}`);
  return sent.signature
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
};

export type SignatureProblem =
  | 'missing-header'
  | 'duplicate-header'
  | 'malformed-timestamp'
  | 'unknown-version'
  | 'no-match'
  | 'too-old'
  | 'too-new';

interface InvalidSignature {
  readonly valid: false;
  readonly code: SignatureProblem;
  readonly reason: string;
}

export type SignatureCheck = { readonly valid: true } | InvalidSignature;

/** Of a message, header values as they came: undefined if there was none, several if it came more than once. */
export interface SignedMessage {
  readonly body: string | Uint8Array;
  readonly header: (name: string) => readonly string[];
}

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** What is signed besides the body, and the signatures. */
export interface SignatureParts {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** What the three headers say, or why they say nothing: before any secret is tried. */
export const readSignature = (
  header: SignedMessage['header'],
): { readonly parts: SignatureParts } | { readonly problem: InvalidSignature } => {
  const values = signatureHeaders.map((name) => header(name).filter((value) => value !== ''));
  const missing = signatureHeaders.filter((_, at) => values[at]?.length === 0);
  if (missing.length > 0) return { problem: problem('missing-header', `Not sent: ${missing.join(', ')}.`) };
  // Node and fetch join the lines of a header by a comma and a blank, which none of the three holds.
  const twice = signatureHeaders.filter(
    (_, at) => values[at]?.length !== 1 || values[at]?.[0]?.includes(', '),
  );
  if (twice.length > 0) {
    return { problem: problem('duplicate-header', `Sent more than once: ${twice.join(', ')}.`) };
  }
  const [id, timestamp, signature] = values.flat() as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) {
    const reason = 'webhook-timestamp is not a whole number of Unix seconds.';
    return { problem: problem('malformed-timestamp', reason) };
  }
  if (!signature.split(' ').some((one) => one.startsWith('v1,'))) {
    const reason = 'webhook-signature has no signature of version v1.';
    return { problem: problem('unknown-version', reason) };
  }
  return { parts: { id, timestamp, signature } };
};

/**
 * Whether a message is signed with one of the keys and recent. The signature is checked before the time, so `too-old`
 * and `too-new` are said of authentic messages only.
 * @param options.now ms UTC
 */
export const checkSignature = (
  { body, header }: SignedMessage,
  keys: readonly KeyObject[],
  options: { readonly now: number; readonly toleranceSeconds?: number },
): SignatureCheck => {
  const read = readSignature(header);
  if ('problem' in read) return read.problem;
  if (!keys.some((key) => isSignedBy(key, read.parts, body))) {
    return problem('no-match', 'No secret matches: changed on the way, or signed with another secret.');
  }
  return timestampProblem(read.parts.timestamp, options) ?? { valid: true };
};

/** Of an authentic timestamp. @param options.now ms UTC */
export const timestampProblem = (
  timestamp: string,
  options: { readonly now: number; readonly toleranceSeconds?: number },
): InvalidSignature | undefined => {
  const tolerance = options.toleranceSeconds ?? toleranceSeconds;
  const offSeconds = Math.floor(options.now / 1000) - Number(timestamp);
  if (Math.abs(offSeconds) <= tolerance) return undefined;
  const [code, side] = offSeconds > 0 ? (['too-old', 'behind'] as const) : (['too-new', 'ahead of'] as const);
  return problem(
    code,
    `webhook-timestamp is ${formatDuration(Math.abs(offSeconds) * 1000)} ${side} this clock; at most ${formatDuration(tolerance * 1000)} is accepted.`,
  );
};

const problem = (code: SignatureProblem, reason: string): InvalidSignature => ({
  valid: false,
  code,
  reason,
});
