import { createReadStream, fstatSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { formatNumber } from '#contract/format.ts';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { ReadError } from '#desk/eligibility/reading/read-error.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { ArchiveEntries, ArchiveEntry } from './archive-entries.ts';
import { openArchive } from './file-bytes.ts';
import { entryLimit, fileLimitBytes, unpackProblem } from './limits.ts';
import type { SourceSink } from './sink.ts';

/**
 * Reads a .tar or .tar.gz as a stream, twice: first for the ignore files, then for the rest.
 * @throws ReadError `archive.unreadable` if it is no tar at all
 */
export const readTar = async (
  path: string,
  own: OwnFiles,
  gzipped: boolean,
  sink: SourceSink,
  entries: ArchiveEntries,
  skips: Skips,
  onProgress: (doneBytes: number) => void,
): Promise<void> => {
  const first = await eachEntry(path, own, gzipped, onProgress, {
    wants: (entry) => entries.meet(entry),
    take: (name, bytes) => entries.addIgnoreFile(name, bytes),
  });
  if (first.entries === 0 && first.end?.reason === 'archive-damaged') {
    throw new ReadError('archive.unreadable', { path, problem: first.end.problem });
  }
  const second = await eachEntry(path, own, gzipped, (done) => onProgress(first.readBytes + done), {
    wants: (entry) => entries.choose(entry),
    take: (name, bytes) => sink.take(name, bytes),
  });
  if (second.end) skips.add('.', second.end.reason, `The rest was not read: ${second.end.problem}.`, true);
};

interface Visitor {
  /** Answers the path under which the content is wanted. */
  wants(entry: ArchiveEntry): string | undefined;
  take(path: string, bytes: Buffer): void;
}
interface Pass {
  readonly entries: number;
  readonly readBytes: number;
  /** Why it ended before the archive did. */
  readonly end: { reason: 'archive-damaged' | 'archive-limit'; problem: string } | undefined;
}

class Limit extends Error {}

const eachEntry = async (
  path: string,
  own: OwnFiles,
  gzipped: boolean,
  onProgress: (doneBytes: number) => void,
  visitor: Visitor,
): Promise<Pass> => {
  const fd = openArchive(path, own);
  const packedBytes = fstatSync(fd).size;
  const source = createReadStream('', { fd, highWaterMark: 1024 * 1024 });
  const untar = extract();
  let entries = 0;
  let tail: Buffer = Buffer.alloc(0);
  const pass = (end: Pass['end']): Pass => ({ entries, readBytes: source.bytesRead, end });
  const content = createContent();
  untar.on('entry', (header, stream, next) => {
    entries++;
    if (entries > entryLimit) return next(new Limit(`it has more than ${formatNumber(entryLimit)} entries`));
    const wanted = visitor.wants(describe(header));
    if (wanted !== undefined) {
      content.clear();
      stream.on('data', (chunk) => content.add(chunk as Buffer));
    } else stream.resume();
    // The archive as a whole ends with the same error.
    stream.on('error', () => {});
    stream.on('end', () => {
      if (wanted !== undefined) visitor.take(wanted, content.bytes());
      next();
    });
    return undefined;
  });
  async function* watched(chunks: AsyncIterable<Buffer>) {
    let unpacked = 0;
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      const problem = unpackProblem(unpacked, packedBytes);
      if (gzipped && problem !== undefined) throw new Limit(problem);
      tail = chunk.length >= blockBytes ? chunk : Buffer.concat([tail.subarray(-blockBytes), chunk]);
      onProgress(source.bytesRead);
      yield chunk;
    }
  }
  const sink = untar as unknown as NodeJS.WritableStream;
  try {
    if (gzipped) await pipeline(source, createGunzip({ chunkSize: 256 * 1024 }), watched, sink);
    else await pipeline(source, watched, sink);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error instanceof Limit ? 'archive-limit' : 'archive-damaged';
    return pass({ reason, problem: error.message.replace(/\.$/, '') });
  }
  const whole = tail.length >= blockBytes && tail.subarray(-blockBytes).every((byte) => byte === 0);
  const problem = 'it has no end marker, so a part may be missing';
  return pass(whole ? undefined : { reason: 'archive-damaged', problem });
};

/** A tar ends with blocks of zeros. */
const blockBytes = 512;

const describe = (header: Header): ArchiveEntry => {
  const { name, size = 0, linkname } = header;
  switch (header.type) {
    case 'file':
    case 'contiguous-file':
      return { name, kind: name.endsWith('/') ? 'folder' : 'file', size };
    case 'directory':
      return { name, kind: 'folder', size };
    case 'symlink':
      return { name, kind: 'link', size, target: linkname ?? '' };
    case 'link':
      // A hard link names its target from the root of the archive; the content stands there.
      return {
        name,
        kind: 'link',
        size,
        target: `${'../'.repeat(name.split('/').length - 1)}${linkname ?? ''}`,
      };
    default:
      return { name, kind: 'special', size };
  }
};

/** The content of one entry at a time, in memory that is used again. */
const createContent = () => {
  let memory = Buffer.allocUnsafeSlow(256 * 1024);
  let filled = 0;
  return {
    clear: () => {
      filled = 0;
    },
    add(chunk: Buffer) {
      const wanted = Math.min(filled + chunk.length, fileLimitBytes);
      if (wanted > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(wanted * 2, fileLimitBytes));
        memory.copy(larger, 0, 0, filled);
        memory = larger;
      }
      filled += chunk.copy(memory, filled);
    },
    bytes: () => memory.subarray(0, filled),
  };
};
