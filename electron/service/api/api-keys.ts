import { ApiKeyCreated, ApiKeyList, ApiKeyRequest } from '#contract/api-key.ts';
import { ApiKeyPath, NoContent, type Resource, routesOf } from './api.ts';

const route = routesOf('API keys');

/** API keys; a key itself is only in the answer that made it. Source: `docs/reference/rules/api.md#api-keys`. */
export const apiKeys: Resource = (api, { keys }) => {
  api.get('/apiKeys', route('List the API keys', { response: { 200: ApiKeyList } }), async () => ({
    results: await keys.list(),
  }));
  api.post(
    '/apiKeys',
    route('Create an API key', { body: ApiKeyRequest, response: { 201: ApiKeyCreated } }, [409]),
    async ({ body }, reply) => reply.code(201).send(await keys.create(body)),
  );
  api.delete(
    '/apiKeys/:apiKeyId',
    route(
      'Delete an API key; it stops working at once',
      { params: ApiKeyPath, response: { 204: NoContent } },
      [404, 409],
    ),
    async ({ params }, reply) => {
      await keys.remove(params.apiKeyId);
      return reply.code(204).send(null);
    },
  );
};
