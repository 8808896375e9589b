import { formatBytes } from '#contract/format.ts';
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

export const createArchiveEntries = (skips: Skips, passed: PassedOver): ArchiveEntries =>
  new EntryRules(skips, passed);

class EntryRules implements ArchiveEntries {
  readonly #skips: Skips;
  readonly #passed: PassedOver;
  readonly #rules = new Map<string, IgnoreLevel>();
  readonly #vendored = new Set<string>();
  readonly #ignoredFolders = new Map<string, boolean>();

  constructor(skips: Skips, passed: PassedOver) {
    this.#skips = skips;
    this.#passed = passed;
  }

  meet({ name: entryName, kind, size }: ArchiveEntry): string | undefined {
    const path = isPathTooLong(entryName) ? undefined : entryPath(entryName);
    if (path === undefined || kind !== 'file') return undefined;
    const name = nameOf(path);
    const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
    if (folder !== '' && marksVendored(nameOf(folder), name)) this.#vendored.add(folder);
    return name === ignoreFileName && size <= ignoreFileLimitBytes ? path : undefined;
  }

  addIgnoreFile(path: string, bytes: Buffer): void {
    const folder = path.slice(0, Math.max(0, path.length - ignoreFileName.length - 1));
    this.#rules.set(folder, ignoreLevel(folder, bytes));
  }

  choose(entry: ArchiveEntry): string | undefined {
    const { name, kind, size } = entry;
    if (kind === 'folder') return undefined;
    if (isPathTooLong(name))
      return this.#skip(name.slice(0, shownName), 'archive-limit', 'Path too long.', true);
    const path = entryPath(name);
    if (path === undefined) {
      const detail = 'Path outside the archive; not read.';
      return this.#skip(name, 'path-outside', detail, !isNoText(name));
    }
    if (this.#refuses(path, entry)) return undefined;
    if (size <= fileLimitBytes) return path;
    return this.#skip(path, 'too-large', `Larger than ${formatBytes(fileLimitBytes)}.`, !isNoText(path));
  }

  #skip(...skip: Parameters<Skips['add']>): undefined {
    this.#skips.add(...skip);
  }

  #refuses(path: string, { kind, target }: ArchiveEntry): boolean {
    const folders = foldersAbove(path);
    const installed = folders.find((folder) => isVendored(nameOf(folder)) || this.#vendored.has(folder));
    if (installed !== undefined) this.#passed.vendored(nameOf(installed), installed);
    else if (this.#isIgnored(path, folders)) this.#passed.ignored();
    else if (kind === 'link') this.#meetLink(path, target);
    else if (kind === 'special') this.#passed.unsupported();
    else if (mayPackSource(path)) skipPacked(this.#skips, path);
    else return false;
    return true;
  }

  #isIgnored(path: string, folders: readonly string[]): boolean {
    if (this.#rules.size === 0) return false;
    return (
      folders.some((folder) => this.#isFolderIgnored(folder)) || isIgnored(this.#levelsFor(path), path, false)
    );
  }

  #levelsFor(path: string): IgnoreLevel[] {
    return ['', ...foldersAbove(path)].flatMap((folder) => this.#rules.get(folder) ?? []);
  }

  #isFolderIgnored(folder: string): boolean {
    const known = this.#ignoredFolders.get(folder);
    if (known !== undefined) return known;
    const ignored = isIgnored(this.#levelsFor(folder), folder, true);
    this.#ignoredFolders.set(folder, ignored);
    return ignored;
  }

  /** The target of a link inside is read where it is, unless only the link's name tells its language. */
  #meetLink(path: string, target: string | undefined): void {
    const supported = !isNoText(path);
    const to = target === undefined ? undefined : linkedPath(path, target);
    if (target === undefined) {
      this.#skip(path, 'unreadable', 'Unknown link target.', supported);
    } else if (to === undefined) {
      const detail = 'Link to outside the archive; not followed.';
      this.#skip(path, 'link-outside', detail, supported);
    } else if (languageNameOf(path) !== undefined && languageNameOf(to) === undefined) {
      this.#skip(path, 'unreadable', 'Link to a file of an unsupported type.', true);
    } else this.#passed.link();
  }
}
