import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import type { OwnFiles } from '#desk/core/own-files.ts';
import { ReadError } from '#desk/eligibility/reading/read-error.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { createFileBytes } from './file-bytes.ts';
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
  moved: () => void,
): void => {
  const root = realpathSync(folder);
  const bytes = createFileBytes(own);
  const isInside = (path: string) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

  const readFile = (path: string, place: string): void => {
    moved();
    try {
      const found = bytes.read(place);
      if (found === 'special' || found === 'large-binary') passed.unsupported();
      else if (found === 'too-large')
        skips.add(path, 'too-large', `More than ${fileLimitBytes / 1024 ** 2} MiB.`, true);
      else sink.take(path, found);
    } catch (error) {
      skips.add(path, 'unreadable', fileProblem(error), true);
    }
  };

  /** What a link inside leads to is read where it stands, unless only the link has a name that says what it is. */
  const meetLink = (path: string, place: string): void => {
    const supported = !isNoText(path);
    let target: string;
    try {
      target = realpathSync(place);
    } catch (error) {
      const loops = (error as NodeJS.ErrnoException).code === 'ELOOP';
      const detail = loops
        ? 'The links lead to each other.'
        : `The link leads nowhere: ${fileProblem(error)}.`;
      skips.add(path, loops ? 'link-loop' : 'unreadable', detail, supported && !loops);
      return;
    }
    if (!isInside(target)) {
      const detail = 'The link leads out of the folder, and was not followed.';
      skips.add(path, 'link-outside', detail, supported || isFolder(target));
    } else if (target === root || place.startsWith(target + sep)) {
      skips.add(path, 'link-loop', 'The link leads to a folder that it stands in.');
    } else if (
      languageNameOf(path) !== undefined &&
      languageNameOf(target) === undefined &&
      !isFolder(target)
    )
      readFile(path, target);
    else passed.link();
  };

  const isOwn = (place: string): boolean => {
    const stat = statSync(place, { bigint: true, throwIfNoEntry: false });
    return stat !== undefined && own.has(stat);
  };

  const visit = (path: string, place: string, above: readonly IgnoreLevel[]): void => {
    if (isOwn(place)) {
      if (path === '') throw new ReadError('file.unreadable', { path: folder, problem: ownFolderProblem });
      skips.add(path, 'not-supported', `Not read, as ${ownFolderProblem}.`);
      return;
    }
    const entries = entriesOf(path, place);
    if (path !== '' && entries.some((entry) => marksVendored(nameOf(path), entry.name))) {
      passed.vendored(nameOf(path));
      return;
    }
    const levels = levelsAt(path, place, entries, above);
    for (const entry of entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      const there = join(place, entry.name);
      if (entry.isDirectory() && isVendored(entry.name)) passed.vendored(entry.name);
      else if (levels.length > 0 && isIgnored(levels, below, entry.isDirectory())) passed.ignored();
      else if (entry.isDirectory()) visit(below, there, levels);
      else if (entry.isSymbolicLink()) meetLink(below, there);
      else if (entry.isFile() && mayPackSource(below)) skipPacked(skips, below);
      else if (entry.isFile()) readFile(below, there);
      else passed.unsupported();
    }
  };

  const entriesOf = (path: string, place: string): Dirent[] => {
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

  visit('', root, []);
};

const ownFolderProblem = 'it is the data folder of Carryover itself, which holds keys';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
