import { localDesk } from '#renderer/lib/bridge.ts';
import { type CheckInput, inputOf } from './check-input.ts';
import { listChosen, listEntry } from './list-folder.ts';

/** Files and folders of a drop. Call it within the event: later the browser hides them. */
export const droppedInputs = (transfer: DataTransfer): CheckInput[] =>
  [...transfer.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const entry = item.webkitGetAsEntry();
    const path = localDesk()?.pathOf(file) ?? '';
    if (path !== '') return [inputOf(file.name, entry?.isDirectory ?? false, { at: 'path', path })];
    return [
      isDirectory(entry) ? inputOf(entry.name, true, { at: 'folder', list: listEntry(entry) }) : ofFile(file),
    ];
  });

export const fileInputs = (files: readonly File[]): CheckInput[] =>
  files.map((file) => {
    const path = localDesk()?.pathOf(file) ?? '';
    return path === '' ? ofFile(file) : inputOf(file.name, false, { at: 'path', path }, file.size);
  });

/** The files of a folder chosen in a browser. */
export const folderInputs = (files: readonly File[]): CheckInput[] => {
  const name = files[0]?.webkitRelativePath.split('/')[0];
  return name === undefined ? [] : [inputOf(name, true, { at: 'folder', list: listChosen(files) })];
};

/** A folder chosen in the app. */
export const pathInput = (path: string): CheckInput => {
  const name =
    path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? path;
  return inputOf(name, true, { at: 'path', path });
};

const ofFile = (file: File): CheckInput => inputOf(file.name, false, { at: 'file', file }, file.size);

const isDirectory = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory ?? false;
