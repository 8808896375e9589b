import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { docsPolicy, refuseOddDocsFiles } from '#base/http/docs-pages.ts';
import type { DeskApp } from './app.ts';
import { noSuchRoute } from './errors.ts';

/** OpenAPI 3.1 at `/api/openapi.json`, readable at `/api/docs` without the Internet. Comes before the routes. */
export const addDocumentation = async (app: DeskApp): Promise<void> => {
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
  refuseOddDocsFiles(app, '/api/docs', noSuchRoute);
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Carryover desk' },
    uiConfig: { validatorUrl: null, docExpansion: 'list', layout: 'BaseLayout' },
    staticCSP: docsPolicy,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
};
