import { CatalogueError } from '#contract/errors.ts';
import { Webhook, WebhookList, WebhookRequest } from '#contract/webhook.ts';
import { NoContent, type Resource, WebhookPath } from './api.ts';

const tags = ['Webhooks'];

/** Webhook consumer endpoints of the new service. Source: `docs/reference/rules/endpoints.md`. */
export const webhooks: Resource = (api, { webhooks: { endpoints } }) => {
  api.get(
    '/webhooks',
    {
      schema: { tags, summary: 'List the webhook endpoints', response: { 200: WebhookList } },
    },
    async () => ({ results: await endpoints.list() }),
  );
  api.post(
    '/webhooks',
    {
      schema: {
        tags,
        summary: 'Create a webhook endpoint',
        description: 'Custom headers are set in the management portal, not here.',
        body: WebhookRequest,
        response: { 201: Webhook },
      },
      config: { errors: [404, 409] },
      preValidation: async ({ body }) => {
        if (typeof body === 'object' && body !== null && 'headers' in body) {
          throw new CatalogueError('webhook.headersNotHere', {}, [
            { itemId: 'headers', message: 'headers is not accepted here.', validatorName: 'headersNotHere' },
          ]);
        }
      },
    },
    async ({ body }, reply) => {
      return reply.code(201).send(await endpoints.create(body));
    },
  );
  api.delete(
    '/webhooks/:webhookId',
    {
      schema: {
        tags,
        summary: 'Delete a webhook endpoint and cancel its waiting deliveries',
        params: WebhookPath,
        response: { 204: NoContent },
      },
      config: { errors: [404] },
    },
    async ({ params }, reply) => {
      await endpoints.remove(params.webhookId);
      return reply.code(204).send(null);
    },
  );
};
