import { createHmac } from 'node:crypto';
import { toIso } from '#base/clock.ts';
import type { SignatureProblem } from '#base/webhook-signature.ts';
import { toleranceSeconds } from '#contract/attempt-check.ts';
import { documentedEvent } from '#service/sandbox/documented-event.ts';
import { jsonText } from './event-schema-files.ts';

/** A message as it arrives, and whether a consumer should take it. */
export interface SignatureVector {
  readonly name: string;
  readonly valid: boolean;
  /** Why, a sentence. */
  readonly reason: string;
  /** What `verifySignature` of `carryover/events` says. */
  readonly code?: SignatureProblem;
  /** Those that the consumer knows. */
  readonly secrets: readonly string[];
  /** The consumer's clock, Unix seconds. */
  readonly now: number;
  /** As they came: names may be spelled differently, and come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodyBase64: string;
  /** Where the npm package `standardwebhooks` decides otherwise: why. */
  readonly standardwebhooks?: string;
}

const secretOf = (words: string): string => `whsec_${Buffer.from(words).toString('base64')}`;
/** Text in the clear, so that nobody takes them for secrets of a service. */
const current = secretOf('carryover-test-secret-01');
const former = secretOf('carryover-test-secret-02');
const foreign = secretOf('carryover-test-secret-03');
/** 32 bytes: with padding. */
const padded = secretOf('carryover-test-secret-32-bytes--');

const sentAt = Date.UTC(2026, 0, 15, 9) / 1000;
const id = 'msg_0h4v7c2n9k3m6q8r1t5w7x9y2z';
const event = documentedEvent('connection.connected');
const json = JSON.stringify({ id: event.id, eventType: event.eventType, payload: { name: 'Café Zürich' } });
const [utf8, empty] = [Buffer.from(json), Buffer.alloc(0)];

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace('whsec_', ''), 'base64');
const hmac = (key: string | Buffer, content: readonly (string | Buffer)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of content) made.update(part);
  return made.digest();
};
const digest = (secret: string, body: string | Buffer = utf8, timestamp: number | string = sentAt): string =>
  hmac(keyOf(secret), [`${id}.${timestamp}.`, body]).toString('base64');
const sign = (secret: string, body?: string | Buffer, timestamp?: number | string): string =>
  `v1,${digest(secret, body, timestamp)}`;

interface Parts {
  readonly secrets?: readonly string[];
  readonly now?: number;
  readonly id?: string;
  readonly timestamp?: string | number;
  readonly signature?: string;
  readonly body?: string | Buffer;
  readonly headers?: SignatureVector['headers'];
  readonly standardwebhooks?: string;
}

const vector = (name: string, code: SignatureProblem | undefined, reason: string, parts: Parts = {}) => {
  const { timestamp = sentAt, signature = sign(current) } = parts;
  const usual = [
    ['webhook-id', parts.id ?? id],
    ['webhook-timestamp', String(timestamp)],
    ['webhook-signature', signature],
  ] as const;
  return {
    name,
    valid: code === undefined,
    reason,
    ...(code && { code }),
    secrets: parts.secrets ?? [current],
    now: parts.now ?? sentAt,
    headers: parts.headers ?? usual,
    bodyBase64: Buffer.from(parts.body ?? utf8).toString('base64'),
    ...(parts.standardwebhooks && { standardwebhooks: parts.standardwebhooks }),
  };
};

const headersWith = (...added: SignatureVector['headers']): SignatureVector['headers'] =>
  [
    ['webhook-id', id],
    ['webhook-timestamp', String(sentAt)],
    ['webhook-signature', sign(current)],
    ...added,
  ] as const;
const headersWithout = (name: string): SignatureVector['headers'] =>
  headersWith().filter(([one]) => one !== name);

const both = `${sign(current)} ${sign(former)}`;
const withBom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]);
const twice = 'It joins the lines by ", " and takes each part that it can read.';

const valid: readonly SignatureVector[] = [
  vector('current-secret', undefined, 'Signed with the secret of the endpoint.'),
  vector('rotated-former-within-24h', undefined, 'For 24 h after a rotation both secrets sign.', {
    secrets: [former],
    signature: both,
  }),
  vector('rotated-current-within-24h', undefined, 'The new secret signs from the rotation on.', {
    signature: both,
  }),
  vector('consumer-knows-both', undefined, 'One secret that matches is enough.', {
    secrets: [former, current],
  }),
  vector('other-versions-beside', undefined, 'Signatures of versions that are not known are skipped.', {
    signature: `v1a,${digest(foreign)} v2,${digest(foreign)} ${sign(current)}`,
  }),
  vector('foreign-signatures-beside', undefined, 'One signature that matches is enough.', {
    signature: `${sign(foreign)} ${sign(former)} ${sign(current)}`,
  }),
  vector('blanks-between', undefined, 'More than one blank between signatures is none the less a list.', {
    signature: `${sign(foreign)}  ${sign(current)}`,
  }),
  vector('oldest-accepted', undefined, 'Exactly 5 minutes old is accepted.', {
    now: sentAt + toleranceSeconds,
  }),
  vector('newest-accepted', undefined, 'Exactly 5 minutes ahead is accepted.', {
    now: sentAt - toleranceSeconds,
  }),
  vector('secret-without-prefix', undefined, 'whsec_ is a mark, not a part of the key.', {
    secrets: [current.replace('whsec_', '')],
  }),
  vector('secret-with-padding', undefined, 'A key of any length signs.', {
    secrets: [padded],
    signature: sign(padded),
  }),
  vector('secret-without-padding', undefined, 'The padding of the secret adds nothing to its key.', {
    secrets: [padded.replace(/=+$/, '')],
    signature: sign(padded),
  }),
  vector('uppercase-header-names', undefined, 'The names of headers have no case.', {
    headers: headersWith().map(([name, value]) => [name.toUpperCase(), value] as const),
  }),
  vector('empty-body', undefined, 'Signed as it is: no bytes.', {
    body: empty,
    signature: sign(current, empty),
  }),
  vector('body-not-json', undefined, 'The signature is of bytes, whatever they mean.', {
    body: 'not JSON',
    signature: sign(current, 'not JSON'),
  }),
  vector('body-sent-with-bom', undefined, 'A byte order mark that was signed belongs to the body.', {
    body: withBom,
    signature: sign(current, withBom),
  }),
];

const changed = 'The signature is of the exact bytes: verify before parsing.';

const invalidBody: readonly SignatureVector[] = [
  vector('body-pretty-printed', 'no-match', changed, {
    body: JSON.stringify(JSON.parse(json), undefined, 2),
  }),
  vector('body-keys-reordered', 'no-match', changed, {
    body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).reverse())),
  }),
  vector('body-with-bom', 'no-match', changed, { body: withBom }),
  vector('body-as-latin1', 'no-match', changed, { body: Buffer.from(json, 'latin1') }),
  vector('body-with-newline', 'no-match', changed, { body: `${json}\n` }),
  vector('body-escaped', 'no-match', changed, {
    body: json.replace(/[é-ü]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  }),
  vector('body-changed', 'no-match', changed, { body: json.replace('Café', 'Cafe') }),
  vector('body-cut-off', 'no-match', changed, { body: utf8.subarray(0, -1) }),
  vector('body-lost', 'no-match', changed, { body: empty }),
];

const unversioned = 'Each signature begins with its version.';
const spelled = 'The signature is the usual base64, with padding.';

const invalidSignature: readonly SignatureVector[] = [
  vector('wrong-secret', 'no-match', 'Signed with a secret of another endpoint.', { secrets: [foreign] }),
  vector('rotated-former-after-24h', 'no-match', 'After 24 h the former secret signs no more.', {
    secrets: [former],
  }),
  vector('secret-as-text', 'no-match', 'The key is the decoded bytes of the secret, not its text.', {
    signature: `v1,${hmac(current, [`${id}.${sentAt}.`, utf8]).toString('base64')}`,
  }),
  vector('signed-body-alone', 'no-match', 'The id and the timestamp are signed too.', {
    signature: `v1,${hmac(keyOf(current), [utf8]).toString('base64')}`,
  }),
  vector('version-2', 'unknown-version', 'v2 is not known.', { signature: `v2,${digest(current)}` }),
  vector('version-1a', 'unknown-version', 'v1a has another kind of key.', {
    signature: `v1a,${digest(current)}`,
  }),
  vector('version-missing', 'unknown-version', unversioned, { signature: digest(current) }),
  vector('version-uppercase', 'unknown-version', 'The version is written v1.', {
    signature: `V1,${digest(current)}`,
  }),
  vector('signature-without-padding', 'no-match', spelled, { signature: sign(current).replace(/=+$/, '') }),
  vector('signature-url-safe', 'no-match', spelled, {
    signature: sign(current).replaceAll('+', '-').replaceAll('/', '_'),
  }),
  vector('signature-hex', 'no-match', spelled, {
    signature: `v1,${Buffer.from(digest(current), 'base64').toString('hex')}`,
  }),
  vector('signature-cut-off', 'no-match', 'A part of a signature is none.', {
    signature: sign(current).slice(0, 20),
  }),
  vector('signature-empty', 'no-match', 'There is a version and nothing else.', { signature: 'v1,' }),
];

const invalidHeaders: readonly SignatureVector[] = [
  vector('id-missing', 'missing-header', 'webhook-id was not sent.', {
    headers: headersWithout('webhook-id'),
  }),
  vector('timestamp-missing', 'missing-header', 'webhook-timestamp was not sent.', {
    headers: headersWithout('webhook-timestamp'),
  }),
  vector('signature-missing', 'missing-header', 'webhook-signature was not sent.', {
    headers: headersWithout('webhook-signature'),
  }),
  vector('timestamp-empty', 'missing-header', 'An empty header says nothing.', { timestamp: '' }),
  vector('id-changed', 'no-match', 'The id is signed: a copy with another id is not a message.', {
    id: 'msg_0h4v7c2n9k3m6q8r1t5w7x9y30',
  }),
  vector('timestamp-renewed', 'no-match', 'The timestamp is signed: an old message can’t be made new.', {
    timestamp: sentAt + 600,
    now: sentAt + 600,
  }),
  vector('too-old', 'too-old', 'More than 5 minutes old: it may be a replay.', {
    now: sentAt + toleranceSeconds + 1,
  }),
  vector('too-new', 'too-new', 'More than 5 minutes ahead of the clock of the consumer.', {
    now: sentAt - toleranceSeconds - 1,
  }),
  vector('timestamp-milliseconds', 'malformed-timestamp', 'The timestamp is in seconds.', {
    timestamp: sentAt * 1000,
    signature: sign(current, utf8, sentAt * 1000),
  }),
  vector('timestamp-with-fraction', 'malformed-timestamp', 'The timestamp is a whole number.', {
    timestamp: `${sentAt}.5`,
    signature: sign(current, utf8, `${sentAt}.5`),
  }),
  vector('timestamp-with-unit', 'malformed-timestamp', 'The timestamp has digits only.', {
    timestamp: `${sentAt}s`,
    standardwebhooks: 'It reads the digits at the beginning, and verifies those.',
  }),
  vector('timestamp-iso', 'malformed-timestamp', 'The timestamp is Unix seconds, not ISO 8601.', {
    timestamp: toIso(sentAt * 1000),
    signature: sign(current, utf8, toIso(sentAt * 1000)),
  }),
  vector('timestamp-negative', 'malformed-timestamp', 'The timestamp has digits only.', {
    timestamp: -sentAt,
    signature: sign(current, utf8, -sentAt),
  }),
  vector('signature-header-twice', 'duplicate-header', 'Which of two headers is meant can’t be known.', {
    headers: [
      ...headersWithout('webhook-signature'),
      ['webhook-signature', sign(foreign)],
      ['webhook-signature', sign(current)],
    ],
    standardwebhooks: twice,
  }),
  vector('id-header-twice', 'duplicate-header', 'Which of two headers is meant can’t be known.', {
    headers: headersWith(['webhook-id', id]),
  }),
  vector('timestamp-header-twice', 'duplicate-header', 'Which of two headers is meant can’t be known.', {
    headers: headersWith(['webhook-timestamp', String(sentAt)]),
    standardwebhooks: 'It reads the digits at the beginning, and verifies those.',
  }),
];

export const signatureVectors: readonly SignatureVector[] = [
  ...valid,
  ...invalidBody,
  ...invalidSignature,
  ...invalidHeaders,
];

/** Test vectors for whoever verifies signatures, in any language. */
export const signatureVectorsFile = (): string =>
  jsonText({
    description:
      'Messages signed by Standard Webhooks, and whether a consumer should accept each. The secrets are for tests: no service has them. HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the decoded secret.',
    toleranceSeconds,
    vectors: signatureVectors,
  });
