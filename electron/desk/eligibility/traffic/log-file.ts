import { createHash, type Hash } from 'node:crypto';
import { createReadStream, fstatSync, type ReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { ReadError, readable } from '#desk/eligibility/reading/read-error.ts';
import { openRegular } from '#desk/eligibility/source/file-bytes.ts';

/** A log file that is being read: what it holds, unpacked, piece by piece, and the digest of its bytes as they lie. */
export interface LogFile {
  readonly path: string;
  /** As it lies on the disk. */
  readonly size: number;
  readonly modifiedMs: number;
  /** Ends early where the file is damaged: see `damage`. */
  chunks(): AsyncGenerator<Buffer>;
  readonly damage: string | undefined;
  /** Of the whole file, read to its end; hex. */
  digest(): Promise<string>;
}

const chunkBytes = 1024 * 1024;
/** No log packs better; above a gigabyte it is a bomb. */
const ratioLimit = 500;
const ratioFromBytes = 1024 ** 3;

/**
 * Opens a log; its first bytes show whether it is gzip. `moved` is called with the bytes that came from the disk.
 * @throws ReadError `file.unreadable`
 */
export const openLog = (
  path: string,
  realPath: string,
  own: OwnFiles,
  moved: (bytes: number) => void,
): LogFile => {
  const fd = readable(path, () => openRegular(realPath, own));
  if (fd === undefined) {
    const problem = 'it is not a regular file. Name log files, not folders, devices or pipes';
    throw new ReadError('file.unreadable', { path, problem });
  }
  const { size, mtimeMs } = fstatSync(fd);
  const source = createReadStream('', { fd, highWaterMark: chunkBytes, start: 0 });
  const hashed = hashing(source, moved);
  let damage: string | undefined;
  const unpacked = async function* (): AsyncGenerator<Buffer> {
    try {
      const first = await hashed.chunks.next();
      if (first.done) return;
      const packed = first.value[0] === 0x1f && first.value[1] === 0x8b;
      if (packed) yield* gunzipped(first.value, hashed.chunks, size);
      else {
        yield first.value;
        yield* hashed.chunks;
      }
    } catch (error) {
      damage = (error as Error).message.replace(/\.$/, '');
    }
  };
  return {
    path,
    size,
    modifiedMs: mtimeMs,
    chunks: unpacked,
    get damage() {
      return damage;
    },
    async digest() {
      try {
        for await (const _ of hashed.chunks);
      } catch (error) {
        damage ??= (error as Error).message;
      }
      return hashed.hash.digest('hex');
    },
  };
};

/** The file's chunks can be taken from more than one place, one after the other: giving up does not close it. */
const hashing = (source: ReadStream, moved: (bytes: number) => void): { chunks: Shared; hash: Hash } => {
  const hash = createHash('sha256');
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const chunks: Shared = {
    async next() {
      const next = await iterator.next();
      if (!next.done) {
        hash.update(next.value);
        moved(next.value.length);
      }
      return next;
    },
    [Symbol.asyncIterator]: () => chunks,
  };
  return { chunks, hash };
};

type Shared = AsyncIterator<Buffer> & AsyncIterable<Buffer>;

async function* gunzipped(first: Buffer, rest: Shared, packedBytes: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  const feed = async () => {
    try {
      for (let chunk = first; ; ) {
        if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve));
        const next = await rest.next();
        if (next.done) break;
        chunk = next.value;
      }
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error as Error);
    }
  };
  void feed();
  let unpacked = 0;
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    unpacked += chunk.length;
    if (unpacked > ratioFromBytes && unpacked > packedBytes * ratioLimit) {
      throw new Error(`it unpacks to more than ${ratioLimit} times its size`);
    }
    yield chunk;
  }
}
