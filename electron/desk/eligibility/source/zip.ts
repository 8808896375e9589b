import { closeSync, fstatSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { formatNumber } from '#contract/format.ts';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { ReadError } from '#desk/eligibility/reading/read-error.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { ArchiveEntries, ArchiveEntry } from './archive-entries.ts';
import { openArchive } from './file-bytes.ts';
import { entryLimit, fileLimitBytes, unpackProblem } from './limits.ts';
import type { SourceSink } from './sink.ts';

/**
 * Reads a .zip through its central directory, twice: first for the ignore files, then for the rest. Entries are
 * unpacked whole, as no entry above the limit for a file is unpacked at all.
 * @throws ReadError `archive.unreadable` if it has no central directory
 */
export const readZip = async (
  path: string,
  own: OwnFiles,
  sink: SourceSink,
  entries: ArchiveEntries,
  skips: Skips,
  onProgress: (doneBytes: number) => void,
): Promise<void> => {
  const fd = openArchive(path, own);
  try {
    const size = fstatSync(fd).size;
    const unpack = unpacker(fd, size);
    let claimed = 0;
    await eachEntry(path, fd, size, async (entry, zip) => {
      claimed += bytesClaimedBy(entry);
      if (claimed > size) throw new Overlap();
      const ignoreFile = entries.meet(describe(entry));
      if (ignoreFile === undefined) return undefined;
      const bytes = await unpack(zip, entry).catch(() => undefined);
      if (Buffer.isBuffer(bytes)) entries.addIgnoreFile(ignoreFile, bytes);
      return undefined;
    }).catch(unlessBroken);
    if (claimed > size) return skips.add('.', 'archive-limit', overlapProblem, true);
    await eachEntry(path, fd, size, async (entry, zip) => {
      const described = await withTarget(describe(entry), () => unpack(zip, entry));
      const chosen = entries.choose(described);
      if (chosen === undefined) return undefined;
      if (entry.isEncrypted()) {
        return skips.add(chosen, 'unreadable', 'Encrypted. Use an archive without a password.', true);
      }
      const bytes = await unpack(zip, entry);
      if ('limit' in bytes) throw new Limit(bytes.limit);
      if ('problem' in bytes) return skips.add(chosen, 'archive-damaged', bytes.problem, true);
      sink.take(chosen, bytes);
      return onProgress(entry.relativeOffsetOfLocalHeader);
    }).catch((error: unknown) => {
      if (error instanceof Limit) return skips.add('.', 'archive-limit', error.message, true);
      if (!(error instanceof Broken)) throw error;
      return skips.add('.', 'archive-damaged', `The rest can't be read: ${error.message}.`, true);
    });
  } finally {
    closeSync(fd);
  }
};

/** What an entry takes up: its two headers and what is packed. Entries of which all take up more than there is share it. */
const bytesClaimedBy = ({
  compressedSize,
  fileNameLength,
  extraFieldLength,
  fileCommentLength,
}: Entry): number =>
  localHeaderBytes +
  fileNameLength +
  compressedSize +
  directoryHeaderBytes +
  fileNameLength +
  extraFieldLength +
  fileCommentLength;
const localHeaderBytes = 30;
const directoryHeaderBytes = 46;
const overlapProblem = 'Its entries overlap.';

class Limit extends Error {}
class Overlap extends Error {}
class Broken extends Error {}

const unlessBroken = (error: unknown): void => {
  if (!(error instanceof Broken || error instanceof Limit || error instanceof Overlap)) throw error;
};

/** A link's target is its content, in a few bytes. */
const withTarget = async (told: ArchiveEntry, unpack: () => Promise<Unpacked>): Promise<ArchiveEntry> => {
  if (told.kind !== 'link' || told.size > longestTargetBytes) return told;
  const target = await unpack();
  return Buffer.isBuffer(target) ? { ...told, target: target.toString('utf8') } : told;
};
const longestTargetBytes = 4096;

/** As the archive tells it, but for the target of a link. */
const describe = (entry: Entry): ArchiveEntry => {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  const unixMode = entry.versionMadeBy >>> 8 === 3 ? (entry.externalFileAttributes >>> 16) & 0xf000 : 0;
  const size = entry.uncompressedSize;
  if (/[\\/]$/.test(name)) return { name, kind: 'folder', size };
  if (unixMode === 0xa000) return { name, kind: 'link', size };
  return { name, kind: unixMode === 0 || unixMode === 0x8000 ? 'file' : 'special', size };
};

const eachEntry = async (
  path: string,
  fd: number,
  size: number,
  visit: (entry: Entry, zip: ZipFile) => Promise<unknown>,
): Promise<void> => {
  const reader = new FileReader(fd);
  const zip = await fromRandomAccessReaderPromise(reader, size, {
    autoClose: false,
    // Names are judged one by one: one that leads outside must not end the reading.
    decodeStrings: false,
  }).catch((error: Error) => {
    throw new ReadError('archive.unreadable', { path, problem: error.message.replace(/\.$/, '') });
  });
  if (zip.entryCount > entryLimit) throw new Limit(`More than ${formatNumber(entryLimit)} entries.`);
  const iterator = zip.eachEntry();
  for (;;) {
    const next = await iterator.next().catch((error: Error) => {
      throw new Broken(error.message);
    });
    if (next.done) return;
    await visit(next.value, zip);
  }
};

type Unpacked = Buffer | { readonly problem: string } | { readonly limit: string };

/** Checks size and sum of what it unpacks. The limits count for the whole archive, whatever its entries say. */
const unpacker = (fd: number, archiveBytes: number): ((zip: ZipFile, entry: Entry) => Promise<Unpacked>) => {
  let unpacked = 0;
  return async (zip, entry) => {
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      return { problem: `Unknown compression method ${entry.compressionMethod}.` };
    }
    if (entry.compressedSize > fileLimitBytes * 2) return { problem: 'Compressed size too large.' };
    const packed = Buffer.allocUnsafe(entry.compressedSize);
    try {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      readFully(fd, packed, fileDataStart);
      const bytes = entry.compressionMethod === 0 ? packed : inflate(packed, entry.uncompressedSize);
      unpacked += bytes.length;
      const limit = unpackProblem(unpacked, archiveBytes);
      if (limit !== undefined) return { limit: `Reading stopped: ${limit}.` };
      if (bytes.length !== entry.uncompressedSize)
        return { problem: "Size does not match the archive's directory." };
      return crc32(bytes) === entry.crc32 ? bytes : { problem: 'Checksum does not match.' };
    } catch (error) {
      return { problem: `Unpacking failed: ${(error as Error).message}.` };
    }
  };
};

/** One byte more than announced is enough to know that the announcement is wrong. */
const inflate = (packed: Buffer, announcedBytes: number): Buffer =>
  inflateRawSync(packed, { maxOutputLength: announcedBytes + 1 });

const readFully = (fd: number, into: Buffer, position: number): void => {
  for (let filled = 0; filled < into.length; ) {
    const got = readSync(fd, into, filled, into.length - filled, position + filled);
    if (got === 0) throw new Error('the file ends early');
    filled += got;
  }
};

const windowBytes = 1024 * 1024;

/** Answers the many small reads of the central directory from a window of the file. */
class FileReader extends RandomAccessReader {
  readonly #fd: number;
  readonly #window = Buffer.allocUnsafe(windowBytes);
  #start = 0;
  #filled = 0;

  constructor(fd: number) {
    super();
    this.#fd = fd;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    try {
      if (length > windowBytes) readFully(this.#fd, buffer.subarray(offset, offset + length), position);
      else this.#fromWindow(buffer, offset, length, position);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null);
  }

  #fromWindow(buffer: Buffer, offset: number, length: number, position: number): void {
    if (position < this.#start || position + length > this.#start + this.#filled) {
      this.#start = position;
      this.#filled = readSync(this.#fd, this.#window, 0, windowBytes, position);
      if (this.#filled < length) throw new Error('the file ends early');
    }
    this.#window.copy(buffer, offset, position - this.#start, position - this.#start + length);
  }
}
