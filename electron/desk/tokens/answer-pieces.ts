import { createHash } from 'node:crypto';
import { unarmored } from '#base/age/armor.ts';
import { openAge } from '#base/age/open.ts';
import type { SealingKey } from '#base/age/recipient.ts';
import { openFile, piecesOf, piecesOfText } from '#base/open-file.ts';
import { endUnread, withHead } from '#base/utf8.ts';
import { answerStart, splitAnswer } from '#contract/answer-file.ts';

/** What was pasted. `armored`: a binary file that was armored on its way here. */
export interface PastedText {
  readonly content: string;
  readonly armored?: boolean;
}

/** Where a sealed answer is: a file, or what was pasted. */
export type AnswerPlace = { readonly path: string } | PastedText;

/** The bytes of what was pasted, as it was before it came here. @throws AgeProblem `damaged`, `cut` */
export const pastedPieces = ({ content, armored = false }: PastedText): AsyncGenerator<Buffer> =>
  armored ? unarmored(piecesOfText(content)) : piecesOfText(content);

/** A sealed answer to a form, as it passes between threads. */
export interface SealedAnswerFile {
  readonly from: AnswerPlace;
  readonly keys: readonly SealingKey[];
}

export interface OpenedAnswer {
  readonly line: string;
  /** Act on nothing of it before its end, which tells that nothing is missing. @throws AgeProblem */
  readonly list: AsyncIterable<Uint8Array>;
  /** SHA-256 of the sealed file, hex; known at the end of the list. */
  digest(): string;
}

/**
 * Opens a filled-in form piece by piece; nothing of it is written anywhere.
 * @returns undefined for what is sealed, and no answer
 * @throws AgeProblem; Error of the system
 */
export const openAnswer = async ({ from, keys }: SealedAnswerFile): Promise<OpenedAnswer | undefined> => {
  const hash = createHash('sha256');
  const pieces = readPieces(from, (piece) => hash.update(piece));
  try {
    const { content } = await openAge(pieces, keys);
    const split = await splitAnswer(content);
    if (typeof split !== 'string') {
      return { line: split.line, list: closing(split.list, pieces), digest: () => hash.copy().digest('hex') };
    }
    await pieces.return(undefined);
    return undefined;
  } catch (error) {
    await pieces.return(undefined);
    throw error;
  }
};

/**
 * Tells a filled-in form from a list by its first bytes. What does not open is neither: whoever reads it says why.
 */
export const isAnswer = async ({ from, keys }: SealedAnswerFile): Promise<boolean> => {
  const pieces = readPieces(from, () => undefined);
  try {
    const { content } = await openAge(pieces, keys);
    const { isForm, all } = await lookInto(content);
    await endUnread(all);
    return isForm;
  } catch {
    return false;
  } finally {
    await pieces.return(undefined);
  }
};

/** Whether what was opened begins as a filled-in form does, and all of it, to be read on. */
export const lookInto = async (content: AsyncIterable<Buffer>) => {
  const { head, all } = await withHead(content, answerStart.length);
  return { isForm: head.equals(Buffer.from(answerStart)), all };
};

/** However it ends, the file is closed: generators in between that were never begun pass no end on. */
async function* closing(
  list: AsyncIterable<Uint8Array>,
  pieces: AsyncGenerator<Buffer>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* list;
  } finally {
    await pieces.return(undefined);
  }
}

async function* readPieces(from: AnswerPlace, see: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  const pieces = 'path' in from ? piecesOf(await openFile(from.path)) : pastedPieces(from);
  for await (const piece of pieces) {
    see(piece);
    yield piece;
  }
}
