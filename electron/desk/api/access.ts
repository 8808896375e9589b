import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Hello } from '#base/hello/answer.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { SessionView } from '#contract/session.ts';
import type { Sessions } from './sessions.ts';

/** Who may come in: proven connections, what carries the desk token, and browsers with the cookie of a session. */
export interface Access {
  readonly sessions: Sessions;
  /**
   * How the request is let in; undefined if it is not.
   * @throws CatalogueError `origin.notThisPage` if the cookie came with a request of another page
   */
  modeOf(request: FastifyRequest): SessionView['mode'] | undefined;
  /** The secret that the request's cookie holds, whether or not it still opens anything. */
  cookieOf(request: FastifyRequest): string | undefined;
}

interface AccessOptions {
  readonly token: string;
  readonly sessions: Sessions;
  readonly isProven: Hello['isProven'];
}

export const createAccess = ({ token, sessions, isProven }: AccessOptions): Access => {
  const wanted = digest(`Bearer ${token}`);
  const cookieOf: Access['cookieOf'] = (request) => request.cookies[cookieName(request)];
  return {
    sessions,
    cookieOf,
    modeOf(request) {
      if (isProven(request.raw.socket)) return 'app';
      if (timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) return 'app';
      const session = cookieOf(request);
      if (session === undefined) return undefined;
      refuseOtherPages(request);
      return sessions.use(session) ? 'browser' : undefined;
    },
  };
};

/** Browsers send the cookies of 127.0.0.1 to all of its ports, so the name tells those of several hosts apart. */
export const cookieName = ({ socket }: FastifyRequest): string =>
  `carryover-${(socket.address() as AddressInfo).port}`;

/**
 * What a browser sends along by itself must not act for a page that is not ours: another port of this machine counts as
 * the same site, so that SameSite alone does not keep its pages out. The guard has checked `Host` before.
 * @throws CatalogueError `origin.notThisPage`
 */
export const refuseOtherPages = ({ headers }: FastifyRequest): void => {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn = origin === undefined || origin === `http://${host}`;
  const fromHere = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOwn || !fromHere) throw new CatalogueError('origin.notThisPage');
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
