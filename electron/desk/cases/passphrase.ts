import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { createSealer } from '#base/sealing.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { CatalogueError } from '#contract/errors.ts';

/** Secrets under a passphrase, for a file that leaves this machine: scrypt (RFC 7914), then AES-256-GCM. */

type Sealed = NonNullable<CaseFile['sealed']>;

/** 128 MiB and about half a second for each guess: the least that OWASP's Password Storage Cheat Sheet names. */
const cost = 2 ** 17;
const blockSize = 8;

/** What one derivation holds is 128 bytes × cost × block size. A file may ask for twice ours, and not for more. */
const memoryOf = ({ cost, blockSize }: Pick<Sealed, 'cost' | 'blockSize'>): number => 128 * cost * blockSize;
const mostMemory = 2 * memoryOf({ cost, blockSize });

/** One at a time: several at once would take the machine's memory, and the threads that read its disks. */
const derivations = new PQueue({ concurrency: 1 });
/** As many may wait. Each waits for half a second or a second for each before it. */
const mostWaiting = 8;

/**
 * @param place what the secrets belong to: they open nowhere else
 * @throws CatalogueError `caseFile.busy`
 */
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

/** @throws CatalogueError `caseFile.passphrase`, `.costly`, `.busy`, `.unreadable` */
export const openUnder = async (passphrase: string, sealed: Sealed, place: string): Promise<string> => {
  refuseOddCost(sealed);
  const key = await keyOf(passphrase, { ...sealed, salt: Buffer.from(sealed.salt, 'base64') });
  try {
    return createSealer(key).open(Buffer.from(sealed.content, 'base64'), place);
  } catch {
    throw new CatalogueError('caseFile.passphrase');
  }
};

/** Before anything is derived. @throws CatalogueError `caseFile.costly`, `.unreadable` */
const refuseOddCost = (sealed: Sealed): void => {
  const needed = memoryOf(sealed);
  if (needed > mostMemory) {
    const mebibytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);
    throw new CatalogueError('caseFile.costly', { needed: mebibytes(needed), most: mebibytes(mostMemory) });
  }
  if (!Number.isInteger(Math.log2(sealed.cost))) {
    throw new CatalogueError('caseFile.unreadable', { problem: 'the cost of its key is no power of two' });
  }
};

interface Derivation {
  readonly cost: number;
  readonly blockSize: number;
  readonly salt: Buffer;
}

/**
 * Does `work`, which derives a key here or in a worker, when nothing else does.
 * @throws CatalogueError `caseFile.busy`
 */
export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (derivations.size >= mostWaiting) throw new CatalogueError('caseFile.busy');
  return derivations.add(work);
};

const keyOf = (passphrase: string, { cost, blockSize, salt }: Derivation): Promise<Buffer> => {
  // OpenSSL counts some more than the formula.
  const options = { N: cost, r: blockSize, p: 1, maxmem: mostMemory + 1_048_576 };
  return inTurn(() => derive(passphrase.normalize('NFKC'), salt, 32, options));
};

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
