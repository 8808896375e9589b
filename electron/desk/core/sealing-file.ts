import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isRecipient, type Recipient } from '#base/age/recipient.ts';
import { instantInName, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { systemProblem } from '#base/system-problem.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';

/** A key that files are, or were, sealed to. */
export interface KeptKey {
  readonly recipient: Recipient;
  readonly since: string;
  /** The 32 bytes of the private key in base64, sealed; base64 of the sealed bytes. Absent once it is lost. */
  readonly sealedKey?: string;
  /** When another took its place, and why. Absent from the present one. */
  readonly until?: string;
  readonly how?: 'rotated' | 'moved' | 'lost';
}

export interface SealingFile {
  readonly version: 1;
  /** The present one first. */
  readonly keys: readonly KeptKey[];
}

export const sealingFile = (dataDir: string): string => join(dataDir, 'sealing.json');

/**
 * What the file says; undefined if there is none.
 * @throws Error in words if it can't be read
 */
export const readSealingFile = (dataDir: string): SealingFile | undefined => {
  const path = sealingFile(dataDir);
  if (!existsSync(path)) return undefined;
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as SealingFile;
    if (!file.keys.every(({ recipient, since }) => isRecipient(recipient) && typeof since === 'string'))
      throw new Error('a key in it has no recipient');
    return file;
  } catch (cause) {
    throw new Error(
      `The file ${path} holds the keys that open sealed files, and can't be read: ${systemProblem(cause)?.problem ?? errorText(cause)}. Restore it from a copy. Or move it away: a new key is made then, and files sealed to the earlier ones can't be opened any more.`,
      { cause },
    );
  }
};

/** A crash leaves the file from before or this one, whole. */
export const writeSealingFile = (dataDir: string, keys: readonly KeptKey[]): void =>
  writeJsonAtomically(sealingFile(dataDir), { version: 1, keys } satisfies SealingFile);

/** A key in it does not open: it is kept beside, should the right data key be found again. */
export const setSealingFileAside = (dataDir: string): void => {
  const path = sealingFile(dataDir);
  renameSync(path, `${path}.${instantInName(systemTime.now())}`);
};
