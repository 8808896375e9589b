import type { BrowserWindow, Dialog } from 'electron';

/** A page that no longer responds is reported: the person waits or reloads it. The question closes once it responds. */
export const watchForHanging = (window: BrowserWindow, dialog: Pick<Dialog, 'showMessageBox'>): void => {
  let answers = new AbortController();
  window.on('unresponsive', async () => {
    answers = new AbortController();
    const { signal } = answers;
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not respond.',
      detail: 'Runs continue without the window. Reloading it may lose what you typed last.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    });
    // A page that hangs can't be asked to load itself; one whose process ends is reloaded.
    if (response === 1 && !signal.aborted) window.webContents.forcefullyCrashRenderer();
  });
  window.on('responsive', () => answers.abort());
};
