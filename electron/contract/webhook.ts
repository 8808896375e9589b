import { type Static, Type } from 'typebox';
import { Closed, Uuid } from './common.ts';

/** Webhook consumer endpoints of the new service, as on the wire. Source: `docs/reference/rules/endpoints.md`. */

export const webhookLimits = { endpoints: 50, companyTags: 10, headers: 20, headerBytes: 4096 } as const;

/** The headers that a cutover carries over from the legacy mechanism, which sends them too. */
export const carriedHeaders = { clientId: 'X-Service-ClientId', auth: 'Authorization' } as const;
const uuidLength = 36;
/** The longest value, in bytes, that leaves room for the rest of what a cutover carries over. */
export const authHeaderBytes =
  webhookLimits.headerBytes - Object.values(carriedHeaders).join('').length - uuidLength;

export const Webhook = Closed(
  {
    id: Uuid,
    url: Type.String(),
    eventTypes: Type.Array(Type.String()),
    disabled: Type.Boolean(),
    companyId: Type.Optional(Uuid),
    companyTags: Type.Array(Type.String()),
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;
export const WebhookList = Closed({ results: Type.Array(Webhook) });

export const WebhookRequest = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    eventTypes: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }),
    disabled: Type.Optional(Type.Boolean()),
    companyId: Type.Optional(Uuid),
    companyTags: Type.Optional(
      Type.Array(
        Type.String({ pattern: '^[^:]+:.*$', maxLength: 401, description: 'key:value, such as region:eu.' }),
        { maxItems: webhookLimits.companyTags },
      ),
    ),
  },
  { title: 'WebhookRequest' },
);
export type WebhookRequest = Static<typeof WebhookRequest>;
