import helmet from '@fastify/helmet';
import type { FastifyRequest } from 'fastify';
import { CatalogueError } from '#contract/errors.ts';
import type { Linking } from '#service/platform/platform.ts';
import { type Api, CompanyPath, ConnectionPath } from './api.ts';

/**
 * The simulated link page, as a company's end customer sees it: no key, no script, and its forms work only from
 * the page itself. Source: `domain.md` sections 3 and 9.
 */
export const linkPages = async (api: Api, linking: Linking): Promise<void> => {
  await api.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        imgSrc: ['data:'],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // With no-referrer a browser would send no Origin either.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
  // The forms carry nothing that matters.
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null),
  );

  api.get(
    '/link/company/:companyId',
    { schema: { hide: true, params: CompanyPath } },
    async ({ params }, reply) =>
      reply.type('text/html; charset=utf-8').send(await linking.page(params.companyId.toLowerCase())),
  );
  api.get(
    '/link/company/:companyId/:connectionId',
    { schema: { hide: true, params: ConnectionPath } },
    async ({ params }, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .send(await linking.page(params.companyId.toLowerCase(), params.connectionId.toLowerCase())),
  );
  for (const verb of ['complete', 'fail'] as const) {
    api.post(
      `/link/company/:companyId/:connectionId/${verb}`,
      { schema: { hide: true, params: ConnectionPath }, onRequest: refuseForeignForms },
      async ({ params }, reply) => {
        const companyId = params.companyId.toLowerCase();
        const connectionId = params.connectionId.toLowerCase();
        await linking[verb](companyId, connectionId);
        return reply.redirect(`/link/company/${companyId}/${connectionId}`, 303);
      },
    );
  }
};

/** Browsers say where a form comes from; what is no browser says nothing and may pass. */
const refuseForeignForms = async ({ headers }: FastifyRequest): Promise<void> => {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  const isForeign =
    site !== undefined || (headers.origin ?? `http://${headers.host}`) !== `http://${headers.host}`;
  if (isForeign) throw new CatalogueError('origin.foreign');
};
