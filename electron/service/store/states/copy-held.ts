import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { chunkBytes } from './state-file.ts';

/** So large that the processor's cache keeps it; a part of a chunk. */
const pieceBytes = 262_144;

/**
 * Copies an open file into a new one for its owner alone, and sums each chunk on the way: the system's own copy would
 * open and close it (`base/held-files.ts`), and threads that hand each other pieces are slow on a busy machine.
 * @param alive called for each chunk
 * @returns CRC-32 of each chunk, 4 bytes each
 */
export const copyHeld = (source: number, to: string, alive: (bytes: number) => void): Buffer => {
  const target = openSync(to, 'wx', 0o600);
  try {
    const { size } = fstatSync(source);
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
    }
    return sums;
  } finally {
    closeSync(target);
  }
};
