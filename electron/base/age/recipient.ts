import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
} from 'node:crypto';
import { bech32 } from '@scure/base';

/** X25519 keys as the standard `age` tool writes them. Source: https://age-encryption.org/v1, "The X25519 recipient type" */

/** A recipient as text: `age1…`, the public half. */
export type Recipient = string;

/** A key that opens what was sealed to its recipient. */
export interface SealingKey {
  readonly recipient: Recipient;
  /** The 32 bytes of the private half: no log and no JSON shows them, and it passes between threads. */
  readonly secret: KeyObject;
}

const keyBytes = 32;
const recipientPrefix = 'age';
const secretPrefix = 'AGE-SECRET-KEY-';
/** What stands before the 32 bytes of a private key in its DER form (RFC 8410). */
const privateFrame = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A new private key: its 32 bytes. */
export const newSealingSecret = (): Buffer =>
  generateKeyPairSync('x25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes);

/** @param secret 32 bytes. @throws Error if it has another length */
export const sealingKeyOf = (secret: Uint8Array): SealingKey => {
  if (secret.byteLength !== keyBytes) throw new Error(`A sealing key must have ${keyBytes} bytes.`);
  const key = createPrivateKey({ key: Buffer.concat([privateFrame, secret]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    recipient: bech32.encodeFromBytes(recipientPrefix, spki.subarray(-keyBytes)),
    secret: createSecretKey(secret),
  };
};

/** The private key as `age -i` reads it. To be kept nowhere. */
export const ageIdentity = ({ secret }: SealingKey): string =>
  bech32.encodeFromBytes(secretPrefix, secret.export()).toUpperCase();

/** SHA-256 of the recipient as text, hex: what people compare, and anyone can make with `printf age1… | sha256sum`. */
export const recipientFingerprint = (recipient: Recipient): string => hash('sha256', recipient);

/** Whether a text is an X25519 recipient in the one form that it is written in. */
export const isRecipient = (text: string): boolean => {
  const decoded = bech32.decodeUnsafe(text, false);
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words);
  return (
    decoded?.prefix === recipientPrefix &&
    bytes?.length === keyBytes &&
    bech32.encodeFromBytes(recipientPrefix, bytes) === text
  );
};

/** Why a text is no recipient, as a clause that never quotes it: it may be a secret. */
export const recipientProblem = (text: string): string | undefined => {
  if (isRecipient(text)) return undefined;
  const lower = text.trim().toLowerCase();
  if (lower.includes('age-secret-key-')) {
    return 'it holds a secret key, which must not leave its owner. Use the recipient that belongs to it, which begins with age1';
  }
  if (/^age1(pq|tag|tagpq)1/.test(lower)) return 'it is a recipient of a kind that is not supported';
  if (/^age1[a-z0-9]+1/.test(lower) && !/^age1[02-9ac-hj-np-z]+$/.test(lower)) {
    return 'it is the recipient of an age plugin. Use the age tool with that plugin';
  }
  if (/^(?:[A-Za-z0-9+/]{43}=|RW[A-Za-z0-9+/]{54})$/.test(text.trim())) {
    return 'it is a key for signatures. Use the recipient, which begins with age1';
  }
  if (lower.startsWith('ssh-')) return 'it is an SSH key. Use a recipient that begins with age1';
  if (lower.startsWith('age1'))
    return 'it is cut off or mistyped: its checksum does not match. Copy it again';
  return 'a recipient begins with age1';
};
