import type { NativeTheme } from 'electron';
import type { BrowserContext } from 'playwright-core';
import { createApp } from './app.ts';
import { createBrowserWindow } from './browser-window.ts';
import { takeConfig } from './config.ts';
import {
  createDialog,
  createMenu,
  createNotification,
  createSafeStorage,
  createScreen,
  createShell,
  createTray,
} from './desktop.ts';
import { faithful } from './faithful.ts';
import { createIpc } from './ipc.ts';
import { createNet } from './net.ts';
import { createProtocol, listen } from './protocol.ts';
import { createSession } from './session.ts';
import { createUtilityProcess } from './utility-process.ts';

/**
 * Stands in for `electron` in the built main process. Windows are pages of real Chromium, utility processes are child
 * processes, the custom scheme is a server on loopback; a test drives what a person or the system would do.
 */

const config = takeConfig();
const server = await listen();
/** Only once there is a window to show: a command has none. */
const browser = async (): Promise<BrowserContext> => {
  const { chromium } = await import('playwright-core');
  const connected = await chromium.connectOverCDP(config.browserUrl);
  return connected.contexts()[0] ?? connected.newContext();
};
const core = createApp(config);
const protocolCore = createProtocol(core, server);
const ipc = createIpc();
const windows = createBrowserWindow(core, {
  browserUrl: config.browserUrl,
  browser,
  protocol: protocolCore,
  ipc,
});
const sessionCore = createSession(core, windows);
windows.decideBy(sessionCore);

export const app = core.app;
export const BrowserWindow = windows.BrowserWindow;
export const dialog = createDialog();
export const ipcMain = ipc.ipcMain;
export const Menu = createMenu();
export const Notification = createNotification();
export const nativeTheme = faithful<NativeTheme>('nativeTheme', { shouldUseDarkColors: false });
export const net = createNet(config, core, sessionCore.isPartition);
export const protocol = protocolCore.protocol;
export const safeStorage = createSafeStorage(config, core);
export const screen = createScreen(config, core);
export const session = sessionCore.session;
export const shell = createShell();
export const Tray = createTray();
export const utilityProcess = createUtilityProcess(core, config);
