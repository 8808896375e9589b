import helmet from '@fastify/helmet';
import type { Linking } from '#service/platform/platform.ts';
import { type Api, CompanyPath, ConnectionPath } from './api.ts';
import { refuseForeignForms } from './foreign-pages.ts';

/**
 * The simulated link page, as a company's end customer sees it: no key, no script, and its forms work only from
 * the page itself. Source: `docs/reference/rules/companies.md#link-page`.
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
      {
        schema: { hide: true, params: ConnectionPath },
        onRequest: async (request) => refuseForeignForms(request),
      },
      async ({ params }, reply) => {
        const companyId = params.companyId.toLowerCase();
        const connectionId = params.connectionId.toLowerCase();
        await linking[verb](companyId, connectionId);
        return reply.redirect(`/link/company/${companyId}/${connectionId}`, 303);
      },
    );
  }
};
