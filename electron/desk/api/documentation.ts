import swagger from '@fastify/swagger';
import { addDocsPages } from '#base/http/docs-pages.ts';
import type { ApiApp } from '#control/app.ts';
import { noSuchRoute } from '#control/errors.ts';

/** OpenAPI 3.1 at `/api/openapi.json`, readable at `/api/docs` without the Internet. Comes before the routes. */
export const addDocumentation = async (app: ApiApp): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carryover desk',
        version: '1',
        description:
          'Cases with their evidence and verdict, targets, jobs, endpoints, and the management API of the local service.',
      },
      components: { securitySchemes: { deskToken: { type: 'http', scheme: 'bearer' } } },
      security: [{ deskToken: [] }],
    },
  });
  addDocsPages(app, {
    prefix: '/api/docs',
    title: 'Carryover desk',
    notFound: (request) => noSuchRoute(request, 'deskRoute.notFound'),
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
};
