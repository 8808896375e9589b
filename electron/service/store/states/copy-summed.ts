import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { chunkBytes } from './state-file.ts';

/** So large that the processor's cache keeps it; a part of a chunk. */
const pieceBytes = 262_144;
/** After so many bytes the disk begins to write what came, while the next ones are copied: at the end little is left. */
const syncedBytes = 64 * 1_048_576;

/**
 * Copies the first bytes of an open file into a new one for its owner alone, and sums each chunk on the way: the system's
 * own copy would open and close it (`base/held-files.ts`), and threads that hand each other pieces are slow on a busy
 * machine.
 * @param size bytes
 * @param alive called for each chunk
 * @returns CRC-32 of each chunk, 4 bytes each
 */
export const copySummed = async (
  source: number,
  to: string,
  size: number,
  alive: (bytes: number) => void,
): Promise<Buffer> => {
  const target = openSync(to, 'wx', 0o600);
  let syncing: Promise<void> | undefined;
  try {
    // Growing with each write takes three times as long.
    ftruncateSync(target, size);
    const sums = Buffer.alloc(4 * Math.ceil(size / chunkBytes));
    const buffer = Buffer.allocUnsafe(pieceBytes);
    for (let at = 0; at < size; at += pieceBytes) {
      const piece = buffer.subarray(0, readSync(source, buffer, 0, Math.min(pieceBytes, size - at), at));
      const place = 4 * Math.floor(at / chunkBytes);
      sums.writeUInt32BE(crc32(piece, at % chunkBytes === 0 ? 0 : sums.readUInt32BE(place)), place);
      for (let written = 0; written < piece.length; ) {
        written += writeSync(target, piece, written, piece.length - written, at + written);
      }
      if (at % chunkBytes === 0) alive(at);
      if (at > 0 && at % syncedBytes === 0) {
        await syncing;
        syncing = syncData(target);
        // It is waited for later, and must not be one that nobody waits for until then.
        syncing.catch(() => undefined);
      }
    }
    await syncing;
    return sums;
  } finally {
    await syncing?.catch(() => undefined);
    closeSync(target);
  }
};

const syncData = promisify(fdatasync);

/** Which file it is and when it was changed, as far as the system tells. */
export const markOf = (file: number): string => {
  const { ino, size, mtimeNs, ctimeNs } = fstatSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join();
};
