import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { toIso } from '#base/clock.ts';
import { Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  Account,
  GrantsRequest,
  IssuedToken,
  Person,
  type PersonalToken,
  PersonList,
  PersonNames,
  PersonPatch,
  PersonRequest,
  TokenRequest,
} from '#contract/people.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Caller, People } from '#desk/people/people.ts';
import type { PersonState } from '#desk/people/people-state.ts';
import { actorOf } from './actor.ts';
import { callerOf, signedIn } from './caller.ts';
import type { Sessions } from './sessions.ts';

const options = optionsFor('people');
const params = Type.Object({ id: Uuid });
const ofToken = Type.Object({ id: Uuid, tokenId: Uuid });

/** The people of a desk, for its admins and for whoever runs its machine. */
export const peopleRoutes = (app: ApiApp, people: People, sessions: Sessions): void => {
  const show = viewOf(people, sessions);
  app.get('/api/people', options('List the people of this desk', answers(PersonList)), async () => ({
    results: people.list().map(show),
  }));
  app.get(
    '/api/people/names',
    options('List names and sign-in names of the people of this desk', answers(PersonNames)),
    async () => ({
      results: people
        .list()
        .map((person) => ({ id: person.id, login: person.login, name: person.name, state: stateOf(person) })),
    }),
  );
  app.post(
    '/api/people',
    options(
      'Add a person; the first one must be an admin, and from then on people sign in',
      answers(Person),
      {
        body: PersonRequest,
      },
    ),
    async (request) => show(await people.add(request.body, actorOf(request))),
  );
  app.patch(
    '/api/people/:id',
    options('Change the name of a person', answers(Person), { params, body: PersonPatch }),
    async (request) => show(await people.rename(request.params.id, request.body.name, actorOf(request))),
  );
  app.put(
    '/api/people/:id/grants',
    options('Replace the roles of a person', answers(Person), { params, body: GrantsRequest }),
    async (request) => show(await people.grant(request.params.id, request.body.grants, actorOf(request))),
  );
  leavingRoutes(app, { people, sessions, show });
  tokenRoutes(app, people, show);
};

const stateOf = ({ left }: Pick<PersonState, 'left'>): Person['state'] =>
  left === undefined ? 'active' : 'left';

type Show = (person: PersonState) => Person;

interface LeavingParts {
  readonly people: People;
  readonly sessions: Sessions;
  readonly show: Show;
}

/** Sessions end, and none is back when the person is. */
const leavingRoutes = (app: ApiApp, { people, sessions, show }: LeavingParts): void => {
  app.post(
    '/api/people/:id/leave',
    options('End the access of a person: sessions and access tokens end; entries stay', answers(Person), {
      params,
    }),
    async (request) => {
      const person = await people.leave(request.params.id, actorOf(request));
      sessions.endOf(person.id);
      return show(person);
    },
  );
  app.delete(
    '/api/people/:id/provider',
    options('Unlink the account that signs a person in; sessions end', answers(Person), { params }),
    async (request) => {
      const person = await people.unlink(request.params.id, actorOf(request));
      sessions.endOf(person.id);
      return show(person);
    },
  );
  app.post(
    '/api/people/:id/rejoin',
    options(
      'Let a person who left in again, with the roles of before; tokens stay revoked',
      answers(Person),
      {
        params,
      },
    ),
    async (request) => show(await people.rejoin(request.params.id, actorOf(request))),
  );
};

const tokenRoutes = (app: ApiApp, people: People, show: Show): void => {
  app.post(
    '/api/people/:id/tokens',
    options('Create an access token for a person; it is shown this once', answers(IssuedToken), {
      params,
      body: TokenRequest,
    }),
    async (request) => {
      refuseToken(request);
      return issued(people, request.params.id, request.body, actorOf(request), callerOf(request));
    },
  );
  app.delete(
    '/api/people/:id/tokens/:tokenId',
    options(
      'Revoke an access token; it ends at once, with those that were created in its sessions',
      answers(Person),
      { params: ofToken },
    ),
    async (request) => {
      const { id, tokenId } = request.params;
      return show(await people.revokeToken(id, tokenId, actorOf(request)));
    },
  );
};

/** What people see and manage of themselves. */
export const accountRoutes = (app: ApiApp, people: People, sessions: Sessions): void => {
  const show = viewOf(people, sessions);
  app.get(
    '/api/account',
    options('Show who is signed in, with roles and access tokens', answers(Account)),
    async (request) => {
      const caller = signedIn(request);
      return { ...show(people.show(caller.personId)), byToken: caller.tokenId !== undefined };
    },
  );
  app.post(
    '/api/account/tokens',
    options('Create an access token of your own; it is shown this once', answers(IssuedToken), {
      body: TokenRequest,
    }),
    async (request) => {
      const caller = signedIn(request);
      refuseToken(request);
      refuseWider(caller, request.body);
      return issued(people, caller.personId, request.body, actorOf(request), caller);
    },
  );
  app.delete(
    '/api/account/tokens/:tokenId',
    options(
      'Revoke an access token of your own, and those that were created in its sessions',
      answers(Person),
      {
        params: Type.Object({ tokenId: Uuid }),
      },
    ),
    async (request) => {
      const caller = signedIn(request);
      const { tokenId } = request.params;
      const isThere = people.show(caller.personId).tokens.some((one) => one.tokenId === tokenId);
      // Itself it may end, whatever it is narrowed to.
      if (isThere && tokenId !== caller.tokenId) refuseNarrowed(caller);
      return show(await people.revokeToken(caller.personId, tokenId, actorOf(request)));
    },
  );
};

/** A token that makes tokens would outlive its own end, and reach further than it was made to. */
export const refuseToken = (request: FastifyRequest): void => {
  if (request.headers.authorization !== undefined && callerOf(request)?.tokenId !== undefined)
    throw new CatalogueError('people.notByToken');
};

/** @throws CatalogueError `people.readOnlyToken`, `people.notByToken` */
const refuseNarrowed = ({ rights }: Caller): void => {
  if (rights.readsOnly) throw new CatalogueError('people.readOnlyToken');
  if (rights.within !== 'desk') throw new CatalogueError('people.notByToken');
};

/** A session that began with a narrowed token makes none that reaches further. */
const refuseWider = ({ rights }: Caller, { access = 'all', scope = 'desk' }: TokenRequest): void => {
  const isWider = (rights.readsOnly && access !== 'read') || ![scope, 'desk'].includes(rights.within);
  if (isWider) throw new CatalogueError('people.notByToken');
};

export const issued = async (
  people: People,
  personId: string,
  request: TokenRequest,
  actor: string,
  creator?: Pick<Caller, 'personId' | 'tokenId'>,
): Promise<IssuedToken> => {
  const { token, id } = await people.issueToken(personId, request, actor, creator);
  const found = people.show(personId).tokens.find(({ tokenId }) => tokenId === id);
  if (found === undefined) throw new CatalogueError('people.noSuchToken', { id });
  return { token, ...tokenView(people, found) };
};

const viewOf =
  (people: People, sessions: Sessions): Show =>
  ({ left, tokens, provider, grants, keys: _, ...person }) => {
    const suspended = people.suspensionOf(person.id);
    return {
      ...person,
      state: stateOf({ left }),
      ...(left === undefined ? {} : { left }),
      grants: [...grants],
      ...(provider === undefined ? {} : { provider }),
      ...(suspended === undefined ? {} : { suspended }),
      tokens: tokens.map((token) => tokenView(people, token)),
      // None of them is back after the provider's no.
      sessions: suspended?.why === 'refused' ? 0 : sessions.countOf(person.id),
    };
  };

const tokenView = (people: People, token: PersonState['tokens'][number]): PersonalToken => {
  const { tokenId: id, digest: _, ...shown } = token;
  const usedMs = people.usedMs(id);
  return { id, ...shown, ...(usedMs === undefined ? {} : { used: toIso(usedMs) }) };
};
