import type { FastifyRequest } from 'fastify';
import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { NewSession, SessionRequest, SessionView, Ticket, ticketFragment } from '#contract/session.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import type { Access } from './access.ts';

const options = optionsFor('session');

/**
 * How a browser is let in.
 * @param deskUrl where this machine reaches the desk, once it listens
 */
export const sessionRoutes = (app: ApiApp, access: Access, deskUrl: () => string): void => {
  const { sessions } = access;
  app.post(
    '/api/session/tickets',
    options(
      'Create a single-use sign-in address, valid for 10 minutes; requires the desk token',
      answers(Ticket),
    ),
    async (request) => {
      if (access.modeOf(request) !== 'app') throw new CatalogueError('deskAuth.wrong');
      const { ticket, expiresMs } = sessions.issueTicket();
      const at = (origin: string): string => `${origin}/#${ticketFragment}=${ticket}`;
      const { publicOrigin } = access;
      return {
        url: at(deskUrl()),
        ...(publicOrigin === undefined ? {} : { publicUrl: at(publicOrigin) }),
        ticket,
        expires: toIso(expiresMs),
      };
    },
  );
  app.post(
    '/api/session',
    {
      ...options(
        'Start a session with a ticket; the page sends its secret as a header',
        answers(NewSession),
        { body: SessionRequest, security: [] },
      ),
      onRequest: async (request: FastifyRequest) => access.refuseOtherPages(request),
    },
    async (request) => {
      const session = sessions.begin(request.body.ticket, access.originOf(request));
      if (session === undefined) throw new CatalogueError('session.ticketUsed');
      return { mode: 'browser' as const, session };
    },
  );
  app.get(
    '/api/session',
    options('Show whether the caller is the app or a browser session; 401 if neither', answers(SessionView), {
      security: [],
    }),
    async (request) => {
      const mode = access.modeOf(request);
      if (mode === undefined) throw new CatalogueError('session.none');
      return { mode };
    },
  );
  app.delete(
    '/api/session',
    options('End the session of this browser', nothing, { security: [] }),
    async (request, reply) => {
      const session = access.sessionOf(request);
      if (access.modeOf(request) === 'browser' && session !== undefined) sessions.end(session);
      return reply.code(204).send(null);
    },
  );
};
