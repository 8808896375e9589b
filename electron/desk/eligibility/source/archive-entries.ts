import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { type IgnoreLevel, ignoreFileName, ignoreLevel, isIgnored } from './ignores.ts';
import { fileLimitBytes, ignoreFileLimitBytes } from './limits.ts';
import {
  entryPath,
  foldersAbove,
  isNoText,
  isPathTooLong,
  isVendored,
  linkedPath,
  marksVendored,
  mayPackSource,
  nameOf,
} from './names.ts';
import { type PassedOver, skipPacked } from './passed-over.ts';
import { languageNameOf } from './syntax/grammars.ts';

/** One entry as an archive tells of it. */
export interface ArchiveEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  /** Unpacked. */
  readonly size: number;
  /** Of a link; undefined where it can't be told. */
  readonly target?: string | undefined;
}

/**
 * Decides on the entries of an archive. The first pass hears of all and gathers the ignore files, which may stand
 * after what they rule over; the second one reads what is left.
 */
export interface ArchiveEntries {
  /** First pass: the path, if this entry is an ignore file whose content is wanted. */
  meet(entry: ArchiveEntry): string | undefined;
  addIgnoreFile(path: string, bytes: Buffer): void;
  /** Second pass: the path, if the entry is to be read. Tells of it, if it is skipped. */
  choose(entry: ArchiveEntry): string | undefined;
}

/** Characters of a name that is too long. */
const shownName = 200;

export const createArchiveEntries = (skips: Skips, passed: PassedOver): ArchiveEntries => {
  const rules = new Map<string, IgnoreLevel>();
  const vendored = new Set<string>();
  const ignoredFolders = new Map<string, boolean>();

  const levelsFor = (path: string): IgnoreLevel[] =>
    ['', ...foldersAbove(path)].flatMap((folder) => rules.get(folder) ?? []);

  const folderIgnored = (folder: string): boolean => {
    const known = ignoredFolders.get(folder);
    if (known !== undefined) return known;
    const ignored = isIgnored(levelsFor(folder), folder, true);
    ignoredFolders.set(folder, ignored);
    return ignored;
  };

  /** What a link inside leads to is read where it stands, unless only the link has a name that says what it is. */
  const meetLink = (path: string, target: string | undefined): void => {
    const supported = !isNoText(path);
    const to = target === undefined ? undefined : linkedPath(path, target);
    if (target === undefined) {
      skips.add(path, 'unreadable', "Where the link leads can't be told.", supported);
    } else if (to === undefined) {
      const detail = 'The link leads out of the archive, and was not followed.';
      skips.add(path, 'link-outside', detail, supported);
    } else if (languageNameOf(path) !== undefined && languageNameOf(to) === undefined) {
      skips.add(path, 'unreadable', 'The link leads to what is not read by its name.', true);
    } else passed.link();
  };

  const refuse = (path: string, entry: ArchiveEntry): boolean => {
    const folders = foldersAbove(path);
    const installed = folders.find((folder) => isVendored(nameOf(folder)) || vendored.has(folder));
    if (installed !== undefined) {
      passed.vendored(nameOf(installed), installed);
      return true;
    }
    if (rules.size > 0 && (folders.some(folderIgnored) || isIgnored(levelsFor(path), path, false))) {
      passed.ignored();
      return true;
    }
    if (entry.kind === 'link') {
      meetLink(path, entry.target);
      return true;
    }
    if (entry.kind !== 'special' && mayPackSource(path)) {
      skipPacked(skips, path);
      return true;
    }
    if (entry.kind === 'special') passed.unsupported();
    return entry.kind === 'special';
  };

  return {
    meet(entry) {
      if (isPathTooLong(entry.name)) return undefined;
      const path = entryPath(entry.name);
      if (path === undefined || entry.kind !== 'file') return undefined;
      const name = nameOf(path);
      const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
      if (folder !== '' && marksVendored(nameOf(folder), name)) vendored.add(folder);
      return name === ignoreFileName && entry.size <= ignoreFileLimitBytes ? path : undefined;
    },
    addIgnoreFile(path, bytes) {
      const folder = path.slice(0, Math.max(0, path.length - ignoreFileName.length - 1));
      rules.set(folder, ignoreLevel(folder, bytes));
    },
    choose(entry) {
      if (entry.kind === 'folder') return undefined;
      if (isPathTooLong(entry.name)) {
        skips.add(entry.name.slice(0, shownName), 'archive-limit', 'Its path is too long to be read.', true);
        return undefined;
      }
      const path = entryPath(entry.name);
      if (path === undefined) {
        const detail = 'The path leads out of the archive, so it was not read.';
        skips.add(entry.name, 'path-outside', detail, !isNoText(entry.name));
        return undefined;
      }
      if (refuse(path, entry)) return undefined;
      if (entry.size <= fileLimitBytes) return path;
      skips.add(path, 'too-large', `More than ${fileLimitBytes / 1024 ** 2} MiB.`, !isNoText(path));
      return undefined;
    },
  };
};
