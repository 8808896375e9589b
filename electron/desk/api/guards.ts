import { createHash, timingSafeEqual } from 'node:crypto';
import { checkAddressee } from '#base/host-guard.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { DeskApp } from './app.ts';
import { pathOf } from './errors.ts';

interface GuardOptions {
  readonly token: string;
  /** From `allowedHostNames`. */
  readonly hosts: ReadonlySet<string>;
}

/** The documentation holds no data, and a browser that opens it can't send a token. */
const open = /^\/api\/(docs(\/|$)|openapi\.json$)/;

/** Refuses foreign hosts, then everyone without the token. Compared in constant time. */
export const addGuards = (app: DeskApp, options: GuardOptions): void => {
  const wanted = digest(`Bearer ${options.token}`);
  app.addHook('onRequest', async (request, reply) => {
    // What the desk answers may hold secrets: nothing of it belongs in a cache.
    reply.header('cache-control', 'no-store');
    checkAddressee(request, options.hosts);
    if (open.test(pathOf(request))) return;
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
      reply.header('www-authenticate', 'Bearer');
      throw new CatalogueError('deskAuth.wrong');
    }
  });
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
