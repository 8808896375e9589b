import type { CustomScheme, Protocol } from 'electron';
import {
  crashedPath,
  isApiPath,
  local,
  type OwnPages,
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
  readonly pages: Pick<OwnPages, 'deskOf'>;
  readonly forward: (request: Request) => Promise<Response>;
  /** The same to the desk of a team. */
  readonly forwardToTeam: (id: string, request: Request) => Promise<Response>;
  readonly stopped: () => Stopped;
  readonly crashed: () => Stopped;
  readonly restart: () => void;
  /** Starts again with the repair that main's own page offers. */
  readonly repair: () => void;
  /** Brings the app's page back in the place of main's own. */
  readonly reload: () => void;
  readonly quit: () => void;
}

/**
 * `app://carryover`: the page's files, the local desk under `/api`, and main's own page for when the host is gone.
 * `app://<id>.team`: the same files, and the desk of that team. Nothing else is there.
 */
export const setUpAppProtocol = (options: AppProtocolOptions): void =>
  options.protocol.handle(scheme, (request) => {
    const { pages, forward, forwardToTeam, files } = options;
    const url = new URL(request.url);
    const desk = pages.deskOf(url);
    if (desk === undefined || isOfOtherDesk(request, desk, pages)) return new Response(null, { status: 404 });
    if (isApiPath(url.pathname)) return desk === local ? forward(request) : forwardToTeam(desk, request);
    const own = desk === local ? ownPage(request.method, url.pathname, options) : undefined;
    return own ?? files(request.method, url.pathname);
  });

/** Beside the content policy of the pages: what the page of one desk asks never reaches another. */
const isOfOtherDesk = ({ headers }: Request, desk: string, pages: Pick<OwnPages, 'deskOf'>): boolean => {
  const origin = URL.parse(headers.get('origin') ?? '');
  const asking = origin === null ? undefined : pages.deskOf(origin);
  return asking !== undefined && asking !== desk;
};

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
