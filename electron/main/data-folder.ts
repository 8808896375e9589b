import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { App, Dialog } from 'electron';
import { fileProblem } from '#base/file-problem.ts';
import { makeFolder } from '#base/make-folder.ts';

/**
 * Makes the data folder, for its owner alone, and keeps there also what Chromium keeps: each data folder has a window
 * and an instance of its own.
 * @returns false if that is not possible, which the person was told
 */
export const setUpDataFolder = (
  app: Pick<App, 'setPath'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
  dataDir: string,
): boolean => {
  try {
    makeFolder(join(dataDir, 'app'));
    accessSync(join(dataDir, 'app'), constants.W_OK);
    app.setPath('userData', join(dataDir, 'app'));
    return true;
  } catch (error) {
    const reason = fileProblem(error);
    dialog.showErrorBox(
      'Carryover did not start',
      `The data folder ${dataDir} can't be used: ${reason}. Choose another with --data.`,
    );
    return false;
  }
};
