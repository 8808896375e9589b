import type { FastifyRequest } from 'fastify';
import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { NewSession, SessionRequest, SessionView, Ticket, ticketFragment } from '#contract/session.ts';
import { type Access, originOf, refuseOtherPages } from './access.ts';
import { answers, type DeskApp, nothing } from './app.ts';

const tags = ['session'];

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
        summary:
          'Begin a session with a ticket; its secret is for the page alone, which sends it as a header',
        body: SessionRequest,
        response: answers(NewSession),
        security: [],
      },
      onRequest: async (request: FastifyRequest) => refuseOtherPages(request),
    },
    async (request) => {
      const session = sessions.begin(request.body.ticket, originOf(request));
      if (session === undefined) throw new CatalogueError('session.ticketUsed');
      return { mode: 'browser' as const, session };
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
      const session = access.sessionOf(request);
      if (access.modeOf(request) === 'browser' && session !== undefined) sessions.end(session);
      return reply.code(204).send(null);
    },
  );
};
