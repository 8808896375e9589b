import { bridge } from '#renderer/lib/bridge.ts';
import { type Given, givenOf } from './given.ts';
import { listChosen, listEntry } from './list-folder.ts';

/** What was dropped on the window. To be called in the event itself: afterwards the browser tells nothing of it. */
export const takeDropped = (transfer: DataTransfer): Given[] =>
  [...transfer.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const entry = item.webkitGetAsEntry();
    const path = bridge()?.pathOf(file) ?? '';
    if (path !== '') return [givenOf(file.name, entry?.isDirectory ?? false, { at: 'path', path })];
    return [
      isDirectory(entry) ? givenOf(entry.name, true, { at: 'folder', list: listEntry(entry) }) : ofFile(file),
    ];
  });

export const takeFiles = (files: readonly File[]): Given[] =>
  files.map((file) => {
    const path = bridge()?.pathOf(file) ?? '';
    return path === '' ? ofFile(file) : givenOf(file.name, false, { at: 'path', path }, file.size);
  });

/** The files of a folder that was chosen in a browser. */
export const takeFolder = (files: readonly File[]): Given[] => {
  const name = files[0]?.webkitRelativePath.split('/')[0];
  return name === undefined ? [] : [givenOf(name, true, { at: 'folder', list: listChosen(files) })];
};

/** A folder that was chosen in the app. */
export const takePath = (path: string): Given => {
  const name =
    path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? path;
  return givenOf(name, true, { at: 'path', path });
};

const ofFile = (file: File): Given => givenOf(file.name, false, { at: 'file', file }, file.size);

const isDirectory = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory ?? false;
