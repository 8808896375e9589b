import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { openFile, piecesOf } from '#base/open-file.ts';
import { type CatalogueError, invalid } from '#contract/errors.ts';
import type { TokenImportRequest } from '#contract/token-rows.ts';
import { ownFilesIn } from '#desk/core/own-files.ts';
import type { SealingKeys } from '#desk/core/sealing-keys.ts';
import { type AnswerPlace, openAnswer, pastedPieces } from '#desk/tokens/answer-pieces.ts';
import { answerBytes, fileBytes } from './limits.ts';
import { ImportRefusal, type SourceTask } from './task.ts';

interface Opens {
  /** Whose own files, keys above all, are no list of tokens. */
  readonly dataDir: string;
  readonly sealingKeys: Pick<SealingKeys, 'keys' | 'recipients'>;
}

/**
 * Checks a source before it is read.
 * @throws CatalogueError `request.invalid`, `file.unreadable`
 */
export const sourceOf = async (
  request: TokenImportRequest,
  { dataDir, sealingKeys: { keys, recipients } }: Opens,
): Promise<SourceTask> => {
  const { path, content, name, armored } = request;
  // A name that says so is a promise: what is in such a file in the clear was meant to be sealed.
  const isExpected = request.sealed === true || [name, path].some((one) => /\.age$/i.test(one ?? ''));
  const sealing = { isExpected, keys, recipients };
  if ((path === undefined) === (content === undefined)) {
    throw refused('content', 'Give either path or content.');
  }
  if (content !== undefined) {
    return {
      name: plainName(name ?? 'pasted'),
      size: Buffer.byteLength(content),
      from: { content, ...(armored === undefined ? {} : { armored }) },
      sealing,
    };
  }
  const given = path as string;
  if (!isAbsolute(given)) throw refused('path', 'path must be absolute.');
  const size = await sizeOf(given, dataDir);
  if (size > fileBytes) {
    throw refused('path', `The file has ${size} bytes; the limit is ${fileBytes}. Split it.`);
  }
  return { name: plainName(name ?? basename(given)), size, from: { path: given }, sealing };
};

/**
 * Checks a sealed answer before it is opened.
 * @returns its name, as people know it
 * @throws CatalogueError `request.invalid`, `file.unreadable`
 */
export const answerSource = async (
  from: AnswerPlace,
  name: string | undefined,
  dataDir: string,
): Promise<string> => {
  if ('content' in from) return plainName(name ?? 'pasted');
  const { path } = from;
  if (!isAbsolute(path)) throw refused('path', 'path must be absolute.');
  const size = await sizeOf(path, dataDir);
  if (size > answerBytes) {
    throw refused('path', `The file has ${size} bytes; the limit is ${answerBytes}. Ask for it in parts.`);
  }
  return plainName(name ?? basename(path));
};

/** Without invisible characters, for lists and messages. */
export const plainName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim() || 'unnamed';

const sizeOf = async (path: string, dataDir: string): Promise<number> => {
  const file = await openSource(path);
  try {
    const stat = await file.stat({ bigint: true });
    if (ownFilesIn(dataDir).has(stat)) {
      throw refused('path', 'path is a file of Carryover itself, not a list of tokens.');
    }
    return Number(stat.size);
  } finally {
    await file.close();
  }
};

/** Reads a source once. @throws ImportRefusal `file.unreadable` while it is read */
export const readSource = ({ from }: SourceTask) => {
  const hash = createHash('sha256');
  let bytes = 0;
  const pieces = piecesFrom(from);
  return {
    chunks: (async function* () {
      for await (const chunk of pieces) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
    bytes: () => bytes,
    /** SHA-256, hex. */
    digest: () => hash.digest('hex'),
  };
};

const piecesFrom = (from: SourceTask['from']): AsyncGenerator<Buffer> => {
  if ('content' in from) return pastedPieces(from);
  return 'path' in from ? piecesIn(from.path) : piecesOfAnswer(from);
};

/** It opened before: whatever is wrong now, it is another file. */
async function* piecesOfAnswer({
  answer,
  digest,
}: Extract<SourceTask['from'], { answer: unknown }>): AsyncGenerator<Buffer> {
  try {
    const opened = await openAnswer(answer);
    if (opened === undefined) throw new Error('it is no answer any more');
    for await (const { buffer, byteOffset, length } of opened.list) {
      yield Buffer.from(buffer, byteOffset, length);
    }
    if (opened.digest() !== digest) throw new Error('it has another digest');
  } catch (cause) {
    const path = 'path' in answer.from ? answer.from.path : 'The pasted text';
    throw new ImportRefusal('file.unreadable', { path, problem: 'it changed while it was read' }, { cause });
  }
}

async function* piecesIn(path: string): AsyncGenerator<Buffer> {
  yield* piecesOf(await openSource(path), fileBytes);
}

const openSource = (path: string): Promise<FileHandle> =>
  openFile(path).catch((error: unknown) => {
    throw new ImportRefusal('file.unreadable', { path, problem: fileProblem(error) });
  });

const refused = (itemId: string, message: string): CatalogueError =>
  invalid({ itemId, message, validatorName: 'import' });
