import { openByPrivatePage, removePrivatePages } from '#base/private-page.ts';
import { isSandboxedBrowser } from '#base/sandboxed-browser.ts';
import type { Ticket } from '#contract/session.ts';
import { openInBrowser } from './browser.ts';

/**
 * Opens a one-time address in the person's browser, by a page that only its owner can read.
 * @param dataDir where the page is put
 * @param prove that the host is still the one that made the address; rejects if it is not. Left out by the host itself
 * @returns false if no browser could be opened, or if the address is not one of this machine
 */
export const openAddress = async (
  dataDir: string,
  { url, expires }: Ticket,
  prove?: () => Promise<unknown>,
): Promise<boolean> => {
  removePrivatePages(dataDir);
  if (!isOwn(url) || (await isSandboxedBrowser())) return false;
  await prove?.();
  return (await openByPrivatePage(dataDir, url, Date.parse(expires), openInBrowser)) !== undefined;
};

/**
 * Opens an address with what nobody else may see in the person's browser, by a page that only its owner can read.
 * @param untilMs when the address is of no use any more
 * @returns removes the page; undefined if no browser could be opened
 */
export const openPrivately = async (
  folder: string,
  url: string,
  untilMs: number,
): Promise<(() => void) | undefined> => {
  removePrivatePages(folder);
  return (await isSandboxedBrowser()) ? undefined : openByPrivatePage(folder, url, untilMs, openInBrowser);
};

const isOwn = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
};
