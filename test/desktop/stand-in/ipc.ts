import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { allow } from './control.ts';
import { faithful } from './faithful.ts';

interface SenderFrame {
  readonly url: string;
  readonly parent: object | null;
}
type Handler = Parameters<IpcMain['handle']>[1];

export interface IpcCore {
  readonly ipcMain: IpcMain;
  /** What the page gets: a value, or an error's words. */
  answer(channel: string, senderFrame: SenderFrame | null, args: unknown[]): Promise<object>;
}

export const createIpc = (): IpcCore => {
  const handlers = new Map<string, Handler>();
  const ipcMain = faithful<IpcMain>('ipcMain', {
    handle(channel, handler) {
      if (handlers.has(channel)) throw new Error(`There is a second handler for ${channel}.`);
      handlers.set(channel, handler);
    },
  });
  const answer: IpcCore['answer'] = async (channel, senderFrame, args) => {
    const handler = handlers.get(channel);
    if (handler === undefined) return { error: `Error: No handler registered for '${channel}'` };
    try {
      return { value: await handler({ senderFrame } as IpcMainInvokeEvent, ...args) };
    } catch (error) {
      return { error: String(error) };
    }
  };
  // As another page, or a frame, would ask.
  allow('askAs', answer);
  return { ipcMain, answer };
};
