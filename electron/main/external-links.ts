import type { Shell } from 'electron';

export type OpenExternal = (url: string) => Promise<boolean>;

/** Only https leaves the app, and never with a name or password in it: other schemes start programs. */
export const isExternal = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname !== '';
};

/** The one way out of the app. Answers false for what it refuses. */
export const createOpenExternal =
  (shell: Pick<Shell, 'openExternal'>): OpenExternal =>
  async (url) => {
    if (typeof url !== 'string' || !isExternal(url)) return false;
    await shell.openExternal(new URL(url).href);
    return true;
  };
