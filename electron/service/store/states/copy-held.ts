import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { chunkBytes } from './state-file.ts';

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
    const sums = Buffer.alloc(4 * Math.ceil(size / chunkBytes));
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size));
    for (let at = 0; at < size; at += chunkBytes) {
      const chunk = buffer.subarray(0, readSync(source, buffer, 0, Math.min(chunkBytes, size - at), at));
      sums.writeUInt32BE(crc32(chunk), (at / chunkBytes) * 4);
      for (let written = 0; written < chunk.length; ) {
        written += writeSync(target, chunk, written, chunk.length - written, at + written);
      }
      alive(at);
    }
    return sums;
  } finally {
    closeSync(target);
  }
};
