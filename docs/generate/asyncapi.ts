import { collectNamed } from '#base/http/openapi-components.ts';
import { messageHeaders } from '#service/api/openapi-webhooks.ts';
import { documentedHeaders } from '#service/sandbox/documented-event.ts';
import { type ConsumerSchema, consumerSchemas } from './consumer-schemas.ts';
import { jsonText } from './event-schema-files.ts';

const description =
  'Messages of the webhook service to the endpoints of consumers, signed by Standard Webhooks. Any 2xx within 15 s is a delivery, 410 disables the endpoint, anything else is retried 7 times in 28 hours.';

const headers = {
  type: 'object',
  required: Object.values(messageHeaders).flatMap(({ name, required }) => (required ? [name] : [])),
  properties: Object.fromEntries(
    Object.values(messageHeaders).map(({ name, description, schema }) => [name, { ...schema, description }]),
  ),
};

const nameOf = ({ schema }: ConsumerSchema): string => schema.title.replace(/Event$/, '');

const messageOf = (one: ConsumerSchema): object => ({
  name: one.kind,
  title: one.kind,
  summary: one.when,
  contentType: 'application/json',
  headers: { $ref: '#/components/schemas/MessageHeaders' },
  correlationId: {
    description: 'The same in every attempt.',
    location: '$message.header#/webhook-id',
  },
  payload: { $ref: `#/components/schemas/${one.schema.title}` },
  examples: [{ name: 'example', headers: documentedHeaders, payload: one.example }],
});

/** AsyncAPI 3 of the webhook service. */
export const asyncApiDocument = (): string => {
  const { schemas } = collectNamed(
    consumerSchemas.map(({ schema }) => schema),
    '#/components/schemas/',
  );
  const references = (from: string) =>
    consumerSchemas.map((one) => [nameOf(one), { $ref: `${from}/${nameOf(one)}` }] as const);
  return jsonText({
    asyncapi: '3.0.0',
    info: { title: 'Carryover webhooks', version: '1.0.0', description },
    defaultContentType: 'application/json',
    channels: {
      endpoint: {
        address: null,
        description: 'The URL that an endpoint was created with (`POST /webhooks`).',
        messages: Object.fromEntries(references('#/components/messages')),
      },
    },
    operations: {
      deliver: {
        action: 'send',
        summary: 'One POST for each message and attempt.',
        channel: { $ref: '#/channels/endpoint' },
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: references('#/channels/endpoint/messages').map(([, reference]) => reference),
      },
    },
    components: {
      messages: Object.fromEntries(consumerSchemas.map((one) => [nameOf(one), messageOf(one)])),
      schemas: { MessageHeaders: headers, ...schemas },
    },
  });
};
