import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { errorText } from '#base/error-text.ts';
import { type Asked, asked, type Bridge, type Reply } from '#contract/bridge.ts';
import { isOwnPage } from './app-address.ts';

/** What main does when the page asks; arguments are whatever the page sent. */
export type Answers = {
  readonly [Name in Asked]: (...args: unknown[]) => ReturnType<Bridge[Name]> | Promise<void>;
};

/** Only the app's own page, and only itself, not a frame in it. */
const isFromOwnPage = ({ senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url);

export const setUpBridge = (ipcMain: Pick<IpcMain, 'handle'>, answers: Answers): void => {
  for (const name of Object.keys(asked) as Asked[]) {
    ipcMain.handle(asked[name], async (event, ...args: unknown[]): Promise<Reply> => {
      if (!isFromOwnPage(event)) return { ok: false, text: 'Only the page of the app may ask this.' };
      try {
        return { ok: true, value: await answers[name](...args) };
      } catch (error) {
        return { ok: false, text: errorText(error) };
      }
    });
  }
};
