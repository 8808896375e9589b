import { Value } from 'typebox/value';
import { createSigner, type PublicKey } from '#base/signing.ts';
import { CatalogueError } from '#contract/errors.ts';
import { KeyFile, keyFileFormat, PrivateKey } from '#contract/identity.ts';
import { openUnder, sealUnder } from '#desk/cases/passphrase.ts';
import type { MovedSealingKey } from '#desk/core/sealing-keys.ts';

/** The private keys as a file, under a passphrase, for the move to another data folder. */
export interface MovedKey {
  readonly privateKey: Buffer;
  /** Keys that the folder signed with before, newest first. */
  readonly earlier: readonly PublicKey[];
  /** The present one first; none in a file from before there were any. */
  readonly sealing: readonly MovedSealingKey[];
}

const placeOf = (publicKey: PublicKey): string => `${keyFileFormat} ${publicKey}`;

export const sealKeyFile = async (
  publicKey: PublicKey,
  { privateKey, earlier, sealing }: MovedKey,
  passphrase: string,
): Promise<KeyFile> => {
  const text = JSON.stringify({ privateKey: privateKey.toString('base64'), earlier, sealing });
  const sealed = await sealUnder(passphrase, text, placeOf(publicKey));
  return { format: keyFileFormat, version: 2, publicKey, sealed };
};

/** @throws CatalogueError `identity.keyFile`, `identity.passphrase`, `caseFile.costly`, `caseFile.busy` */
export const openKeyFile = async (
  text: string,
  passphrase: string,
): Promise<MovedKey & { readonly publicKey: PublicKey }> => {
  const file = parsed(text);
  if (!Value.Check(KeyFile, file) || file.sealed === undefined) {
    throw unreadable(`it is not a ${keyFileFormat} of version 1 or 2`);
  }
  const opened = await openUnder(passphrase, file.sealed, placeOf(file.publicKey)).catch((error: unknown) => {
    const isWrong = error instanceof CatalogueError && error.code === 'caseFile.passphrase';
    throw isWrong ? new CatalogueError('identity.passphrase') : error;
  });
  const secret = parsed(opened);
  if (!Value.Check(PrivateKey, secret)) throw unreadable('its sealed part has an unexpected format');
  const privateKey = Buffer.from(secret.privateKey, 'base64');
  if (privateKey.byteLength !== 32 || createSigner(privateKey).publicKey !== file.publicKey) {
    throw unreadable('it names another public key than its own');
  }
  return { publicKey: file.publicKey, privateKey, earlier: secret.earlier, sealing: secret.sealing ?? [] };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Without V8's own words, which quote the text.
    throw unreadable('it is not JSON, or is truncated');
  }
};

const unreadable = (problem: string): CatalogueError => new CatalogueError('identity.keyFile', { problem });
