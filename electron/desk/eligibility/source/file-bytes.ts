import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { OwnFileError, ReadError } from '#desk/eligibility/reading/read-error.ts';
import { fileLimitBytes } from './limits.ts';
import { encodingOf, hasControls } from './text.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a regular file and nothing else: a link that took its place is not followed, and a pipe does not hold the
 * thread. Answers undefined for what is not a regular file.
 * @throws Error of the system; OwnFileError for one of Carryover's own
 */
export const openRegular = (path: string, own: OwnFiles): number | undefined => openSized(path, own)?.fd;

/** @throws ReadError `archive.unreadable` for what is not a regular file; else as `openRegular` */
export const openArchive = (path: string, own: OwnFiles): number => {
  const fd = openRegular(path, own);
  if (fd !== undefined) return fd;
  throw new ReadError('archive.unreadable', { path, problem: 'it is not a regular file' });
};

const openSized = (path: string, own: OwnFiles): { fd: number; size: number } | undefined => {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stat = fstatSync(fd, { bigint: true });
  const isOwn = own.has(stat);
  if (stat.isFile() && !isOwn) return { fd, size: Number(stat.size) };
  closeSync(fd);
  if (isOwn) throw new OwnFileError();
  return undefined;
};

/** Reads files one after the other into the same memory, which grows to the limit for one file at most. */
export interface FileBytes {
  /**
   * The whole file, valid until the next call; `too-large` above the limit, `large-binary` if its beginning shows that it
   * is no text either, `special` for what is no regular file.
   * @throws Error of the system
   */
  read(path: string): Buffer | 'too-large' | 'large-binary' | 'special';
}

export const createFileBytes = (own: OwnFiles): FileBytes => {
  let memory = Buffer.allocUnsafeSlow(256 * 1024);
  const grow = (size: number) => {
    if (size <= memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(size * 2, fileLimitBytes + 1));
    memory.copy(larger);
    memory = larger;
  };
  /** One byte more than the size is asked for, so that a file that grows meanwhile is noticed. */
  const fill = (fd: number, size: number): Buffer | 'too-large' => {
    grow(size + 1);
    let filled = 0;
    for (;;) {
      const got = readSync(fd, memory, filled, memory.length - filled, null);
      filled += got;
      if (filled > fileLimitBytes) return 'too-large';
      if (got === 0 || (filled === size && filled < memory.length)) return memory.subarray(0, filled);
      if (filled >= memory.length) grow(filled + 1);
    }
  };
  return {
    read(path) {
      const opened = openSized(path, own);
      if (opened === undefined) return 'special';
      const { fd, size } = opened;
      try {
        if (size > fileLimitBytes) return isText(fd, memory) ? 'too-large' : 'large-binary';
        return fill(fd, size);
      } finally {
        closeSync(fd);
      }
    },
  };
};

const sampleBytes = 64 * 1024;

/** Whether the beginning of a file is text in some encoding. */
const isText = (fd: number, memory: Buffer): boolean => {
  const sample = memory.subarray(0, readSync(fd, memory, 0, sampleBytes, 0));
  return encodingOf(sample) !== 'binary' && !hasControls(sample);
};
