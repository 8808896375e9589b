import { pathToFileURL } from 'node:url';
import type { Shell } from 'electron';
import { signInMs } from '#base/app-sign-in/sign-in.ts';
import { systemTime } from '#base/clock.ts';
import { openByPrivatePage, removePrivatePages } from '#base/private-page.ts';
import { isSandboxedBrowser } from '#base/sandboxed-browser.ts';

export interface ShowInBrowserOptions {
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly platform: NodeJS.Platform;
  /** Where a page may be put that leads to the address. */
  readonly folder: string;
}

/**
 * Brings the page of a desk on which a person agrees to a sign-in into the system's browser. On Linux everyone on the machine
 * can read what a program is started with, so there by a page that only its owner can read.
 * @returns to be called when the address is of no use any more
 * @throws Error in words
 */
export const createShowInBrowser =
  ({ shell, platform, folder }: ShowInBrowserOptions) =>
  async (address: string): Promise<() => void> => {
    const open = (url: string): Promise<boolean> =>
      shell.openExternal(url).then(
        () => true,
        () => false,
      );
    const isByPage = platform === 'linux' && !(await isSandboxedBrowser());
    if (isByPage) removePrivatePages(folder);
    const remove = isByPage
      ? await openByPrivatePage(folder, address, systemTime.now() + signInMs, (path) =>
          open(pathToFileURL(path).href),
        )
      : (await open(address)) && (() => {});
    if (!remove)
      throw new Error(
        'No browser could be opened, so nobody was signed in. Choose a default browser in the settings of this system, then try again.',
      );
    return remove;
  };
