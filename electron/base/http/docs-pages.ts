import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CatalogueError } from '#contract/errors.ts';

/**
 * What the pages of the APIs' documentation may load: their own files and nothing else. No page may frame them, as the
 * key that a person enters there would be in reach of one.
 */
const docsPolicy: Record<string, string[]> = {
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

/** What there may be. The library that sends the files answers 500 to many a name that no file of it has. */
const known = /^((json|yaml)?|static\/[\w-]{1,100}(\.[\w-]{1,20}){1,4})$/;

interface DocsPages {
  /** Where they are, such as `/docs`. */
  readonly prefix: string;
  readonly title: string;
  readonly notFound: (request: FastifyRequest) => CatalogueError;
}

/**
 * The pages to read the app's OpenAPI document on, which must have `swagger()`. What makes them is loaded when somebody
 * comes to read: it was a tenth of the start of every host.
 */
export const addDocsPages = (app: FastifyInstance, { prefix, title, notFound }: DocsPages): void => {
  let opened: Promise<FastifyInstance> | undefined;
  const open = (): Promise<FastifyInstance> => {
    opened ??= openPages(app, prefix, title).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, url: string) => {
    const pages = await open();
    const { method, headers } = request;
    // Through this app's own hooks, as everything it answers.
    const response = await pages.inject({ method: method as 'GET' | 'HEAD', url, headers });
    if (response.statusCode === 404) throw notFound(request);
    for (const [name, value] of Object.entries(response.headers)) {
      if (!ofTheConnection.has(name)) reply.header(name, value);
    }
    return reply.code(response.statusCode).send(response.rawPayload);
  };
  const hidden = { schema: { hide: true } };
  app.get(prefix, hidden, (request, reply) => answer(request, reply, prefix));
  // By the name as it was decoded: `/d%6Fcs/static/%00` comes here, too.
  app.get<{ Params: { '*': string } }>(`${prefix}/*`, hidden, async (request, reply) => {
    const name = request.params['*'];
    if (!known.test(name)) throw notFound(request);
    return answer(request, reply, `${prefix}/${name}`);
  });
};

/** Belong to the answer that carries the page, not to the page. */
const ofTheConnection = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

const openPages = async (app: FastifyInstance, prefix: string, title: string): Promise<FastifyInstance> => {
  const { fastifySwaggerUi } = await import('@fastify/swagger-ui');
  const pages = fastify();
  // The one of version 3.1 is served as it is, though the types know those before it only.
  const document = app.swagger() as StaticDocumentSpec['document'];
  await pages.register(swagger, { mode: 'static', specification: { document } });
  await pages.register(fastifySwaggerUi, {
    routePrefix: prefix,
    theme: { title },
    uiConfig: { validatorUrl: null, docExpansion: 'list', layout: 'BaseLayout' },
    staticCSP: docsPolicy,
  });
  await pages.ready();
  return pages;
};
