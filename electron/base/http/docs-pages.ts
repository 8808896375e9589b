import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CatalogueError } from '#contract/errors.ts';

/**
 * What the pages of the APIs' documentation may load: their own files and nothing else. No page may frame them, as the
 * key that a person enters there would be in reach of one.
 */
export const docsPolicy: Record<string, string[]> = {
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'", 'data:'],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  // The page sets styles from its script.
  'style-src': ["'self'", "'unsafe-inline'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/** The library that sends the files answers 500 to many a name that no file of the documentation has. */
const plainName = /^[\w-]{1,100}(\.[\w-]{1,20}){1,4}$/;

/**
 * Judged by the route that was found and by the name as it was decoded: `/d%6Fcs/static/%00` finds one too. Call it
 * before the documentation is registered.
 * @param prefix such as `/docs`
 */
export const refuseOddDocsFiles = (
  app: Pick<FastifyInstance, 'addHook'>,
  prefix: string,
  notFound: (request: FastifyRequest) => CatalogueError,
): void => {
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    if (url !== `${prefix}/static/*` && url !== `${prefix}/static/`) return;
    const name = (request.params as { '*'?: string })['*'] ?? '';
    if (!plainName.test(name)) throw notFound(request);
  });
};
