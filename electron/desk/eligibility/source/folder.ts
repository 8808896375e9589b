import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { formatBytes } from '#contract/format.ts';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { ReadError } from '#desk/eligibility/reading/read-error.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { createFileBytes, type FileBytes } from './file-bytes.ts';
import { type IgnoreLevel, ignoreFileName, ignoreLevel, isIgnored } from './ignores.ts';
import { fileLimitBytes } from './limits.ts';
import { isNoText, isVendored, marksVendored, mayPackSource, nameOf } from './names.ts';
import { type PassedOver, skipPacked } from './passed-over.ts';
import type { SourceSink } from './sink.ts';
import { languageNameOf } from './syntax/grammars.ts';

/**
 * Reads a folder in the order of its names. All calls wait for the disk, which is what the thread is for: it is more
 * than twice as fast as a promise for each call, and ending the thread is the way to cancel.
 * @throws ReadError `file.unreadable` if the folder itself can't be listed
 */
export const readFolder = (
  folder: string,
  own: OwnFiles,
  sink: SourceSink,
  skips: Skips,
  passed: PassedOver,
  onProgress: () => void,
): void => {
  const root = realpathSync(folder);
  const reader: Reader = { folder, root, own, bytes: createFileBytes(own), sink, skips, passed, onProgress };
  visit(reader, '', root, []);
};

interface Reader {
  /** As it was named. */
  readonly folder: string;
  /** Without links. */
  readonly root: string;
  readonly own: OwnFiles;
  readonly bytes: FileBytes;
  readonly sink: SourceSink;
  readonly skips: Skips;
  readonly passed: PassedOver;
  readonly onProgress: () => void;
}

const readFile = ({ bytes, sink, skips, passed, onProgress }: Reader, path: string, place: string): void => {
  onProgress();
  try {
    const found = bytes.read(place);
    if (found === 'special' || found === 'large-binary') passed.unsupported();
    else if (found === 'too-large')
      skips.add(path, 'too-large', `Larger than ${formatBytes(fileLimitBytes)}.`, true);
    else sink.take(path, found);
  } catch (error) {
    skips.add(path, 'unreadable', fileProblem(error), true);
  }
};

/** The target of a link inside is read where it is, unless only the link's name tells its language. */
const meetLink = (reader: Reader, path: string, place: string): void => {
  const { root, skips, passed } = reader;
  const supported = !isNoText(path);
  const target = targetOf(reader, path, place);
  if (target === undefined) return;
  if (target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep)) {
    const detail = 'Link to outside the folder; not followed.';
    skips.add(path, 'link-outside', detail, supported || isFolder(target));
  } else if (target === root || place.startsWith(target + sep)) {
    skips.add(path, 'link-loop', 'Link to a folder that contains it.');
  } else if (languageNameOf(path) !== undefined && languageNameOf(target) === undefined && !isFolder(target))
    readFile(reader, path, target);
  else passed.link();
};
/** What a link leads to; undefined, and skipped, if that is nothing. */
const targetOf = ({ skips }: Reader, path: string, place: string): string | undefined => {
  try {
    return realpathSync(place);
  } catch (error) {
    const loops = (error as NodeJS.ErrnoException).code === 'ELOOP';
    const detail = loops ? 'Circular links.' : `Broken link: ${fileProblem(error)}.`;
    skips.add(path, loops ? 'link-loop' : 'unreadable', detail, !isNoText(path) && !loops);
    return undefined;
  }
};

const visit = (reader: Reader, path: string, place: string, above: readonly IgnoreLevel[]): void => {
  const { folder, own, skips, passed } = reader;
  if (isOwn(own, place)) {
    if (path === '') throw new ReadError('file.unreadable', { path: folder, problem: ownFolderProblem });
    skips.add(path, 'not-supported', `Not read: ${ownFolderProblem}.`);
    return;
  }
  const entries = entriesOf(reader, path, place);
  if (path !== '' && entries.some((entry) => marksVendored(nameOf(path), entry.name))) {
    passed.vendored(nameOf(path));
    return;
  }
  const levels = levelsAt(reader, path, place, entries, above);
  for (const entry of entries) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    visitEntry(reader, entry, below, join(place, entry.name), levels);
  }
};

const visitEntry = (
  reader: Reader,
  entry: Dirent,
  path: string,
  place: string,
  levels: readonly IgnoreLevel[],
): void => {
  const { skips, passed } = reader;
  const isFolder = entry.isDirectory();
  if (isFolder && isVendored(entry.name)) passed.vendored(entry.name);
  else if (levels.length > 0 && isIgnored(levels, path, isFolder)) passed.ignored();
  else if (isFolder) visit(reader, path, place, levels);
  else if (entry.isSymbolicLink()) meetLink(reader, path, place);
  else if (entry.isFile() && mayPackSource(path)) skipPacked(skips, path);
  else if (entry.isFile()) readFile(reader, path, place);
  else passed.unsupported();
};

const isOwn = (own: OwnFiles, place: string): boolean => {
  const stat = statSync(place, { bigint: true, throwIfNoEntry: false });
  return stat !== undefined && own.has(stat);
};

const entriesOf = ({ folder, skips }: Reader, path: string, place: string): Dirent[] => {
  try {
    return readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const problem = fileProblem(error);
    if (path === '') throw new ReadError('file.unreadable', { path: folder, problem });
    skips.add(path, 'unreadable', problem, true);
    return [];
  }
};

const levelsAt = (
  { bytes }: Reader,
  path: string,
  place: string,
  entries: readonly Dirent[],
  above: readonly IgnoreLevel[],
): readonly IgnoreLevel[] => {
  const own = entries.find((entry) => entry.name === ignoreFileName && entry.isFile());
  if (own === undefined) return above;
  try {
    const found = bytes.read(join(place, own.name));
    return typeof found === 'string' ? above : [...above, ignoreLevel(path, found)];
  } catch {
    // Without its rules, rather more is read than less.
    return above;
  }
};

const ownFolderProblem = "it is Carryover's own data folder, which contains keys";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
