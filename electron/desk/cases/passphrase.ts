import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { createSealer } from '#base/sealing.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';

/** Secrets under a passphrase, for a file that leaves this machine: scrypt (RFC 7914), then AES-256-GCM. */

type Sealed = NonNullable<CaseFile['sealed']>;

/** 64 MiB and about a quarter of a second for each guess. */
const cost = 2 ** 16;
const blockSize = 8;

/** @param place what the secrets belong to: they open nowhere else */
export const sealUnder = async (passphrase: string, text: string, place: string): Promise<Sealed> => {
  const salt = randomBytes(16);
  const key = await keyOf(passphrase, { cost, blockSize, salt });
  return {
    kdf: 'scrypt',
    cost,
    blockSize,
    salt: salt.toString('base64'),
    content: createSealer(key).seal(text, place).toString('base64'),
  };
};

/** @throws CatalogueError `caseFile.passphrase` */
export const openUnder = async (passphrase: string, sealed: Sealed, place: string): Promise<string> => {
  const salt = Buffer.from(sealed.salt, 'base64');
  try {
    const key = await keyOf(passphrase, { ...sealed, salt });
    return createSealer(key).open(Buffer.from(sealed.content, 'base64'), place);
  } catch {
    throw new CatalogueError('caseFile.passphrase');
  }
};

interface Derivation {
  readonly cost: number;
  readonly blockSize: number;
  readonly salt: Buffer;
}

/** A file may ask for more work than ours, within what `CaseFile` allows and 512 MiB. */
const mostMemory = 512 * 1_048_576;

const keyOf = (passphrase: string, { cost, blockSize, salt }: Derivation): Promise<Buffer> =>
  derive(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: blockSize, p: 1, maxmem: mostMemory });

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
