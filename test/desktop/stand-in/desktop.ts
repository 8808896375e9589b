import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type {
  Dialog,
  Display,
  Menu,
  MenuItemConstructorOptions,
  MessageBoxReturnValue,
  NotificationConstructorOptions,
  Notification as NotificationType,
  OpenDialogReturnValue,
  SafeStorage,
  SaveDialogReturnValue,
  Screen,
  Shell,
  Tray as TrayType,
} from 'electron';
import type { AppCore } from './app.ts';
import type { StandInConfig } from './config.ts';
import { allow, tell } from './control.ts';
import { anEvent, constructible, faithful, knownOptions } from './faithful.ts';

/** What the system offers besides windows; a test is the person who uses it. */

/** A dialog waits until the test answers it. */
export const createDialog = () => {
  const waiting: ((answer: never) => void)[] = [];
  const answers: never[] = [];
  const match = (): void => {
    while (waiting.length > 0 && answers.length > 0) waiting.shift()?.(answers.shift() as never);
  };
  const show =
    <T>(kind: string) =>
    (...args: object[]): Promise<T> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        tell('dialog', { kind, options: args.at(-1) });
        match();
      });
  allow('answerDialog', (answer: never) => {
    answers.push(answer);
    match();
  });
  return faithful<Dialog>('dialog', {
    showOpenDialog: show<OpenDialogReturnValue>('open'),
    showSaveDialog: show<SaveDialogReturnValue>('save'),
    showMessageBox: show<MessageBoxReturnValue>('message'),
    showErrorBox: (title, content) => tell('dialog', { kind: 'error', options: { title, content } }),
  });
};

let trayItems: MenuItemConstructorOptions[] = [];
const builtMenus = new WeakMap<Menu, MenuItemConstructorOptions[]>();

export const createMenu = () => {
  const built = builtMenus;
  let template: MenuItemConstructorOptions[] = [];
  const find = (path: string[], items: MenuItemConstructorOptions[]): MenuItemConstructorOptions => {
    const [label, ...rest] = path;
    const item = items.find((each) => each.label === label || each.role === label);
    if (item === undefined) throw new Error(`The menu has no ${label}.`);
    return rest.length === 0 ? item : find(rest, item.submenu as MenuItemConstructorOptions[]);
  };
  allow('clickMenu', (...path: string[]) => {
    const { click } = find(path, template);
    if (click === undefined) throw new Error(`The menu's ${path.at(-1)} does nothing by itself.`);
    click(undefined as never, undefined, undefined as never);
  });
  return faithful<typeof Menu>('Menu', {
    buildFromTemplate(given) {
      const menu = faithful<Menu>('Menu', {});
      built.set(menu, given as MenuItemConstructorOptions[]);
      return menu;
    },
    setApplicationMenu(menu) {
      template = (menu && built.get(menu)) ?? [];
    },
  });
};

export const createNotification = () => {
  const shown: EventEmitter[] = [];
  allow('clickNotification', (at: number) => shown.at(at)?.emit('click', anEvent()));
  const build = (options: NotificationConstructorOptions): NotificationType => {
    knownOptions('Notification', options, ['title', 'body']);
    const emitter = new EventEmitter();
    return faithful<NotificationType>('Notification', {
      on: emitter.on.bind(emitter),
      show() {
        shown.push(emitter);
        tell('notification', options);
      },
    });
  };
  return constructible<typeof NotificationType>('Notification', build, { isSupported: () => true });
};

/** A test reads its tooltip and its menu, and clicks in it. */
export const createTray = () => {
  const build = (_icon: string): TrayType => {
    const emitter = new EventEmitter();
    return faithful<TrayType>('Tray', {
      on: emitter.on.bind(emitter),
      setToolTip: (text: string) => tell('tray', { tooltip: text }),
      setContextMenu(menu: Menu | null) {
        trayItems = (menu && builtMenus.get(menu)) ?? [];
        tell('trayMenu', trayItems.map(({ label }) => label).filter(Boolean));
      },
      destroy: () => {},
    });
  };
  allow('clickTray', (label: string) => {
    const item = trayItems.find((one) => one.label === label);
    if (item?.click === undefined) throw new Error(`The tray has no ${label}.`);
    item.click(undefined as never, undefined, undefined as never);
  });
  return constructible<typeof TrayType>('Tray', build, {});
};

/** A keychain of a user's own, as real encryption: what another user wrapped does not open. */
export const createSafeStorage = ({ keychain, user }: StandInConfig, core: AppCore) => {
  const key = createHash('sha256').update(user).digest();
  const available = (): void => {
    core.mustBeReady('safeStorage');
    if (keychain === 'none') throw new Error('Encryption is not available.');
  };
  return faithful<SafeStorage>('safeStorage', {
    async isAsyncEncryptionAvailable() {
      core.mustBeReady('safeStorage');
      return keychain !== 'none';
    },
    getSelectedStorageBackend: () => (keychain === 'none' ? 'unknown' : keychain),
    async encryptStringAsync(text) {
      available();
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    async decryptStringAsync(sealed) {
      available();
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      const result = decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
      return { result, shouldReEncrypt: false };
    },
  });
};

export const createShell = () =>
  faithful<Shell>('shell', {
    async openExternal(url) {
      tell('external', url);
    },
    async openPath(path) {
      tell('path', path);
      return '';
    },
  });

export const createScreen = ({ displays }: StandInConfig, core: AppCore) =>
  faithful<Screen>('screen', {
    getAllDisplays() {
      core.mustBeReady('screen');
      return displays.map((workArea, id) => faithful<Display>('Display', { id, workArea }));
    },
  });
