import type { App, Session, WebContents, WebPreferences } from 'electron';
import { type OwnPages, scheme } from './app-address.ts';
import type { OpenExternal } from './external-links.ts';

/** What the page may not do, whatever is in it. Source: Electron's security checklist. */

export const safePreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies WebPreferences;

export interface SecurityOptions {
  readonly app: Pick<App, 'on'>;
  readonly session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'webRequest'
    | 'on'
  >;
  readonly pages: OwnPages;
  readonly openExternal: OpenExternal;
}

export const setUpSecurity = ({ app, session, pages, openExternal }: SecurityOptions): void => {
  app.on('web-contents-created', (_event, contents) => guard(contents, pages, openExternal));
  denyPermissions(session, pages);
  denyRemoteContent(session);
  // The app's own files are saved by the bridge, whose dialog asks where: see save-file.ts.
  session.on('will-download', (event) => event.preventDefault());
};

/** A page stays where it is, also at its desk, and opens no other; in a frame it shows a report, which leads nowhere; a link that leads out goes to the person's browser. */
const guard = (contents: WebContents, pages: OwnPages, openExternal: OpenExternal): void => {
  const { isOwnPage, isOwnBlob, deskOf } = pages;
  /** Main alone leads from the page of one desk to that of another. */
  const staysAtDesk = (url: string): boolean => {
    const from = URL.parse(contents.getURL());
    return isOwnPage(url) && from !== null && deskOf(from) === deskOf(new URL(url));
  };
  contents.on('will-navigate', (event) => {
    if (!staysAtDesk(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !isOwnBlob(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!staysAtDesk(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
};

/** Copying by a button is all that the page needs. */
const isGranted = (permission: string): boolean => permission === 'clipboard-sanitized-write';

const denyPermissions = (session: SecurityOptions['session'], { isOwnPage }: OwnPages): void => {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isGranted(permission) && isOwnPage(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (contents, permission) => isGranted(permission) && isOwnPage(contents?.getURL() ?? ''),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
};

/** Beside the page's content policy: whatever asks, nothing is fetched from anywhere else. */
const localSchemes: ReadonlySet<string> = new Set([`${scheme}:`, 'blob:', 'data:', 'devtools:']);

const denyRemoteContent = ({ webRequest }: SecurityOptions['session']): void =>
  webRequest.onBeforeRequest(({ url }, answer) => {
    const own = URL.canParse(url) && localSchemes.has(new URL(url).protocol);
    answer({ cancel: !own });
  });
