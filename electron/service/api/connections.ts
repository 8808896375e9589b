import { PageQuery } from '#contract/common.ts';
import {
  AuthorizationRequest,
  Connection,
  ConnectionPage,
  ConnectionPatch,
  ConnectionRequest,
} from '#contract/company.ts';
import { CompanyPath, ConnectionPath, NoContent, type Resource, routesOf } from './api.ts';
import { toPage } from './paging.ts';

const route = routesOf('Connections');

/** Data connections of a company, and the migration of their tokens. Source: `docs/reference/rules/companies.md#connection`. */
export const connections: Resource = (api, { platform }) => {
  api.post(
    '/companies/:companyId/connections',
    route(
      'Create a connection to a platform, in state PendingAuth',
      { params: CompanyPath, body: ConnectionRequest, response: { 200: Connection } },
      [404, 409],
    ),
    ({ params, body }) =>
      platform.connections.create(params.companyId, typeof body === 'string' ? body : body.platformKey),
  );
  api.get(
    '/companies/:companyId/connections',
    route(
      "List a company's connections",
      { params: CompanyPath, querystring: PageQuery, response: { 200: ConnectionPage } },
      [400, 404],
    ),
    async ({ url, params, query }) =>
      toPage(url, query, await platform.connections.list(params.companyId, query)),
  );
  api.get(
    '/companies/:companyId/connections/:connectionId',
    route('Show a connection', { params: ConnectionPath, response: { 200: Connection } }, [404]),
    ({ params }) => platform.connections.show(params.companyId, params.connectionId),
  );
  api.patch(
    '/companies/:companyId/connections/:connectionId',
    route(
      'Unlink a connection',
      { params: ConnectionPath, body: ConnectionPatch, response: { 200: Connection } },
      [404, 409],
    ),
    ({ params }) => platform.connections.unlink(params.companyId, params.connectionId),
  );
  api.delete(
    '/companies/:companyId/connections/:connectionId',
    // Not 204, as for companies: a generated client of the real service refuses that here.
    route('Delete a connection', { params: ConnectionPath, response: { 200: NoContent } }, [404]),
    async ({ params }, reply) => {
      await platform.connections.remove(params.companyId, params.connectionId);
      // With 200, null would be sent as a JSON text.
      return reply.code(200).send(undefined as never);
    },
  );
  api.put(
    '/companies/:companyId/connections/:connectionId/authorization',
    route(
      'Set the tokens of a connection and link it, without starting a sync',
      {
        description: "One flat object of strings; its fields are the integration's own.",
        params: ConnectionPath,
        body: AuthorizationRequest,
        response: { 200: Connection },
      },
      [404, 409],
    ),
    ({ params, body }) => platform.connections.authorize(params.companyId, params.connectionId, body),
  );
};
