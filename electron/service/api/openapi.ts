import swagger from '@fastify/swagger';
import { addDocsPages } from '#base/http/docs-pages.ts';
import { namedComponents } from '#base/http/openapi-components.ts';
import { ErrorBody } from '#contract/common.ts';
import { notFound } from './answers.ts';
import type { Api } from './api.ts';
import { withWebhooks } from './openapi-webhooks.ts';

/** OpenAPI 3.1 at `/openapi.json`, and a page to read it at `/docs` that loads nothing from anywhere else. */

const errorLabels: Readonly<Record<number, string>> = {
  400: 'Invalid input; `validation` has one item per problem.',
  401: 'API key missing or wrong.',
  402: 'Account limit (simulated faults only).',
  403: 'Denied (simulated faults, or a foreign Host).',
  404: 'Not found; the message names the id.',
  409: 'Not possible in the current state.',
  413: 'The body is too large.',
  415: 'The content type is not application/json.',
  429: 'The quota is used up; see `Retry-After`.',
  500: 'Internal error.',
  503: 'Unavailable; try again.',
};
/** What every route with a key may answer. */
const everywhere = [401, 402, 403, 429, 500, 503];
/** What every route that reads a body may answer, even where it needs none. */
const withBody = [400, 413, 415];

/** A success needs words too. */
const described = (body: { title?: string }): object => ({ description: body.title ?? 'Done.', ...body });

/** Call it before the routes are declared, so that it hears of them. */
export const setUpOpenApi = async (api: Api): Promise<void> => {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carryover',
        version: '1.0.0',
        description:
          'The public API of the service. Authorize with the base64 of an API key; under "Authorize" on this page, give the key as the user name and no password.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } } },
      security: [{ apiKey: [] }],
    },
    transform: ({ schema, url, route }) => {
      const ofMethod = route.method === 'GET' ? [] : withBody;
      const statuses = new Set([...(route.config?.errors ?? []), ...ofMethod, ...everywhere]);
      const response = Object.fromEntries([
        ...Object.entries(schema.response ?? {}).map(([status, body]) => [status, described(body)]),
        ...[...statuses].map((status) => [status, { ...ErrorBody, description: errorLabels[status] }]),
      ]);
      return { url, schema: { ...schema, response } };
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? withWebhooks(namedComponents(document.openapiObject))
        : document.swaggerObject,
  });
  addDocsPages(api, { prefix: '/docs', title: 'Carryover API', notFound });
  api.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => reply.send(api.swagger()));
};
