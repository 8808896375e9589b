import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheControlOf, isHashed, pageHeaders } from '#contract/content-security.ts';
import { CatalogueError } from '#contract/errors.ts';
import { plainPage, plainPageHeaders } from '#contract/plain-page.ts';
import type { ApiApp } from '#control/app.ts';

/** Every GET that no other route takes. */
export const pageRoute = '/*';

/**
 * The page for a browser, without a token: its files hold no data. An address of the page's own, such as `/cases/…`, is
 * answered with the page, which knows what to show there, if HTML is asked for.
 * @param folder the built renderer; may not be there
 */
export const pageRoutes = (app: ApiApp, folder: string): void => {
  app.get(pageRoute, { schema: { hide: true } }, (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    if (/^api(\/|$)/.test(path)) throw noSuch(path);
    reply.headers(pageHeaders);
    if (isFile(folder, path)) return sendFile(request, reply, folder, path);
    if (isHashed(`/${path}`) || !isVisit(path, request.headers.accept)) throw noSuch(path);
    if (isFile(folder, 'index.html')) return sendFile(request, reply, folder, 'index.html');
    return notBuilt(reply);
  });
};

/**
 * A program that asks for an address that there is not, such as `/readyz` or `/ready/`, must not take the page for a yes:
 * only browsers that load a page ask for HTML.
 */
export const isVisit = (path: string, accept = ''): boolean => path === '' || accept.includes('text/html');

const noSuch = (path: string): CatalogueError =>
  new CatalogueError('deskRoute.notFound', { method: 'GET', path: `/${path}` });

/** Looked at each time, so that a page that is built while the host runs is found. */
const isFile = (folder: string, path: string): boolean => {
  // Names of built files are plain; anything else, such as a way upwards or the letter of a drive, is none of them.
  if (!/^[\w@~-][\w.@~-]*(\/[\w@~-][\w.@~-]*)*$/.test(path)) return false;
  try {
    return statSync(join(folder, path)).isFile();
  } catch {
    return false;
  }
};

const sendFile = async (request: FastifyRequest, reply: FastifyReply, folder: string, path: string) => {
  // Twenty modules, which a host without a page does without.
  const { send } = await import('@fastify/send');
  const { statusCode, headers, stream } = await send(request.raw, path, {
    root: folder,
    index: false,
    cacheControl: false,
  });
  return reply
    .code(statusCode)
    .headers({ ...headers, 'cache-control': cacheControlOf(`/${path}`) })
    .send(stream);
};

const notBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers(plainPageHeaders)
    .send(
      plainPage(
        'The page is not there',
        '<p>The host runs, but the files of its page were not built. Run <code>npm run build</code>, then load this page again. Until then, use the command line, or the documentation of the API at <a href="/api/docs">/api/docs</a>.</p>',
      ),
    );
