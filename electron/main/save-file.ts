import { join } from 'node:path';
import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron';
import { safeFileName } from '#base/file-name.ts';
import { fileProblem } from '#base/file-problem.ts';
import { writeAtomically } from '#base/write-atomically.ts';

export interface SaveFileOptions {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  readonly window: () => BrowserWindow | undefined;
  /** Where a first file goes, if the person does not choose otherwise. */
  readonly folder: () => string;
}

/**
 * Asks where to save, and writes whole or not at all.
 * @returns the path; undefined if the person cancelled
 * @throws Error in words for a person
 */
export const createSaveFile =
  ({ dialog, window, folder }: SaveFileOptions) =>
  async (name: string, bytes: Uint8Array): Promise<string | undefined> => {
    const options: SaveDialogOptions = { defaultPath: join(folder(), safeFileName(name, 'carryover')) };
    const parent = window();
    const { canceled, filePath } = await (parent === undefined
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(parent, options));
    if (canceled || filePath === '') return undefined;
    try {
      await writeAtomically(filePath, bytes, 0o666);
    } catch (cause) {
      const reason = fileProblem(cause);
      throw new Error(`Not saved to ${filePath}: ${reason}. Choose another location.`, { cause });
    }
    return filePath;
  };
