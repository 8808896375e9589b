import type { App, Session, WebContents, WebPreferences } from 'electron';
import { isOwnBlob, isOwnPage, scheme } from './app-address.ts';
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
  readonly openExternal: OpenExternal;
}

export const setUpSecurity = ({ app, session, openExternal }: SecurityOptions): void => {
  app.on('web-contents-created', (_event, contents) => guard(contents, openExternal));
  denyPermissions(session);
  denyRemoteContent(session);
  // The app's own files are saved by the bridge, whose dialog asks where: see save-file.ts.
  session.on('will-download', (event) => event.preventDefault());
};

/** A page stays where it is, and opens no other; in a frame it shows a report, which leads nowhere; a link that leads out goes to the person's browser. */
const guard = (contents: WebContents, openExternal: OpenExternal): void => {
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !isOwnBlob(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
};

/** Copying by a button is all that the page needs. */
const isGranted = (permission: string): boolean => permission === 'clipboard-sanitized-write';

const denyPermissions = (session: SecurityOptions['session']): void => {
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
