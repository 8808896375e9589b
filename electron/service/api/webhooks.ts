import { CatalogueError } from '#contract/errors.ts';
import { Webhook, WebhookList, WebhookRequest } from '#contract/webhook.ts';
import { NoContent, type Resource, routesOf, WebhookPath } from './api.ts';

const route = routesOf('Webhooks');

/** Webhook consumer endpoints of the new service. Source: `docs/reference/rules/endpoints.md`. */
export const webhooks: Resource = (api, { webhooks: { endpoints } }) => {
  api.get('/webhooks', route('List the webhook endpoints', { response: { 200: WebhookList } }), async () => ({
    results: await endpoints.list(),
  }));
  api.post(
    '/webhooks',
    {
      ...route(
        'Create a webhook endpoint',
        {
          description: 'Custom headers are set in the management portal, not here.',
          body: WebhookRequest,
          response: { 201: Webhook },
        },
        [404, 409],
      ),
      preValidation: async ({ body }) => {
        if (typeof body === 'object' && body !== null && 'headers' in body) {
          throw new CatalogueError('webhook.headersNotHere', {}, [
            { itemId: 'headers', message: 'headers is not accepted here.', validatorName: 'headersNotHere' },
          ]);
        }
      },
    },
    async ({ body }, reply) => reply.code(201).send(await endpoints.create(body)),
  );
  api.delete(
    '/webhooks/:webhookId',
    route(
      'Delete a webhook endpoint and cancel its waiting deliveries',
      { params: WebhookPath, response: { 204: NoContent } },
      [404],
    ),
    async ({ params }, reply) => {
      await endpoints.remove(params.webhookId);
      return reply.code(204).send(null);
    },
  );
};
