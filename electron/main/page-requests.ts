import type { BrowserWindow, Dialog, Shell } from 'electron';
import type { Answers } from './bridge.ts';
import type { DataKey } from './data-key.ts';
import type { OpenExternal } from './external-links.ts';
import type { KeptNotificationSettings } from './notification-settings.ts';
import type { Openings } from './openings.ts';
import { createSaveFile } from './save-file.ts';
import type { Supervisor } from './supervisor.ts';
import type { TeamDesks } from './team/team-desks.ts';

export interface PageRequestsOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  readonly shell: Pick<Shell, 'openPath'>;
  readonly window: () => BrowserWindow | undefined;
  readonly dataDir: string;
  readonly downloads: () => string;
  readonly openExternal: OpenExternal;
  readonly dataKey: DataKey;
  readonly supervisor: Pick<Supervisor, 'state'>;
  readonly openings: Pick<Openings, 'pageReady'>;
  readonly notifications: KeptNotificationSettings;
  readonly teams: TeamDesks;
}

/** What the page may ask for; what it sends is checked here. */
export const createPageRequests = (options: PageRequestsOptions): Answers => {
  const { dialog, shell, window, dataDir, dataKey, openings, teams } = options;
  const saveFile = createSaveFile({ dialog, window, folder: options.downloads });
  return {
    async chooseFolder() {
      const parent = window();
      const ask = { properties: ['openDirectory' as const, 'createDirectory' as const] };
      const { filePaths } = await (parent === undefined
        ? dialog.showOpenDialog(ask)
        : dialog.showOpenDialog(parent, ask));
      return filePaths[0];
    },
    async saveFile(name, bytes) {
      if (typeof name !== 'string' || !(bytes instanceof Uint8Array)) {
        throw new Error('A file needs a name and bytes.');
      }
      return saveFile(name, bytes);
    },
    openExternal: async (url) => options.openExternal(String(url)),
    openDataFolder: () => openFolder(shell, dataDir),
    hostState: async () => options.supervisor.state(),
    keyProtection: () => dataKey.protection(),
    protectKey: () => dataKey.protect(),
    notificationSettings: async () => options.notifications.read(),
    setNotificationSettings: async (given) => options.notifications.write(given),
    desks: () => teams.read(),
    connectTeam: (address) => teams.connect(String(address)),
    signInTeam: (id) => teams.signIn(String(id)),
    cancelTeamSignIn: async () => teams.cancel(),
    showDesk: (id) => teams.show(id === undefined ? undefined : String(id)),
    signOutTeam: (id) => teams.signOut(String(id)),
    removeTeam: (id) => teams.remove(String(id)),
    ready: async () => openings.pageReady(),
  };
};

/** @throws Error in words, as the system answers them */
export const openFolder = async (shell: Pick<Shell, 'openPath'>, folder: string): Promise<void> => {
  const problem = await shell.openPath(folder);
  if (problem !== '') throw new Error(`The folder ${folder} can't be opened: ${problem}`);
};
