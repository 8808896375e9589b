import type { FastifyRequest } from 'fastify';
import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { SessionRequest, SessionView, Ticket, ticketFragment } from '#contract/session.ts';
import { type Access, cookieName, refuseOtherPages } from './access.ts';
import { answers, type DeskApp, nothing } from './app.ts';

const tags = ['session'];
const cookie = { httpOnly: true, sameSite: 'strict', path: '/api' } as const;

/**
 * How a browser is let in.
 * @param deskUrl where this machine reaches the desk, once it listens
 */
export const sessionRoutes = (app: DeskApp, access: Access, deskUrl: () => string): void => {
  const { sessions } = access;
  app.post(
    '/api/session/tickets',
    {
      schema: {
        tags,
        summary: 'Make an address that lets one browser in, once, within 10 minutes; asks for the desk token',
        response: answers(Ticket),
      },
    },
    async (request) => {
      if (access.modeOf(request) !== 'app') throw new CatalogueError('deskAuth.wrong');
      const { ticket, expiresMs } = sessions.issueTicket();
      return { url: `${deskUrl()}/#${ticketFragment}=${ticket}`, ticket, expires: toIso(expiresMs) };
    },
  );
  app.post(
    '/api/session',
    {
      schema: {
        tags,
        summary: 'Begin a session with a ticket; its cookie is for the browser alone',
        body: SessionRequest,
        response: answers(SessionView),
        security: [],
      },
      onRequest: async (request: FastifyRequest) => refuseOtherPages(request),
    },
    async (request, reply) => {
      const session = sessions.begin(request.body.ticket);
      if (session === undefined) throw new CatalogueError('session.ticketUsed');
      reply.setCookie(cookieName(request), session, cookie);
      return { mode: 'browser' as const };
    },
  );
  app.get(
    '/api/session',
    {
      schema: {
        tags,
        summary: 'Whether the app asks or the session of a browser; 401 if neither',
        response: answers(SessionView),
        security: [],
      },
    },
    async (request) => {
      const mode = access.modeOf(request);
      if (mode === undefined) throw new CatalogueError('session.none');
      return { mode };
    },
  );
  app.delete(
    '/api/session',
    { schema: { tags, summary: 'End the session of this browser', response: nothing, security: [] } },
    async (request, reply) => {
      const session = access.cookieOf(request);
      if (access.modeOf(request) === 'browser' && session !== undefined) sessions.end(session);
      return reply.clearCookie(cookieName(request), cookie).code(204).send(null);
    },
  );
};
