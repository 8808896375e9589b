/** Where the page lives. A scheme of its own: `file://` would give it the rights of every file. */
export const scheme = 'app';
export const appHost = 'carryover';
export const homeUrl = `${scheme}://${appHost}/`;
/** What main itself shows: there is no host to show anything, or the page's process dies again and again. */
export const stoppedPath = '/.carryover/stopped';
export const crashedPath = '/.carryover/crashed';
export const reloadPath = '/.carryover/reload';
export const repairPath = '/.carryover/repair';
export const restartPath = '/.carryover/restart';
export const quitPath = '/.carryover/quit';

/** Whether an address is one of the app's own pages. `/api` answers data, and is never shown as a page. */
export const isOwnPage = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isOwn(url) && !isApiPath(url.pathname);
};

/** Whether it is of something that one of the app's own pages has made. */
export const isOwnBlob = (text: string): boolean => text.startsWith(`blob:${homeUrl}`);

export const isOwn = ({ protocol, host }: URL): boolean => protocol === `${scheme}:` && host === appHost;

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/');
