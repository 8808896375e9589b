import { createHash } from 'node:crypto';
import { openAge } from '#base/age/open.ts';
import type { SealingKey } from '#base/age/recipient.ts';
import { openFile, piecesOf } from '#base/open-file.ts';
import { splitAnswer } from '#contract/answer-file.ts';

/** A sealed answer to a form, as it passes between threads. */
export interface SealedAnswerFile {
  readonly path: string;
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
export const openAnswer = async ({ path, keys }: SealedAnswerFile): Promise<OpenedAnswer | undefined> => {
  const hash = createHash('sha256');
  const pieces = readPieces(path, (piece) => hash.update(piece));
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

async function* readPieces(path: string, see: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of piecesOf(await openFile(path))) {
    see(piece);
    yield piece;
  }
}
