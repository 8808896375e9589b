import type { Decrypter } from 'age-encryption';
import { endUnread, withHead } from '#base/utf8.ts';
import { unarmored } from './armor.ts';
import { ageFormOf, formBytes } from './form.ts';
import { type AgeHeader, takeHeader } from './header.ts';
import { AgeProblem } from './problem.ts';
import { ageIdentity, type Recipient, type SealingKey } from './recipient.ts';

export interface OpenedAge {
  /** To whom of `keys` it was sealed. */
  readonly recipient: Recipient;
  /**
   * What was sealed, in parts of at most 64 KiB, each of which is known to be whole and in its place. Only the end tells
   * that nothing is missing: act on nothing of it before. Read it to its end, or end it (`for await` does).
   * @throws AgeProblem `damaged`, `cut`; what the source throws
   */
  readonly content: AsyncGenerator<Buffer>;
}

/**
 * Opens a sealed file as it comes, binary or armored, with whichever of the keys it was sealed to.
 * @throws AgeProblem any; what `chunks` throws
 */
export const openAge = async (
  chunks: AsyncIterable<Buffer>,
  keys: readonly SealingKey[],
): Promise<OpenedAge> => {
  const { head, all } = await withHead(chunks, formBytes);
  try {
    const form = ageFormOf(head);
    if (form === undefined) throw new AgeProblem('plain');
    if (form === 'newer') throw new AgeProblem('newer');
    const { header, rest } = await takeHeader(form === 'armored' ? unarmored(all) : all);
    const { recipient, decrypter } = await unlock(header, keys);
    return { recipient, content: contentOf(decrypter, { header, rest }) };
  } catch (error) {
    await endUnread(all);
    throw error;
  }
};

/** How `age-encryption` says that a key is not the one: all else that it throws is about the header. */
const noMatch = "no identity matched any of the file's recipients";

const unlock = async (
  header: Buffer,
  keys: readonly SealingKey[],
): Promise<{ recipient: Recipient; decrypter: Decrypter }> => {
  // Hundreds of files, which a start does not wait for.
  const age = await import('age-encryption');
  for (const key of keys) {
    const decrypter = new age.Decrypter();
    decrypter.addIdentity(ageIdentity(key));
    try {
      await decrypter.decryptHeader(header);
      return { recipient: key.recipient, decrypter };
    } catch (error) {
      if ((error as Error).message !== noMatch) throw new AgeProblem('damaged');
    }
  }
  throw new AgeProblem('wrongRecipient');
};

/** Bytes of plain content in a part, and of the part with its tag. */
const partBytes = 65_536;
const sealedPartBytes = partBytes + 16;
const nonceBytes = 16;

async function* contentOf(decrypter: Decrypter, sealed: AgeHeader): AsyncGenerator<Buffer> {
  const source = createSource(sealed);
  let opened = 0;
  try {
    const stream = await decrypter.decrypt(ReadableStream.from(source.pieces) as ReadableStream<Uint8Array>);
    for await (const part of stream) {
      opened += part.length;
      yield Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    }
  } catch {
    if (source.failure() !== undefined) throw source.failure();
    throw new AgeProblem(source.isLast(opened) ? 'cut' : 'damaged');
  } finally {
    // A cancelled stream only gets to it later.
    await source.pieces.return(undefined);
  }
}

/** The file once more from its start on, in pieces of no more than a part: so no part is opened before the last is read. */
const createSource = ({ header, rest }: AgeHeader) => {
  let payload = 0;
  let isEnded = false;
  let failure: unknown;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield header;
      for await (const chunk of rest) {
        payload += chunk.length;
        for (let at = 0; at < chunk.length; at += partBytes) yield chunk.subarray(at, at + partBytes);
      }
      isEnded = true;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return {
    pieces: pieces(),
    failure: () => failure,
    /** Whether the part after `opened` bytes of content, which did not open, is the file's last one. */
    isLast(opened: number): boolean {
      const before = nonceBytes + Math.floor(opened / partBytes) * sealedPartBytes;
      return isEnded && payload - before <= sealedPartBytes;
    },
  };
};
