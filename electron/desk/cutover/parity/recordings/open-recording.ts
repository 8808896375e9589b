import { basename } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { openFile } from '#base/open-file.ts';
import { withHead } from '#base/utf8.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type OwnFiles, ownFileProblem } from '#desk/core/own-files.ts';
import { readHar } from './har.ts';
import { readJsonLines } from './json-lines.ts';
import type { RecordingItems } from './recording.ts';

export interface Recording {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** What its items are called. */
  readonly unit: 'line' | 'entry';
  readonly items: RecordingItems;
  close(): Promise<void>;
}

const chunkBytes = 1_048_576;
/** The format is told by so much of it. */
const headBytes = 64 * 1024;

/**
 * Opens a HAR or a file of JSON lines, told by its first characters.
 * @param moved called with the bytes that came from the disk
 * @throws CatalogueError `file.unreadable`
 */
export const openRecording = async (
  path: string,
  own: OwnFiles,
  moved: (bytes: number) => void,
): Promise<Recording> => {
  const unreadable = (problem: string): CatalogueError =>
    new CatalogueError('file.unreadable', { path, problem });
  const file = await openFile(path).catch((error: unknown) => {
    throw unreadable(fileProblem(error));
  });
  try {
    const stat = await file.stat({ bigint: true });
    if (own.has(stat)) throw unreadable(ownFileProblem);
    const source = file.createReadStream({ highWaterMark: chunkBytes, autoClose: false });
    const { head, all } = await withHead(asUtf8(counted(source, moved)), headBytes);
    const problem = problemOf(head);
    if (problem !== undefined) throw unreadable(problem);
    const isHar = looksLikeHar(head);
    return {
      name: basename(path),
      bytes: Number(stat.size),
      unit: isHar ? 'entry' : 'line',
      items: isHar ? readHar(all) : readJsonLines(all),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
};

async function* counted(
  source: AsyncIterable<Buffer>,
  moved: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    moved(chunk.length);
    yield chunk;
  }
}

/** Some Windows shells write UTF-16, with a byte order mark. All others pass as they are. */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) decoder = new TextDecoder('utf-16le');
    if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) decoder = new TextDecoder('utf-16be');
    isFirst = false;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
}

const problemOf = (head: Buffer): string | undefined => {
  if (head.length === 0) return 'it is empty';
  const [first, second] = head;
  if (
    (first === 0x1f && second === 0x8b) ||
    (first === 0x50 && second === 0x4b) ||
    (first === 0x28 && second === 0xb5)
  ) {
    return 'it is compressed. Unpack it first';
  }
  if (head.includes(0)) return 'it is no text. Give a HAR or JSON lines';
  return undefined;
};

/** One object that begins with `log`; any other begins a line. */
const looksLikeHar = (head: Buffer): boolean => /^\uFEFF?\s*\{\s*"log"\s*:/.test(head.toString('utf8'));
