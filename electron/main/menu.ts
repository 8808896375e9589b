import type { Menu, MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly openCaseFile: () => void;
  readonly connectTeam: () => void;
  readonly showSettings: () => void;
  readonly showDocumentation: () => void;
  readonly openDataFolder: () => void;
}

/** The menu as each platform has it: on macOS the app's own menu comes first, and holds its settings. */
export const menuTemplate = (
  platform: NodeJS.Platform,
  actions: MenuActions,
  isPackaged: boolean,
): MenuItemConstructorOptions[] => {
  const mac = platform === 'darwin';
  const line = { type: 'separator' as const };
  const settings = { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: actions.showSettings };
  const open = { label: 'Open case file…', accelerator: 'CmdOrCtrl+O', click: actions.openCaseFile };
  const connect = { label: 'Connect to a team desk…', click: actions.connectTeam };
  const appMenu: MenuItemConstructorOptions = {
    label: 'Carryover',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
  return [
    ...(mac ? [appMenu] : []),
    {
      label: 'File',
      submenu: mac
        ? [open, connect, line, { role: 'close' }]
        : [open, connect, line, settings, line, { role: 'quit' }],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Documentation', click: actions.showDocumentation },
        { label: 'Open data folder…', click: actions.openDataFolder },
        ...(mac ? [] : [line, { role: 'about' as const }]),
      ],
    },
  ];
};

export const setUpMenu = (menu: typeof Menu, template: MenuItemConstructorOptions[]): void =>
  menu.setApplicationMenu(menu.buildFromTemplate(template));
