import { join } from 'node:path';
import { errorText } from '#base/error-text.ts';
import type { PublicKey } from '#base/signing.ts';
import { systemProblem } from '#base/system-problem.ts';
import { jsonText, type KeptText, keptInFolder } from './kept-texts.ts';

/** What is kept of a private key. */
export interface SealedKey {
  readonly publicKey: PublicKey;
  /** The 32 bytes of the private key in base64, sealed; base64 of the sealed bytes. */
  readonly sealedKey: string;
}

export interface IdentityFile extends SealedKey {
  readonly version: 1;
  readonly created: string;
  /** Fingerprint of the data key that it is sealed under. */
  readonly dataKey?: string;
  /** A KeyHistory as JSON, sealed; base64. */
  readonly sealedHistory?: string;
  /** The key that is about to take its place. Whether it has, the journal says. */
  readonly next?: SealedKey;
}

export const identityFile = (dataDir: string): string => join(dataDir, 'identity.json');

/** As `readIdentity`, of a data folder. */
export const readIdentityFile = (dataDir: string): IdentityFile | undefined =>
  readIdentity(keptInFolder(dataDir).identity);

/**
 * What is kept; undefined if there is nothing.
 * @throws Error in words if it can't be read
 */
export const readIdentity = (kept: KeptText): IdentityFile | undefined => {
  try {
    const text = kept.read();
    if (text === undefined) return undefined;
    const file = JSON.parse(text) as IdentityFile;
    if (typeof file.publicKey !== 'string' || typeof file.sealedKey !== 'string')
      throw new Error('no key in it');
    return file;
  } catch (cause) {
    throw new Error(
      `The ${kept.place} holds the key that this folder signs with, and can't be read: ${systemProblem(cause)?.problem ?? errorText(cause)}. Restore it from a copy.`,
      { cause },
    );
  }
};

export const writeIdentity = (kept: KeptText, content: IdentityFile): Promise<void> =>
  kept.write(jsonText(content));
