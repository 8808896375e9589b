import { createHash } from 'node:crypto';
import { ageFormOf, formBytes } from '#base/age/form.ts';
import { openAge } from '#base/age/open.ts';
import { AgeProblem } from '#base/age/problem.ts';
import { sealedRefusal } from '#base/age/refusal.ts';
import { endUnread, UnreadableTextError, withHead } from '#base/utf8.ts';
import { lookInto } from '#desk/tokens/answer-pieces.ts';
import type { readSource } from './source.ts';
import type { SealedFile, SourceTask } from './task.ts';

/** A list as it is read: the bytes of a plain file, or what a sealed one holds. */
export interface Unsealed {
  readonly chunks: AsyncIterable<Buffer>;
  /** SHA-256 of the list, hex: sealed twice, a list is the same. */
  digest(): string;
  /**
   * Undefined for a plain file. To be asked before anything that was read is acted upon.
   * @throws AgeProblem `cut` if the list was not read to its end: only that tells that nothing is missing
   */
  sealed(): SealedFile | undefined;
}

/**
 * Opens a sealed list as it comes; passes a plain one on, unless a sealed one is expected.
 * @throws AgeProblem here and while it is read
 */
export const unsealed = async (
  { sealing }: SourceTask,
  source: ReturnType<typeof readSource>,
): Promise<Unsealed> => {
  const plain = { digest: source.digest, sealed: () => undefined };
  if (sealing === undefined) return { chunks: source.chunks, ...plain };
  const { head, all } = await withHead(source.chunks, formBytes);
  if (ageFormOf(head) === undefined) {
    if (!sealing.isExpected) return { chunks: all, ...plain };
    await endUnread(all);
    throw new AgeProblem('plain');
  }
  const { recipient, content } = await openAge(all, sealing.keys);
  const list = await lookInto(content);
  if (list.isForm) {
    await endUnread(list.all);
    // Those are told apart before; it is one since.
    throw new UnreadableTextError(
      'it is a filled-in form, and was not when it was opened first. Import it again',
    );
  }
  const hash = createHash('sha256');
  let isWhole = false;
  return {
    chunks: (async function* () {
      for await (const part of list.all) {
        hash.update(part);
        yield part;
      }
      isWhole = true;
    })(),
    digest: () => hash.digest('hex'),
    sealed() {
      if (!isWhole) throw new AgeProblem('cut');
      return { recipient, digest: source.digest() };
    },
  };
};

/** As an error of the catalogue, with the recipient to seal to. */
export const refusalOf = (error: unknown, { name, sealing }: SourceTask): unknown =>
  sealing === undefined ? error : sealedRefusal(error, name, sealing.recipients);
