import { type Static, Type } from 'typebox';
import { Closed, UtcDate, Uuid } from './common.ts';
import { WebhookRequest } from './webhook.ts';

/** What the management surface shows and sets of an endpoint. Sources: `docs/reference/rules/endpoints.md`, `docs/reference/rules/delivery.md#disabled-endpoints`. */

export const HeaderView = Closed({
  name: Type.String(),
  value: Type.String({ description: 'Masked, unless it was asked for with reveal=true.' }),
});
export type HeaderView = Static<typeof HeaderView>;
export const HeaderList = Closed({ headers: Type.Array(HeaderView) });

/** Replaces the whole set. */
export const HeadersRequest = Type.Object({
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
});
export type HeadersRequest = Static<typeof HeadersRequest>;

export const EndpointHealth = Closed({
  waiting: Type.Integer({ description: 'Deliveries not yet ended.' }),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  firstFailureAt: Type.Optional(UtcDate),
  lastAttemptAt: Type.Optional(UtcDate),
  disabledAt: Type.Optional(UtcDate),
  disabledReason: Type.Optional(Type.String()),
  disabledByService: Type.Optional(
    Type.Boolean({ description: 'true: because deliveries failed. Otherwise a person wanted it.' }),
  ),
  waitingExpiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When the deliveries that wait at this disabled endpoint are cancelled.',
    }),
  ),
});
export type EndpointHealth = Static<typeof EndpointHealth>;

export const EndpointDetail = Closed(
  {
    id: Uuid,
    url: Type.String(),
    eventTypes: Type.Array(Type.String()),
    disabled: Type.Boolean(),
    channels: Type.Array(Uuid),
    companyTags: Type.Array(Type.String()),
    messagesPerSecond: Type.Optional(Type.Integer({ minimum: 1 })),
    headers: Type.Array(HeaderView),
    secret: Type.String({ description: 'Masked.' }),
    created: UtcDate,
    health: EndpointHealth,
  },
  { title: 'EndpointDetail' },
);
export type EndpointDetail = Static<typeof EndpointDetail>;
export const EndpointList = Closed({ results: Type.Array(EndpointDetail) });

/** As the public API takes it; custom headers, which that refuses too, are set with PUT …/headers. */
export const EndpointRequest = Closed(WebhookRequest.properties, { title: 'EndpointRequest' });

export const EndpointPatch = Type.Object(
  {
    disabled: Type.Optional(Type.Boolean()),
    messagesPerSecond: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Null()], {
        description: 'null: no limit.',
      }),
    ),
    channels: Type.Optional(Type.Array(Uuid, { maxItems: 100 })),
  },
  { minProperties: 1 },
);
export type EndpointPatch = Static<typeof EndpointPatch>;

export const Secret = Closed({ secret: Type.String() });
export type Secret = Static<typeof Secret>;

export const EndpointTestRequest = Type.Object({ eventType: Type.Optional(Type.String()) });
export type EndpointTestRequest = Static<typeof EndpointTestRequest>;
