import type { FastifyRequest } from 'fastify';
import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  BegunSignIn,
  NewSession,
  SessionRequest,
  SessionView,
  SignInWays,
  Ticket,
  ticketFragment,
} from '#contract/session.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import type { Caller, People } from '#desk/people/people.ts';
import type { SignIn } from '#desk/people/sign-in/sign-in.ts';
import { type Access, suspensionError } from './access.ts';
import { type Entrance, isOfMachine } from './caller.ts';

const options = optionsFor('session');

interface SessionParts {
  readonly access: Access;
  /** Left out on a standby. */
  readonly people?: People;
  /** Left out: no provider signs people in. */
  readonly signIn?: SignIn | undefined;
  /** Where this machine reaches the desk, once it listens. */
  readonly deskUrl: () => string;
}

/** How a browser is let in. */
export const sessionRoutes = (app: ApiApp, parts: SessionParts): void => {
  ticketRoute(app, parts);
  providerRoute(app, parts);
  beginRoute(app, parts);
  const { access, people } = parts;
  const providerNow = () => (people?.isTeam() ? parts.signIn?.provider : undefined);
  app.get(
    '/api/session/ways',
    options('Show how to sign in', answers(SignInWays), { security: [] }),
    async () => {
      const provider = providerNow();
      return { people: people?.isTeam() ?? false, ...(provider === undefined ? {} : { provider }) };
    },
  );
  app.get(
    '/api/session',
    options('Show who the caller is; 401 if nobody who is let in', answers(SessionView), { security: [] }),
    async (request, reply) => {
      const entrance = access.entranceOf(request);
      if (entrance !== undefined) return viewOf(entrance);
      const refusal = new CatalogueError(people?.isTeam() ? 'people.signIn' : 'session.none');
      throw access.notLetIn(request, reply, refusal);
    },
  );
  app.delete(
    '/api/session',
    options('End the session of this browser', nothing, { security: [] }),
    async (request, reply) => {
      const session = access.sessionOf(request);
      const mode = access.entranceOf(request)?.mode;
      if (session !== undefined && (mode === 'browser' || mode === 'person')) access.sessions.end(session);
      return reply.code(204).send(null);
    },
  );
};

const ticketRoute = (app: ApiApp, { access, deskUrl }: SessionParts): void => {
  app.post(
    '/api/session/tickets',
    options(
      'Create a single-use sign-in address, valid for 10 minutes; requires the desk token',
      answers(Ticket),
    ),
    async (request) => {
      if (!isOfMachine(request)) throw new CatalogueError('deskAuth.wrong');
      const { ticket, expiresMs } = access.sessions.issueTicket();
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
};

const providerRoute = (app: ApiApp, parts: SessionParts): void => {
  const { access, deskUrl } = parts;
  app.post(
    '/api/session/provider',
    {
      ...options(
        'Begin a sign-in by the identity provider: where the page goes, and what it completes the sign-in with',
        answers(BegunSignIn),
        { security: [] },
      ),
      onRequest: async (request: FastifyRequest) => access.refuseOtherPages(request),
    },
    async (request) => {
      const signIn = signInOf(parts);
      // Elsewhere the page that comes back is of another origin, which knows nothing of this sign-in.
      const [origin, address] = [access.originOf(request), access.publicOrigin ?? new URL(deskUrl()).origin];
      if (origin !== address)
        throw new CatalogueError('signIn.otherAddress', { ...signIn.provider, address, origin });
      return signIn.begin();
    },
  );
};

/** @throws CatalogueError `signIn.noProvider` */
const signInOf = ({ people, signIn }: SessionParts): SignIn => {
  if (signIn === undefined || !people?.isTeam()) throw new CatalogueError('signIn.noProvider');
  return signIn;
};

const beginRoute = (app: ApiApp, parts: SessionParts): void => {
  const { access, people } = parts;
  const { sessions } = access;
  app.post(
    '/api/session',
    {
      ...options(
        'Start a session with a ticket, an access token or a sign-in at the provider; the page sends its secret as a header',
        answers(NewSession),
        { body: SessionRequest, security: [] },
      ),
      onRequest: async (request: FastifyRequest) => access.refuseOtherPages(request),
    },
    async (request, reply) => {
      const origin = access.originOf(request);
      const wrong = (refusal: CatalogueError) => access.wrong(request, reply, refusal);
      if ('ticket' in request.body) {
        const session = sessions.begin(request.body.ticket, origin);
        if (session === undefined) throw wrong(new CatalogueError('session.ticketUsed'));
        return { mode: 'browser' as const, session };
      }
      if ('flow' in request.body) {
        const { flow, callback } = request.body;
        const caller = await signInOf(parts)
          .finish(flow, callback)
          .catch((error: unknown) => {
            throw isWrongFlow(error) ? wrong(error) : error;
          });
        return { ...personView(caller), session: sessions.open(caller, origin) };
      }
      const { token } = request.body;
      const caller = people?.byToken(token);
      if (people === undefined || caller === undefined) {
        const holder = people?.holderOf(token);
        throw (
          (people && holder && suspensionError(people, holder)) ??
          wrong(new CatalogueError('people.tokenUnusable'))
        );
      }
      await people.signedIn(caller, 'token');
      return { ...personView(caller), session: sessions.open(caller, origin) };
    },
  );
};

/** Of nobody's sign-in, or with the response of another one: what fails at the provider is not counted. */
const isWrongFlow = (error: unknown): error is CatalogueError =>
  error instanceof CatalogueError && ['signIn.unknown', 'signIn.foreignResponse'].includes(error.code);

const viewOf = (entrance: Entrance): SessionView =>
  entrance.mode === 'person' ? personView(entrance.caller) : { mode: entrance.mode };

const personView = ({ personId: id, login, name, rights }: Caller) => ({
  mode: 'person' as const,
  person: { id, login, name, grants: [...rights.grants], readsOnly: rights.readsOnly },
});
