import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Hello } from '#base/hello/answer.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { SessionView } from '#contract/session.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { isOverLoopback } from './operations.ts';
import type { PublicAddress } from './public-address.ts';
import type { Sessions } from './sessions.ts';

/** Who may come in: proven connections, what carries the desk token, and browsers with the secret of a session. */
export interface Access {
  readonly sessions: Sessions;
  /** Where a proxy that ends TLS passes requests on from, if one does. */
  readonly publicOrigin: string | undefined;
  /**
   * How the request is let in; undefined if it is not.
   * @throws CatalogueError `origin.notThisPage` if a session's secret came with a request of another page
   */
  modeOf(request: FastifyRequest): SessionView['mode'] | undefined;
  /** The session's secret that the request carries, whether or not it still opens anything. */
  sessionOf(request: FastifyRequest): string | undefined;
  /** Where the page of a request comes from; the guard has checked `Host` before. */
  originOf(request: FastifyRequest): string;
  /**
   * A page that is not ours must not act, whatever it got hold of: another port of this machine is another origin.
   * @throws CatalogueError `origin.notThisPage`
   */
  refuseOtherPages(request: FastifyRequest): void;
  /** Whether a request comes from a program of this machine, and not by a proxy on it. */
  isFromThisMachine(request: FastifyRequest): boolean;
}

interface AccessOptions {
  readonly token: string;
  readonly sessions: Sessions;
  readonly isProven: Hello['isProven'];
  readonly address: PublicAddress | undefined;
}

export const createAccess = ({ token, sessions, isProven, address }: AccessOptions): Access => {
  const wanted = digest(`Bearer ${token}`);
  /** Never a cookie: a browser sends those along by itself, and those of 127.0.0.1 to all of its ports. */
  const sessionOf: Access['sessionOf'] = ({ headers }) => {
    const given = headers[sessionHeader];
    return typeof given === 'string' ? given : undefined;
  };
  const originOf: Access['originOf'] = (request) =>
    address?.isOf(request) ? address.origin : `http://${request.headers.host?.toLowerCase()}`;
  const refuseOtherPages: Access['refuseOtherPages'] = (request) => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isOwn = origin === undefined || origin.toLowerCase() === originOf(request);
    const fromHere = site === undefined || site === 'same-origin' || site === 'none';
    if (!isOwn || !fromHere) throw new CatalogueError('origin.notThisPage');
  };
  return {
    sessions,
    publicOrigin: address?.origin,
    sessionOf,
    originOf,
    refuseOtherPages,
    isFromThisMachine: (request) => !address?.isOf(request) && isOverLoopback(request),
    modeOf(request) {
      if (isProven(request.raw.socket)) return 'app';
      if (timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) return 'app';
      const session = sessionOf(request);
      if (session === undefined) return undefined;
      refuseOtherPages(request);
      return sessions.use(session, originOf(request)) ? 'browser' : undefined;
    },
  };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
