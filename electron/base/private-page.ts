import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped } from '#contract/plain-page.ts';
import { systemTime } from './clock.ts';

/**
 * Brings an address with what nobody else may see into a browser, by a page that only its owner can read, which leads on to
 * it: what a program is started with, everyone on the machine could read, and be there first.
 * @param untilMs when the address is of no use any more
 * @param open hands the file to the browser; false if that failed
 * @returns removes the page; undefined if no browser could be opened
 */
export const openByPrivatePage = async (
  folder: string,
  url: string,
  untilMs: number,
  open: (path: string) => Promise<boolean>,
): Promise<(() => void) | undefined> => {
  const path = join(folder, `open-${randomBytes(12).toString('hex')}.html`);
  writeFileSync(path, pageTo(escaped(url)), { mode: 0o600, flag: 'wx' });
  const remove = (): void => rmSync(path, { force: true });
  if (!(await open(path))) {
    remove();
    return undefined;
  }
  // A process that ends before leaves it to the next one: what is in it is of no use any more.
  systemTime.after(untilMs - systemTime.now(), remove, { unref: true });
  return remove;
};

/** Longer than any address works. */
const staleMs = 15 * 60_000;

/** What processes left that ended before their address did. */
export const removePrivatePages = (folder: string): void => {
  for (const name of readdirSync(folder).filter((each) => /^open-[0-9a-f]{24}\.html$/.test(each))) {
    const path = join(folder, name);
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
