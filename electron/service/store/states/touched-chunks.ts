import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { chunkBytes } from './state-file.ts';

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * Which chunks of a database its write-ahead log will change once it is copied into it: each frame begins with the number
 * of its page. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export const touchedChunks = (log: string, pageBytes: number): Set<number> => {
  // What ends the log's use writes into the first page.
  const chunks = new Set([0]);
  if (!existsSync(log)) return chunks;
  const { size } = statSync(log);
  const fd = openSync(log, 'r');
  try {
    const number = Buffer.alloc(4);
    for (let at = headerBytes; at + frameHeaderBytes <= size; at += frameHeaderBytes + pageBytes) {
      readSync(fd, number, 0, 4, at);
      chunks.add(Math.floor(((number.readUInt32BE() - 1) * pageBytes) / chunkBytes));
    }
    return chunks;
  } finally {
    closeSync(fd);
  }
};
