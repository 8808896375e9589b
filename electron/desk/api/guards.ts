import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { checkAddressee } from '#base/host-guard.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ApiApp } from '#control/app.ts';
import { noSuchRoute } from '#control/errors.ts';
import type { Access } from './access.ts';
import { type Entrance, entranceIn, noteEntrance } from './caller.ts';
import { nameWhoDecides } from './named-persons.ts';
import { operationPaths } from './operations.ts';
import { isOpenRoute } from './permissions.ts';
import type { Permits } from './permits.ts';
import type { PublicAddress } from './public-address.ts';
import { pageRoute } from './static.ts';

interface GuardOptions {
  readonly access: Access;
  /** From `allowedHostNames`. */
  readonly hosts: ReadonlySet<string>;
  readonly address: PublicAddress | undefined;
  /** Left out on a standby, where there are no cases and no people. */
  readonly permits?: Permits | undefined;
}

/** Refuses foreign hosts, then everyone who is not let in, but for what is open; then what is not allowed. */
export const addGuards = (app: ApiApp, { access, hosts, address, permits }: GuardOptions): void => {
  app.addHook('onRequest', async (request, reply) => {
    // What the desk answers may hold secrets: nothing of it belongs in a cache.
    reply.header('cache-control', 'no-store');
    checkAddressee(request, hosts);
    if (address?.isOf(request) && address.strictTransport !== undefined)
      reply.header('strict-transport-security', address.strictTransport);
    if (!isOpen(request) && !isWatcher(request, access)) {
      const entrance = access.entranceOf(request);
      if (entrance === undefined) {
        reply.header('www-authenticate', 'Bearer');
        throw access.notLetIn(request, reply, refusal(request, access, permits?.isTeam() ?? false));
      }
      noteEntrance(request, entrance);
      if (!request.is404) await permits?.refuse(request, entrance);
    }
    // At once, not when a body has come that nobody takes.
    if (request.is404) throw noSuchRoute(request, 'deskRoute.notFound');
  });
  // A body may take hours to come: who sends it may have left meanwhile, or lost a role.
  app.addHook('preValidation', async (request, reply) => {
    const before = entranceIn(request);
    if (before === undefined || request.body === undefined || request.body === null) return;
    const entrance = access.entranceOf(request);
    if (entrance === undefined)
      throw access.notLetIn(request, reply, refusal(request, access, permits?.isTeam() ?? false));
    noteEntrance(request, entrance);
    if (!hasSameRights(before, entrance)) await permits?.refuse(request, entrance);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // The event stream ends by itself.
    const isEvents = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (payload instanceof Readable && !isEvents)
      payload.once(
        'close',
        access.whenOver(request, () => payload.destroy()),
      );
    return payload;
  });
  if (permits !== undefined) {
    app.addHook('onRoute', permits.checkRoute);
    app.addHook('preValidation', nameWhoDecides);
    app.addHook('preHandler', permits.refuseAsked);
  }
};

const refusal = (request: FastifyRequest, access: Access, isTeam: boolean): CatalogueError => {
  if (access.showsToken(request)) return new CatalogueError('people.tokenUnusable');
  if (isTeam) return new CatalogueError('people.signIn');
  return new CatalogueError(access.sessionOf(request) === undefined ? 'deskAuth.wrong' : 'session.none');
};

/** Programs of this machine may see how the host is doing. A page in a browser is none, whatever address it asks from. */
const isWatcher = (request: FastifyRequest, access: Access): boolean => {
  if (!operationPaths.includes(request.routeOptions.url ?? '')) return false;
  access.refuseOtherPages(request);
  return access.isFromThisMachine(request);
};

/** Judged by the route that was found, never by the address as it was written: `/%61pi/keys` finds one too. */
const isOpen = ({ routeOptions: { url }, params }: FastifyRequest): boolean => {
  if (url === undefined || !isOpenRoute(url)) return false;
  // What there is below /api is nobody's business without a token, but for the documentation.
  return url !== pageRoute || !/^api(\/(?!docs\/)|$)/.test((params as { '*': string })['*']);
};

const hasSameRights = (before: Entrance, now: Entrance): boolean =>
  before.mode === 'person' &&
  now.mode === 'person' &&
  before.caller.rights.grants === now.caller.rights.grants;
