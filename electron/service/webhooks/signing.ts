import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import { secretPrefix } from '#base/new-secret.ts';

/** The public Standard Webhooks scheme. Source: `docs/reference/rules/delivery.md#signature`. */

/** The HMAC key is the decoded bytes. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(secretPrefix.length), 'base64'));

/**
 * The value of `webhook-signature`: one `v1,…` for each key, separated by spaces.
 * @param timestamp Unix seconds of the attempt
 * @param body the exact text that is sent
 */
export const signature = (
  keys: readonly KeyObject[],
  messageId: string,
  timestamp: number,
  body: string,
): string => signBody(keys, messageId, timestamp, body).signature;

/**
 * Signs and encodes at once. An HMAC is two hashes (RFC 2104, 2), which cost half as much as node's object for it.
 * @returns the signature as above, and the bytes of the body
 */
export const signBody = (
  keys: readonly KeyObject[],
  messageId: string,
  timestamp: number,
  body: string,
): { readonly signature: string; readonly bytes: Buffer } => {
  const head = `${messageId}.${timestamp}.`;
  const bodyFrom = blockBytes + Buffer.byteLength(head);
  const content = Buffer.allocUnsafe(bodyFrom + Buffer.byteLength(body));
  content.write(head, blockBytes);
  content.write(body, bodyFrom);
  let signature = '';
  for (const key of keys) {
    const { inner, outer } = padsOf(key);
    content.set(inner);
    outer.write(hash('sha256', content, 'binary'), blockBytes, 'latin1');
    const digest = hash('sha256', outer, 'base64');
    signature += signature === '' ? `v1,${digest}` : ` v1,${digest}`;
  }
  return { signature, bytes: content.subarray(bodyFrom) };
};

/** Of SHA-256: what it takes at a time, and what it gives. */
const [blockBytes, digestBytes] = [64, 32];

interface Pads {
  /** Comes before what is signed. */
  readonly inner: Buffer;
  /** With room for the hash of the inner one and what is signed. */
  readonly outer: Buffer;
}

const padsByKey = new WeakMap<KeyObject, Pads>();

const padsOf = (key: KeyObject): Pads => {
  let pads = padsByKey.get(key);
  if (pads === undefined) {
    const raw = key.export();
    const bytes = raw.length > blockBytes ? hash('sha256', raw, 'buffer') : raw;
    const pad = (value: number, length: number): Buffer => {
      const made = Buffer.alloc(length);
      for (let at = 0; at < blockBytes; at++) made[at] = (bytes[at] ?? 0) ^ value;
      return made;
    };
    pads = { inner: pad(0x36, blockBytes), outer: pad(0x5c, blockBytes + digestBytes) };
    padsByKey.set(key, pads);
  }
  return pads;
};
