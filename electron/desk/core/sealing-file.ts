import { join } from 'node:path';
import { isRecipient, type Recipient } from '#base/age/recipient.ts';
import { errorText } from '#base/error-text.ts';
import { systemProblem } from '#base/system-problem.ts';
import { jsonText, type KeptText } from './kept-texts.ts';

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
 * What is kept; undefined if there is nothing.
 * @throws Error in words if it can't be read
 */
export const readSealing = (kept: KeptText): SealingFile | undefined => {
  try {
    const text = kept.read();
    if (text === undefined) return undefined;
    const file = JSON.parse(text) as SealingFile;
    if (!file.keys.every(({ recipient, since }) => isRecipient(recipient) && typeof since === 'string'))
      throw new Error('a key in it has no recipient');
    return file;
  } catch (cause) {
    throw new Error(
      `The ${kept.place} holds the keys that open sealed files, and can't be read: ${systemProblem(cause)?.problem ?? errorText(cause)}. Restore it from a copy. Or move it away: a new key is made then, and files sealed to the earlier ones can't be opened any more.`,
      { cause },
    );
  }
};

export const writeSealing = (kept: KeptText, keys: readonly KeptKey[]): Promise<void> =>
  kept.write(jsonText({ version: 1, keys } satisfies SealingFile));
