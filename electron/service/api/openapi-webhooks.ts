import { namedComponents } from '#base/http/openapi-components.ts';
import { type DescribedEvent, describedEvents } from '#contract/event-schemas.ts';
import { once } from '#contract/once.ts';
import { documentedEvent, documentedHeaders } from '#service/sandbox/documented-event.ts';

/**
 * `webhooks` of the OpenAPI document: what a consumer is sent and how its response is taken.
 * Sources: `docs/reference/rules/events.md`, `docs/reference/rules/delivery.md`.
 */

const component = (kind: string, name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Headers of every message, by the name of their component. */
export const messageHeaders = {
  WebhookId: {
    name: 'webhook-id',
    required: true,
    description: 'Of the message: the same in every attempt. Drop duplicates by it.',
    schema: { type: 'string', pattern: '^msg_[0-9a-z]{26}$' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    required: true,
    description: 'Of the attempt, Unix seconds. Refuse what is more than 5 minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    required: true,
    description:
      '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` over the exact bytes; one for each valid secret, separated by spaces (Standard Webhooks).',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+={0,2}( v1,[A-Za-z0-9+/]+={0,2})*$' },
  },
  SandboxTime: {
    name: 'x-sandbox-time',
    required: false,
    description: 'Local service on a virtual clock only: the virtual time of the attempt.',
    schema: { type: 'string', format: 'date-time' },
  },
} as const;

const parameters = Object.fromEntries(
  Object.entries(messageHeaders).map(([name, header]) => [
    name,
    { ...header, in: 'header', example: documentedHeaders[header.name] },
  ]),
);

const responses = {
  MessageDelivered: {
    description: 'Delivered: any 2xx within 15 s. The body is not read beyond its first 1 MiB.',
  },
  EndpointGone: { description: 'The endpoint is disabled; nothing more is sent to it.' },
  MessageRetried: {
    description:
      'Failed: redirects, other statuses, timeouts and connection errors are retried 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h after the attempt before failed. `Retry-After` is ignored.',
  },
};

const webhookOf = ({ eventType, when, schema }: DescribedEvent) => ({
  post: {
    tags: ['Messages to consumers'],
    summary: when,
    description:
      'Sent to each endpoint that is subscribed to it, with the custom headers of the endpoint after these.',
    // A message carries no API key: its signature shows who sent it.
    security: [],
    parameters: Object.keys(messageHeaders).map((name) => component('parameters', name)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: documentedEvent(eventType) } },
    },
    responses: {
      '2XX': component('responses', 'MessageDelivered'),
      '410': component('responses', 'EndpointGone'),
      default: component('responses', 'MessageRetried'),
    },
  },
});

const schemaNameOf = ({ schema }: DescribedEvent): string => (schema as { title?: string }).title as string;

/** For who receives them all at one URL. */
const anyEvent = () => ({
  description: 'Any message of the webhook service.',
  oneOf: describedEvents().map((event) => component('schemas', schemaNameOf(event))),
  discriminator: {
    propertyName: 'eventType',
    mapping: Object.fromEntries(
      describedEvents().map((event) => [event.eventType, `#/components/schemas/${schemaNameOf(event)}`]),
    ),
  },
});

/** Moved to its components once for all documents of a process. */
const described = once(() => {
  const webhooks = Object.fromEntries(describedEvents().map((event) => [event.eventType, webhookOf(event)]));
  return namedComponents({ webhooks, components: { parameters, responses, schemas: { Event: anyEvent() } } });
});

/** Adds `webhooks`, an entry for each event type, and the components that they share. */
export const withWebhooks = <T extends { components?: { schemas?: object } }>(document: T): T => {
  const { webhooks, components } = described();
  const schemas = { ...document.components?.schemas, ...components.schemas };
  return { ...document, webhooks, components: { ...document.components, ...components, schemas } };
};
