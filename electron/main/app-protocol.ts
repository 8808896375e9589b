import type { CustomScheme, Protocol } from 'electron';
import {
  crashedPath,
  isApiPath,
  isOwn,
  quitPath,
  reloadPath,
  repairPath,
  restartPath,
  scheme,
  stoppedPath,
} from './app-address.ts';
import type { StaticFiles } from './static-files.ts';
import { type Stopped, startingPage, stoppedPage } from './stopped-page.ts';

/** May be registered once only, and before the app is ready. */
export const appScheme: CustomScheme = {
  scheme,
  privileges: {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    stream: true,
    codeCache: true,
    corsEnabled: false,
  },
};

export interface AppProtocolOptions {
  readonly protocol: Pick<Protocol, 'handle'>;
  readonly files: StaticFiles;
  readonly forward: (request: Request) => Promise<Response>;
  readonly stopped: () => Stopped;
  readonly crashed: () => Stopped;
  readonly restart: () => void;
  /** Starts again with the repair that main's own page offers. */
  readonly repair: () => void;
  /** Brings the app's page back in the place of main's own. */
  readonly reload: () => void;
  readonly quit: () => void;
}

/** `app://carryover`: the page's files, the desk under `/api`, and main's own page for when the host is gone. */
export const setUpAppProtocol = (options: AppProtocolOptions): void =>
  options.protocol.handle(scheme, (request) => {
    const url = new URL(request.url);
    if (!isOwn(url)) return new Response(null, { status: 404 });
    if (isApiPath(url.pathname)) return options.forward(request);
    return ownPage(request.method, url.pathname, options) ?? options.files(request.method, url.pathname);
  });

const ownPage = (
  method: string,
  path: string,
  { stopped, crashed, restart, repair, reload, quit }: AppProtocolOptions,
): Response | undefined => {
  if (path === stoppedPath) return stoppedPage(stopped());
  if (path === crashedPath) return stoppedPage(crashed());
  if (method !== 'POST') return undefined;
  if (path === restartPath) restart();
  else if (path === repairPath) repair();
  else if (path === reloadPath) reload();
  else if (path === quitPath) quit();
  else return undefined;
  return startingPage();
};
