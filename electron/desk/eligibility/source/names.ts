import { vendoredFolders } from '#contract/vendored.ts';
import { entryFoldersLimit, entryPathLimit } from './limits.ts';
import { languageNameOf } from './syntax/grammars.ts';

/** Judges names and paths, before anything is read. */

const vendored = new Set(vendoredFolders);

/** Files that mark their folder as one of installed packages, whatever its name. */
const marks = new Set(['pyvenv.cfg']);
/** The same, for a folder named `vendor`, which can also be code of one's own. */
const vendorMarks = new Set(['modules.txt', 'autoload.php']);

/** Whether a folder of that name never holds code of the integrator's own. */
export const isVendored = (folderName: string): boolean => vendored.has(folderName);

/** Whether a file of that name shows that its folder holds installed packages. */
export const marksVendored = (folderName: string, fileName: string): boolean =>
  marks.has(fileName) || (folderName === 'vendor' && vendorMarks.has(fileName));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `a/b/c.js` → `a`, `a/b`. */
export const foldersAbove = (path: string): string[] => {
  const found: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) found.push(path.slice(0, at));
  return found;
};

const archive = /\.(zip|tar|tgz|tbz2|txz|7z|rar)$/i;
const packed = /\.(gz|bz2|xz|zst)$/i;

/** Whether a file may hold source code packed. Libraries are packed too (.jar, .whl), but were installed. */
export const mayPackSource = (path: string): boolean => {
  if (archive.test(path)) return true;
  if (!packed.test(path)) return false;
  const inner = nameOf(path).replace(packed, '');
  return !inner.includes('.') || archive.test(inner) || languageNameOf(inner) !== undefined;
};

const noText =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|psd|heic|mp[34]|m4[av]|mov|avi|mkv|webm|wav|ogg|flac|woff2?|ttf|otf|eot|pdf|docx?|xlsx?|pptx?|class|jar|war|whl|egg|dll|exe|so|dylib|pdb|o|a|lib|pyc|wasm|sqlite3?|db|mdb|p12|pfx|jks|keystore)$/i;

/** Whether a file is an image, a program or the like by its name: for what is not read at all. */
export const isNoText = (path: string): boolean => noText.test(path);

/**
 * An archive entry's path with forward slashes, without `./` and doubled ones; undefined if it leads out of the
 * archive: absolute, with a drive letter, or upwards.
 */
export const entryPath = (name: string): string | undefined => {
  const path = name.replaceAll('\\', '/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0')) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : parts.join('/');
};

/** Whether the path of an entry is longer or deeper than any that a person works with. */
export const isPathTooLong = (name: string): boolean =>
  name.length > entryPathLimit || name.split(/[\\/]/, entryFoldersLimit + 1).length > entryFoldersLimit;

/** Where a link that stands at `path` in an archive leads to; undefined if that is out of the archive. */
export const linkedPath = (path: string, target: string): string | undefined => {
  const to = target.replaceAll('\\', '/');
  if (to.startsWith('/') || /^[a-z]:/i.test(to)) return undefined;
  const parts = path.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part !== '..' && part !== '' && part !== '.') parts.push(part);
    else if (part === '..' && parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
};
