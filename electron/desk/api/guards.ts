import type { FastifyRequest } from 'fastify';
import { checkAddressee } from '#base/host-guard.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ApiApp } from '#control/app.ts';
import { noSuchRoute } from '#control/errors.ts';
import type { Access } from './access.ts';
import { operationPaths } from './operations.ts';
import type { PublicAddress } from './public-address.ts';
import { pageRoute } from './static.ts';

interface GuardOptions {
  readonly access: Access;
  /** From `allowedHostNames`. */
  readonly hosts: ReadonlySet<string>;
  readonly address: PublicAddress | undefined;
}

/** The documentation holds no data, and `/api/session` looks for itself. */
const open = /^\/api\/(docs(\/.*)?|openapi\.json|session)$/;

/** Refuses foreign hosts, then everyone with neither the token nor a session, but for what is open. */
export const addGuards = (app: ApiApp, { access, hosts, address }: GuardOptions): void => {
  app.addHook('onRequest', async (request, reply) => {
    // What the desk answers may hold secrets: nothing of it belongs in a cache.
    reply.header('cache-control', 'no-store');
    checkAddressee(request, hosts);
    if (address?.isOf(request) && address.strictTransport !== undefined)
      reply.header('strict-transport-security', address.strictTransport);
    if (!isOpen(request) && !isWatcher(request, access) && access.modeOf(request) === undefined) {
      reply.header('www-authenticate', 'Bearer');
      throw new CatalogueError(access.sessionOf(request) === undefined ? 'deskAuth.wrong' : 'session.none');
    }
    // At once, not when a body has come that nobody takes.
    if (request.is404) throw noSuchRoute(request, 'deskRoute.notFound');
  });
};

/** Programs of this machine may see how the host is doing. A page in a browser is none, whatever address it asks from. */
const isWatcher = (request: FastifyRequest, access: Access): boolean => {
  if (!operationPaths.includes(request.routeOptions.url ?? '')) return false;
  access.refuseOtherPages(request);
  return access.isFromThisMachine(request);
};

/** Judged by the route that was found, never by the address as it was written: `/%61pi/keys` finds one too. */
const isOpen = ({ routeOptions: { url }, params }: FastifyRequest): boolean => {
  if (url === undefined) return false;
  if (url !== pageRoute) return open.test(url);
  // What there is below /api is nobody's business without a token, but for the documentation.
  return !/^api(\/(?!docs\/)|$)/.test((params as { '*': string })['*']);
};
