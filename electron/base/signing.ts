import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/**
 * Ed25519 signatures (RFC 8032). Every signature names its domain, so that one made for an audit entry is never valid for
 * a file, or the other way round.
 */
export const signatureDomains = ['case entry', 'journal entry', 'journal head', 'statement', 'file'] as const;
export type SignatureDomain = (typeof signatureDomains)[number];

/** A public key as text: its 32 bytes in base64. */
export type PublicKey = string;

export interface Signer {
  readonly publicKey: PublicKey;
  /** @returns the signature's 64 bytes in base64 */
  sign(domain: SignatureDomain, text: string | Uint8Array): string;
}

const keyBytes = 32;
/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
const publicFrame = Buffer.from('302a300506032b6570032100', 'hex');
const privateFrame = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new private key: its 32 bytes. */
export const newSigningKey = (): Buffer =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes);

/** @param privateKey 32 bytes. @throws Error if it has another length */
export const createSigner = (privateKey: Uint8Array): Signer => {
  if (privateKey.byteLength !== keyBytes) throw new Error(`A signing key must have ${keyBytes} bytes.`);
  const key = createPrivateKey({
    key: Buffer.concat([privateFrame, privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.subarray(-keyBytes).toString('base64'),
    sign: (domain, text) => sign(null, framed(domain, text), key).toString('base64'),
  };
};

/** Whether a text is a public key in the one form that it is written in. */
export const isPublicKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.byteLength === keyBytes && bytes.toString('base64') === text;
};

/** Never throws: what is no key or no signature verifies nothing. */
export const isSignedBy = (
  publicKey: PublicKey,
  domain: SignatureDomain,
  text: string | Uint8Array,
  signature: string,
): boolean => {
  const bytes = Buffer.from(signature, 'base64');
  // One form only: a signature that can be written differently could be altered without a trace.
  if (bytes.byteLength !== 64 || bytes.toString('base64') !== signature) return false;
  const key = publicKeyObject(publicKey);
  return key !== undefined && verify(null, framed(domain, text), key, bytes);
};

/** SHA-256 of the key's 32 bytes, hex: what people compare. */
export const keyFingerprint = (publicKey: PublicKey): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'));

/** Made once for each key: reading one costs as much as verifying with it. */
const keyObjects = new Map<PublicKey, KeyObject>();
const keptKeys = 1000;

const publicKeyObject = (publicKey: PublicKey): KeyObject | undefined => {
  const known = keyObjects.get(publicKey);
  if (known !== undefined || !isPublicKey(publicKey)) return known;
  const key = Buffer.concat([publicFrame, Buffer.from(publicKey, 'base64')]);
  const made = createPublicKey({ key, format: 'der', type: 'spki' });
  if (keyObjects.size >= keptKeys) keyObjects.clear();
  keyObjects.set(publicKey, made);
  return made;
};

const framed = (domain: SignatureDomain, text: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`carryover ${domain} v1\n`), Buffer.from(text as Uint8Array)]);
