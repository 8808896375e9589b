import { vendoredFolders } from '#contract/vendored.ts';
import type { FolderFile, InputContent } from './check-input.ts';

type List = Extract<InputContent, { at: 'folder' }>['list'];

const vendored = new Set(vendoredFolders);

/** Walks a dropped folder. Ignore files are uploaded too: the scan applies them. */
export const listEntry =
  (root: FileSystemDirectoryEntry): List =>
  async (signal, onFound) => {
    const files: FolderFile[] = [];
    const leftOut: string[] = [];
    const folders: [FileSystemDirectoryEntry, string][] = [[root, '']];
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const [folder, above] = next;
      for (const entry of await entriesOf(folder, signal)) {
        const path = `${above}${entry.name}`;
        if (!entry.isDirectory) {
          files.push({ path, open: () => fileOf(entry as FileSystemFileEntry, path) });
        } else if (vendored.has(entry.name)) leftOut.push(path);
        else folders.push([entry as FileSystemDirectoryEntry, `${path}/`]);
      }
      onFound(files.length);
    }
    return { files, leftOut };
  };

/** The files of a chosen folder, already walked by the browser. */
export const listChosen =
  (chosen: readonly File[]): List =>
  async (_signal, onFound) => {
    const files: FolderFile[] = [];
    const leftOut = new Set<string>();
    for (const file of chosen) {
      const parts = file.webkitRelativePath.split('/').slice(1);
      const at = parts.slice(0, -1).findIndex((part) => vendored.has(part));
      if (at >= 0) leftOut.add(parts.slice(0, at + 1).join('/'));
      else files.push({ path: parts.join('/'), open: async () => file });
    }
    onFound(files.length);
    return { files, leftOut: [...leftOut] };
  };

/** Browsers list a folder in batches of about a hundred. */
const entriesOf = async (
  folder: FileSystemDirectoryEntry,
  signal: AbortSignal,
): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    signal.throwIfAborted();
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, (error) => reject(unreadable(folder.fullPath, error)));
    });
    if (part.length === 0) return all;
    all.push(...part);
  }
};

const fileOf = (entry: FileSystemFileEntry, path: string): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, (error) => reject(unreadable(path, error)));
  });

/** An incomplete folder is never checked. */
export const unreadable = (path: string, { message }: { readonly message: string }): Error =>
  new Error(
    `The browser could not read ${path} (${message}). Nothing was uploaded. Make it readable, or drop an archive of the folder.`,
  );
