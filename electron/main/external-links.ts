import { readFileSync } from 'node:fs';
import type { BrowserWindow, Dialog, Shell } from 'electron';
import { writeAtomically } from '#base/write-atomically.ts';

export type OpenExternal = (url: string) => Promise<boolean>;

export interface ExternalLinksOptions {
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly window: () => BrowserWindow | undefined;
  /** Where it is kept which hosts were opened before. */
  readonly hostsPath: string;
}

/** Longer ones are no addresses that a person would follow. */
const longest = 8192;

/** Only https leaves the app, and never with a name or password in it: other schemes start programs. */
export const isExternal = (text: string): boolean => {
  if (text.length > longest || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname !== '';
};

/**
 * The one way out of the app. A host that was not opened before is asked about, as an address can carry away what a page
 * knows. Answers false for what it, or the person, refuses.
 */
export const createOpenExternal = (options: ExternalLinksOptions): OpenExternal => {
  const { shell, hostsPath } = options;
  let isAsking = false;

  const mayOpen = async (url: URL): Promise<boolean> => {
    const known = readHosts(hostsPath);
    if (known.includes(url.host)) return true;
    // A page that opens one after the other must not cover the screen with questions.
    if (isAsking) return false;
    isAsking = true;
    try {
      if (!(await ask(options, url))) return false;
    } finally {
      isAsking = false;
    }
    await keepHosts(hostsPath, [...known, url.host]);
    return true;
  };

  return async (text) => {
    if (typeof text !== 'string' || !isExternal(text)) return false;
    const url = new URL(text);
    if (!(await mayOpen(url))) return false;
    await shell.openExternal(url.href);
    return true;
  };
};

const shownLength = 500;
const openButton = 1;

const ask = async ({ dialog, window }: ExternalLinksOptions, { host, href }: URL): Promise<boolean> => {
  const question = {
    type: 'question' as const,
    message: `Open ${host} in your browser?`,
    detail: `Carryover has not opened this host before. Check the address:\n\n${shortened(href)}`,
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const parent = window();
  const { response } = await (parent === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(parent, question));
  return response === openButton;
};

const shortened = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;

/** What can't be read is asked about again. */
const readHosts = (path: string): readonly string[] => {
  try {
    const { hosts } = JSON.parse(readFileSync(path, 'utf8')) as { hosts: unknown };
    return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
  } catch {
    return [];
  }
};

const mostHosts = 500;

/** A full disk keeps nobody from opening a link: the next one is asked about again. */
const keepHosts = (path: string, hosts: readonly string[]): Promise<void> =>
  writeAtomically(path, JSON.stringify({ hosts: hosts.slice(-mostHosts) })).catch(() => undefined);
