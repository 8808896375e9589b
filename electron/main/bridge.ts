import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { errorText } from '#base/error-text.ts';
import { type Asked, asked, type Bridge, type Reply } from '#contract/bridge.ts';
import type { OwnPages } from './app-address.ts';

/** What main does when the page asks; arguments are whatever the page sent. */
export type Answers = {
  readonly [Name in Asked]: (...args: unknown[]) => ReturnType<Bridge[Name]> | Promise<void>;
};

/**
 * Only the app's own pages, and only themselves, not a frame in one. The page of a team's desk may ask all that the local
 * one may: its code is the app's, from the same files, and what a desk sends is data to it, which its content policy keeps
 * from running.
 */
const isFromOwnPage = ({ senderFrame }: IpcMainInvokeEvent, pages: Pick<OwnPages, 'isOwnPage'>): boolean =>
  senderFrame !== null && senderFrame.parent === null && pages.isOwnPage(senderFrame.url);

export const setUpBridge = (
  ipcMain: Pick<IpcMain, 'handle'>,
  pages: Pick<OwnPages, 'isOwnPage'>,
  answers: Answers,
): void => {
  for (const name of Object.keys(asked) as Asked[]) {
    ipcMain.handle(asked[name], async (event, ...args: unknown[]): Promise<Reply> => {
      if (!isFromOwnPage(event, pages)) return { ok: false, text: 'Only the page of the app may ask this.' };
      try {
        return { ok: true, value: await answers[name](...args) };
      } catch (error) {
        return { ok: false, text: errorText(error) };
      }
    });
  }
};
