import { hash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { isHashSignedBy, isPublicKey, type PublicKey, type Signer } from './signing.ts';

/**
 * Public keys and detached signatures in the format of minisign (https://jedisct1.github.io/minisign/), so that anyone can
 * check a file with a tool that is not ours. Files are signed prehashed (`ED`, BLAKE2b-512), never as they are.
 */

const algorithm = 'Ed';
const prehashed = 'ED';
const keyIdBytes = 8;
const untrusted = 'untrusted comment: ';
const trusted = 'trusted comment: ';

/** Which key it is, in the form of minisign, follows from the key. */
const keyIdOf = (publicKey: PublicKey): Buffer =>
  Buffer.from(hash('sha256', Buffer.from(publicKey, 'base64')), 'hex').subarray(0, keyIdBytes);

/** A public key as `minisign -P` takes it. */
export const minisignKey = (publicKey: PublicKey): string =>
  Buffer.concat([Buffer.from(algorithm), keyIdOf(publicKey), Buffer.from(publicKey, 'base64')]).toString(
    'base64',
  );

/** As `minisign` names a key: the id of its 8 bytes as a number, which it keeps with the lowest byte first. */
const shownKeyId = (keyId: Buffer): string => Buffer.from(keyId).reverse().toString('hex').toUpperCase();

/** The text of a `minisign.pub` file. */
export const minisignKeyFile = (publicKey: PublicKey): string =>
  `${untrusted}minisign public key ${shownKeyId(keyIdOf(publicKey))}\n${minisignKey(publicKey)}\n`;

/**
 * The hash of a file that is signed: BLAKE2b-512 (RFC 7693), 64 bytes. By a library, as Electron's cryptography
 * (BoringSSL) has no such hash.
 */
export const fileHash = (content: Uint8Array): Buffer => Buffer.from(blake2b(content, { dkLen: 64 }));

/**
 * The text of a `.minisig` file.
 * @param comment one line, signed along with the file
 */
export const minisignature = (signer: Signer, hashed: Uint8Array, comment: string): string => {
  const { signature, withComment } = signer.signHash(hashed, comment);
  return minisigText(signer.publicKey, { signature, comment, withComment });
};

/** The one text that a signature of Carryover has: minisign itself does not check the first line, nor spare bits of base64. */
export const minisigText = (
  publicKey: PublicKey,
  { signature, comment, withComment }: Omit<Minisignature, 'keyId'>,
): string => {
  const body = Buffer.concat([Buffer.from(prehashed), keyIdOf(publicKey), signature]);
  return [
    `${untrusted}signature of Carryover; check it with minisign -Vm FILE -P ${minisignKey(publicKey)}`,
    body.toString('base64'),
    `${trusted}${comment}`,
    `${withComment.toString('base64')}\n`,
  ].join('\n');
};

export interface Minisignature {
  readonly keyId: Buffer;
  readonly comment: string;
  readonly signature: Buffer;
  readonly withComment: Buffer;
}

/** @returns undefined for what is no such signature, or one of a file that was not hashed first */
export const readMinisignature = (text: string): Minisignature | undefined => partsOf(text, [prehashed]);

const partsOf = (text: string, algorithms: readonly string[]): Minisignature | undefined => {
  const [first = '', second = '', third = '', fourth = '', ...rest] = text
    .replaceAll('\r\n', '\n')
    .split('\n');
  const body = Buffer.from(second, 'base64');
  const withComment = Buffer.from(fourth, 'base64');
  const isWhole =
    first.startsWith(untrusted) &&
    third.startsWith(trusted) &&
    body.byteLength === 2 + keyIdBytes + 64 &&
    algorithms.includes(body.subarray(0, 2).toString('latin1')) &&
    withComment.byteLength === 64 &&
    rest.every((line) => line === '');
  if (!isWhole) return undefined;
  return {
    keyId: body.subarray(2, 2 + keyIdBytes),
    comment: third.slice(trusted.length),
    signature: body.subarray(2 + keyIdBytes),
    withComment,
  };
};

/**
 * Which of some keys signed a file with this hash: `unknown` if the signature names none of them, `broken` if it is no
 * signature, or not by the key that it names.
 */
export const signerAmong = (
  keys: readonly PublicKey[],
  hashed: Uint8Array,
  given: Minisignature | undefined,
): { readonly publicKey: PublicKey; readonly comment: string } | { readonly state: 'unknown' | 'broken' } => {
  if (given === undefined) return { state: 'broken' };
  const named = keys.filter((key) => isKeyOf(key, given));
  if (named.length === 0) return { state: 'unknown' };
  const publicKey = named.find((key) => isFileSignedBy(key, hashed, given));
  return publicKey === undefined ? { state: 'broken' } : { publicKey, comment: given.comment };
};

/** Whether a signature says that it is by this key. */
export const isKeyOf = (publicKey: PublicKey, { keyId }: Minisignature): boolean =>
  keyId.equals(keyIdOf(publicKey));

/** Whether a key made a signature of a file with this hash. */
export const isFileSignedBy = (publicKey: PublicKey, hashed: Uint8Array, given: Minisignature): boolean => {
  const { signature, withComment, comment } = given;
  return isKeyOf(publicKey, given) && isHashSignedBy(publicKey, hashed, signature, withComment, comment);
};

/** A signature by a key of anybody's. Its key has an id of its own, which does not follow from the key as ours does. */
export interface OutsideSignatureParts {
  /** As minisign shows it. */
  readonly keyId: string;
  readonly parts: Minisignature;
  /** Of the file's hash; before version 0.10, minisign signed files as they are. */
  readonly isPrehashed: boolean;
}

/** @returns undefined for what is no signature of minisign */
export const readOutsideSignature = (text: string): OutsideSignatureParts | undefined => {
  const hashed = readMinisignature(text);
  const parts = hashed ?? partsOf(text, [algorithm]);
  return parts && { keyId: shownKeyId(parts.keyId), parts, isPrehashed: hashed !== undefined };
};

export interface OutsideKey {
  readonly publicKey: PublicKey;
  /** As minisign shows it; absent where only the key's 32 bytes are known. */
  readonly keyId: string | undefined;
}

/** @returns undefined for what is no public key, or several */
export const readOutsideKey = (text: string): OutsideKey | undefined => {
  const publicKey = publicKeyIn(text);
  if (publicKey === undefined) return undefined;
  const ids = text.split('\n').flatMap((line) => {
    const bytes = Buffer.from(line.trim(), 'base64');
    const isWhole = publicKeyOfLine(line.trim()) === publicKey && bytes.byteLength > 32;
    return isWhole ? [shownKeyId(bytes.subarray(2, 2 + keyIdBytes))] : [];
  });
  return { publicKey, keyId: ids[0] };
};

export const verifiesOutside = (
  publicKey: PublicKey,
  content: Uint8Array,
  { parts: { signature, withComment, comment }, isPrehashed }: OutsideSignatureParts,
): boolean =>
  isHashSignedBy(publicKey, isPrehashed ? fileHash(content) : content, signature, withComment, comment);

/**
 * The public key in what a colleague sent: its 32 bytes in base64, a minisign key, or the text of a file with one of them
 * in a line of its own.
 */
export const publicKeyIn = (text: string): PublicKey | undefined => {
  const found = new Set(text.split('\n').flatMap((line) => publicKeyOfLine(line.trim()) ?? []));
  const [only] = found;
  return found.size === 1 ? only : undefined;
};

const publicKeyOfLine = (line: string): PublicKey | undefined => {
  if (isPublicKey(line)) return line;
  const bytes = Buffer.from(line, 'base64');
  const isMinisign =
    bytes.byteLength === 2 + keyIdBytes + 32 &&
    bytes.toString('base64') === line &&
    bytes.subarray(0, 2).toString('latin1') === algorithm;
  return isMinisign ? bytes.subarray(2 + keyIdBytes).toString('base64') : undefined;
};
