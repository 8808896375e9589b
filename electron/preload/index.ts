import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  type Asked,
  asked,
  type Bridge,
  type Desks,
  type HostState,
  type Opening,
  type Reply,
  told,
} from '#contract/bridge.ts';

/** The bridge between the page and main, as `window.carryover`: each ability by its own name. */

const ask = async (what: Asked, ...args: readonly unknown[]): Promise<unknown> => {
  const reply = (await ipcRenderer.invoke(asked[what], ...args)) as Reply;
  if (!reply.ok) throw new Error(reply.text);
  return reply.value;
};

/** The event stays here: it holds the sender, by which a page could send anything. */
const listen = <T>(channel: string, listener: (content: T) => void): (() => void) => {
  const heard = (_event: unknown, content: T): void => listener(content);
  ipcRenderer.on(channel, heard);
  return () => void ipcRenderer.off(channel, heard);
};

const bridge: Bridge = {
  platform: process.platform as Bridge['platform'],
  pathOf: (file) => webUtils.getPathForFile(file),
  chooseFolder: () => ask('chooseFolder') as ReturnType<Bridge['chooseFolder']>,
  saveFile: (name, bytes) => ask('saveFile', name, bytes) as ReturnType<Bridge['saveFile']>,
  openExternal: (url) => ask('openExternal', url) as ReturnType<Bridge['openExternal']>,
  openDataFolder: () => ask('openDataFolder') as ReturnType<Bridge['openDataFolder']>,
  hostState: () => ask('hostState') as ReturnType<Bridge['hostState']>,
  onHostState: (listener) => listen<HostState>(told.hostState, listener),
  keyProtection: () => ask('keyProtection') as ReturnType<Bridge['keyProtection']>,
  protectKey: () => ask('protectKey') as ReturnType<Bridge['protectKey']>,
  notificationSettings: () => ask('notificationSettings') as ReturnType<Bridge['notificationSettings']>,
  setNotificationSettings: (settings) =>
    ask('setNotificationSettings', settings) as ReturnType<Bridge['setNotificationSettings']>,
  desks: () => ask('desks') as ReturnType<Bridge['desks']>,
  connectTeam: (address) => ask('connectTeam', address) as ReturnType<Bridge['connectTeam']>,
  signInTeam: (id) => ask('signInTeam', id) as ReturnType<Bridge['signInTeam']>,
  cancelTeamSignIn: () => ask('cancelTeamSignIn') as ReturnType<Bridge['cancelTeamSignIn']>,
  showDesk: (id) => ask('showDesk', id) as ReturnType<Bridge['showDesk']>,
  signOutTeam: (id) => ask('signOutTeam', id) as ReturnType<Bridge['signOutTeam']>,
  removeTeam: (id) => ask('removeTeam', id) as ReturnType<Bridge['removeTeam']>,
  onDesks: (listener) => listen<Desks>(told.desks, listener),
  onOpening: (listener) => listen<Opening>(told.opening, listener),
  ready: () => void ask('ready'),
};

contextBridge.exposeInMainWorld('carryover', bridge);
