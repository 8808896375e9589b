import { sessionHeader } from '#contract/session-header.ts';

/**
 * The secret of this browser's session: in the storage of the page's own origin, which includes the port, so that pages
 * of other local servers neither read it nor, as with a cookie, send it along. All tabs of the browser share it, and a
 * tab that waits for a session continues once another one has started one. It ends with the host, so whoever listens on the
 * port later finds nothing of use. In the app there is none: main has signed the page in.
 */
const name = 'carryover-session';

/** Where the browser keeps nothing for pages, a session lasts until this page is left. */
let unkept: string | undefined;

export const keepSession = (secret: string): void => {
  try {
    localStorage.setItem(name, secret);
  } catch {
    unkept = secret;
  }
};

export const forgetSession = (): void => {
  unkept = undefined;
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept there.
  }
};

/** Read for each request, as another tab may have started a session. */
export const sessionHeaders = (): Readonly<Record<string, string>> => {
  const secret = keptSession() ?? unkept;
  return secret === undefined ? {} : { [sessionHeader]: secret };
};

const keptSession = (): string | undefined => {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
};
