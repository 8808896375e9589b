import type { BrowserWindow, Dialog, Notification } from 'electron';
import { reloadPath, repairPath, restartPath } from './app-address.ts';
import type { HostLog } from './host-log.ts';
import type { Stopped } from './stopped-page.ts';
import type { Supervisor } from './supervisor.ts';

/** What main says and asks by itself. */

export const complain = (dialog: Pick<Dialog, 'showMessageBox'>, text: string): void =>
  void dialog.showMessageBox({ type: 'error', message: text, buttons: ['Close'], noLink: true });

export const announceUpdate = (notification: typeof Notification, version: string): void => {
  const title = `Carryover ${version} is ready`;
  new notification({ title, body: 'It is installed when you quit Carryover.' }).show();
};

/** @param open shows where the update is */
export const announceAvailable = (
  notification: typeof Notification,
  version: string,
  open: () => void,
): void => {
  const title = `Carryover ${version} is available`;
  const body = 'Updates are not installed automatically on Linux. Click to open the download page.';
  const shown = new notification({ title, body });
  shown.on('click', open);
  shown.show();
};

/** The path of a case file that the person chose; undefined if cancelled. */
export const chooseCaseFile = async (
  dialog: Pick<Dialog, 'showOpenDialog'>,
  parent: BrowserWindow | undefined,
): Promise<string | undefined> => {
  const ask = {
    properties: ['openFile' as const],
    filters: [{ name: 'Carryover case files', extensions: ['carryover'] }],
  };
  const { filePaths } = await (parent === undefined
    ? dialog.showOpenDialog(ask)
    : dialog.showOpenDialog(parent, ask));
  return filePaths[0];
};

const logLines = 60;

/** For main's own page. */
export const formatStopped = (
  supervisor: Pick<Supervisor, 'state' | 'folderInUse' | 'offer'>,
  log: Pick<HostLog, 'end'>,
): Stopped => {
  const offer = supervisor.offer();
  const label = offer?.action?.label;
  return {
    title: titleOf(supervisor),
    text: supervisor.state().text ?? 'It has stopped.',
    facts: offer?.facts ?? [],
    log: log.end(logLines),
    buttons: [
      ...(label === undefined ? [] : [{ label, path: repairPath }]),
      { label: 'Start again', path: restartPath },
    ],
  };
};

const titleOf = (supervisor: Pick<Supervisor, 'folderInUse' | 'offer'>): string => {
  if (supervisor.offer() !== undefined) return 'A database is damaged';
  return supervisor.folderInUse() ? 'The data folder is in use' : 'The local service is not running';
};

/** For main's own page, once the app's has died too often. */
export const formatCrashed = (log: Pick<HostLog, 'end'>): Stopped => ({
  title: 'The window keeps crashing',
  text: 'It crashed several times within minutes, so it is not reloaded automatically. The local service is still running and nothing is lost. If it happens again, restart Carryover.',
  facts: [],
  log: log.end(logLines),
  buttons: [{ label: 'Show the screens again', path: reloadPath }],
});
