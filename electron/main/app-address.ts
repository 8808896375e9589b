/** Where pages live. A scheme of its own: `file://` would give it the rights of every file. */
export const scheme = 'app';
/** The host of the local desk's page. */
const localHost = 'carryover';
export const homeUrl = `${scheme}://${localHost}/`;
/** What main itself shows: there is no host to show anything, or the page's process dies again and again. */
export const stoppedPath = '/.carryover/stopped';
export const crashedPath = '/.carryover/crashed';
export const reloadPath = '/.carryover/reload';
export const repairPath = '/.carryover/repair';
export const restartPath = '/.carryover/restart';
export const quitPath = '/.carryover/quit';

/** An id cannot be this, which is no hexadecimal number. */
export const local = 'local';

/** The page of a team's desk: an origin of its own, so that Chromium keeps what a page stores apart from all others. */
export const teamOrigin = (id: string): string => `${scheme}://${id}.team`;

/** @param desk `local`, or the id of a team's desk */
export const homeOf = (desk: string): string => (desk === local ? homeUrl : `${teamOrigin(desk)}/`);

/** Which addresses are the app's own. */
export interface OwnPages {
  /** The desk that an address is of: `local`, or the id of a team's desk that the app knows. */
  deskOf(url: URL): string | undefined;
  /** Whether it is one of the app's own pages. `/api` answers data, and is never shown as a page. */
  isOwnPage(text: string): boolean;
  /** Whether it is of something that one of the app's own pages has made. */
  isOwnBlob(text: string): boolean;
}

/** @param isKnown whether there is a team's desk of this id; of others no page is shown, and nobody is heard */
export const createOwnPages = (isKnown: (id: string) => boolean): OwnPages => {
  const deskOf = ({ protocol, host }: URL): string | undefined => {
    if (protocol !== `${scheme}:`) return undefined;
    if (host === localHost) return local;
    const [, id] = /^([0-9a-f]{16})\.team$/.exec(host) ?? [];
    return id !== undefined && isKnown(id) ? id : undefined;
  };
  return {
    deskOf,
    isOwnPage(text) {
      const url = URL.parse(text);
      return url !== null && deskOf(url) !== undefined && !isApiPath(url.pathname);
    },
    isOwnBlob(text) {
      const url = text.startsWith('blob:') ? URL.parse(text.slice('blob:'.length)) : null;
      return url !== null && deskOf(url) !== undefined;
    },
  };
};

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/');
