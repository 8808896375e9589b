import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { openFile } from '#base/open-file.ts';
import { bundledName, type ReportProblem } from '#contract/bundle.ts';
import { formatNumber } from '#contract/format.ts';
import type { Files } from './manifest.ts';

/** Far above what a bundle has, so that a foreign archive can't fill the memory. Bytes, files. */
const mostBytes = 512 * 1_048_576;
const mostFiles = 200;

/** What systems leave in folders that a person looks at. */
const ofTheSystem: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** What lies in a zip or a folder that is to be a bundle. */
export interface ReadBundle {
  readonly files: Files;
  /** What can't belong to a bundle, or can't be unpacked. */
  readonly problems: readonly ReportProblem[];
  /** The archive, which holds nothing beside its files; undefined for a folder. */
  readonly zip?: { readonly name: string; readonly content: Buffer };
}

/** A file that is too large to be one of ours, in words for a person. */
export class TooLargeError extends Error {}

/** @throws Error of the system, for `fileProblem`; TooLargeError */
export const readWholeFile = async (path: string): Promise<Buffer> => {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size > mostBytes) throw new TooLargeError(`it has more than ${formatNumber(mostBytes)} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/** @throws Error of the system, for `fileProblem`; TooLargeError */
export const readFolder = async (path: string): Promise<ReadBundle> => {
  const files = new Map<string, Buffer>();
  const problems: ReportProblem[] = [];
  let room = mostBytes;
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !ofTheSystem.has(name));
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!entry.isFile() || !bundledName.test(entry.name) || files.size >= mostFiles) {
      problems.push({ file: entry.name, what: notOfABundle });
      continue;
    }
    const content = await readWholeFile(join(path, entry.name));
    room -= content.byteLength;
    if (room < 0) throw tooLarge;
    files.set(entry.name, content);
  }
  return { files, problems };
};

/** @throws TooLargeError */
export const readZip = async (path: string, content: Buffer): Promise<ReadBundle> => {
  const name = basename(path);
  const files = new Map<string, Buffer>();
  const problems: ReportProblem[] = [];
  let room = mostBytes;
  try {
    const zip = await fromBufferPromise(content, { strictFileNames: true });
    for await (const entry of zip.eachEntry()) {
      const file = entry.fileName;
      room -= entry.uncompressedSize;
      if (room < 0) throw tooLarge;
      if (!bundledName.test(file) || files.has(file) || files.size >= mostFiles) {
        problems.push({ file, what: notOfABundle });
        continue;
      }
      const unpacked = await zip
        .openReadStreamPromise(entry)
        .then(buffer)
        .catch(() => undefined);
      if (unpacked !== undefined) files.set(file, unpacked);
      else problems.push({ file, what: "It was changed: it can't be unpacked." });
    }
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    const what = "The archive was changed or cut: its directory can't be read.";
    return { files: new Map(), problems: [{ file: name, what }], zip: { name, content } };
  }
  return { files, problems, zip: { name, content } };
};

const notOfABundle = 'It does not belong in a bundle.';
const tooLarge = new TooLargeError(`its files have more than ${formatNumber(mostBytes)} bytes`);
