import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemTime } from '#base/clock.ts';
import { escaped } from '#contract/plain-page.ts';
import type { Ticket } from '#contract/session.ts';
import { openInBrowser } from './browser.ts';
import { isSandboxedBrowser } from './sandboxed-browser.ts';

/**
 * Opens a one-time address in the person's browser by a page that only its owner can read, which leads on to it: what a
 * program is started with, everyone on the machine could read, and be there first.
 * @param dataDir where the page is put
 * @param prove that the host is still the one that made the address; rejects if it is not. Left out by the host itself
 * @returns false if no browser could be opened, or if the address is not one of this machine
 */
export const openAddress = async (
  dataDir: string,
  { url, expires }: Ticket,
  prove?: () => Promise<unknown>,
): Promise<boolean> => {
  removePages(dataDir);
  if (!isOwn(url) || (await isSandboxedBrowser())) return false;
  await prove?.();
  return (await openByPage(dataDir, url, Date.parse(expires))) !== undefined;
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
  removePages(folder);
  return (await isSandboxedBrowser()) ? undefined : openByPage(folder, url, untilMs);
};

const openByPage = async (
  folder: string,
  url: string,
  untilMs: number,
): Promise<(() => void) | undefined> => {
  const path = join(folder, `open-${randomBytes(12).toString('hex')}.html`);
  writeFileSync(path, pageTo(escaped(url)), { mode: 0o600, flag: 'wx' });
  const remove = (): void => rmSync(path, { force: true });
  if (!(await openInBrowser(path))) {
    remove();
    return undefined;
  }
  // A command that ends before leaves it to the next one: what is in it is of no use any more.
  systemTime.after(untilMs - systemTime.now(), remove, { unref: true });
  return remove;
};

const isOwn = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
};

/** Longer than any address works. */
const staleMs = 15 * 60_000;

const removePages = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => /^open-[0-9a-f]{24}\.html$/.test(each))) {
    const path = join(dataDir, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (made < systemTime.now() - staleMs) rmSync(path, { force: true });
  }
};

/** Without a script, and with a link, as some browsers follow neither from a file. @param url escaped */
const pageTo = (url: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=${url}">
    <title>Carryover</title>
  </head>
  <body><p><a href="${url}">Open Carryover</a></p></body>
</html>
`;
