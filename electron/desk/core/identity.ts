import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemTime, toIso } from '#base/clock.ts';
import type { Sealer } from '#base/sealing.ts';
import { createSigner, newSigningKey, type PublicKey, type Signer } from '#base/signing.ts';
import { syncFolder } from '#base/sync-folder.ts';

/**
 * The signing identity of a data folder: an Ed25519 key, kept in `identity.json` and sealed under the data key. Whoever
 * has the folder but not its data key can't sign.
 */

interface IdentityFile {
  readonly version: 1;
  readonly publicKey: PublicKey;
  /** The 32 bytes of the private key in base64, sealed; base64 of the sealed bytes. */
  readonly sealedKey: string;
  readonly created: string;
}

export const identityFile = (dataDir: string): string => join(dataDir, 'identity.json');

const placeOf = (publicKey: PublicKey): string => `signing key ${publicKey}`;

/**
 * Opens the identity, or makes one where there is none yet.
 * @throws Error if it can't be read, or was sealed under another data key
 */
export const openIdentity = (dataDir: string, sealer: Sealer): Signer => {
  const path = identityFile(dataDir);
  if (!existsSync(path)) writeIdentity(dataDir, sealer, newSigningKey());
  const { publicKey, sealedKey } = JSON.parse(readFileSync(path, 'utf8')) as IdentityFile;
  const privateKey = sealer.open(Buffer.from(sealedKey, 'base64'), placeOf(publicKey));
  const signer = createSigner(Buffer.from(privateKey, 'base64'));
  if (signer.publicKey !== publicKey) throw new Error(`${path} names another public key than its own.`);
  return signer;
};

/** The data key is lost, and the private key with it: its file is kept beside for its public key, and a new one is made. */
export const setIdentityAside = (dataDir: string): void => {
  const path = identityFile(dataDir);
  const when = toIso(systemTime.now()).replaceAll(/[:.]/g, '-');
  if (existsSync(path)) renameSync(path, `${path}.${when}`);
};

/** Puts a private key in the place of the one that is there. A crash leaves the one or the other, whole. */
export const writeIdentity = (dataDir: string, sealer: Sealer, privateKey: Uint8Array): void => {
  const { publicKey } = createSigner(privateKey);
  const sealed = sealer.seal(Buffer.from(privateKey).toString('base64'), placeOf(publicKey));
  const content: IdentityFile = {
    version: 1,
    publicKey,
    sealedKey: sealed.toString('base64'),
    created: toIso(systemTime.now()),
  };
  const path = identityFile(dataDir);
  const unfinished = `${path}.partial`;
  writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  syncFolder(dirname(path));
};
