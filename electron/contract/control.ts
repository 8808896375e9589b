import { type Static, Type } from 'typebox';
import { ClockView } from './clock.ts';
import { Closed, OneOf, Uuid } from './common.ts';
import { ConsumerRequest } from './consumers.ts';
import { Delivery, deliveryStatuses, MessageDetail } from './message.ts';
import { RequestEntry, RequestPath } from './request-log.ts';
import { Passphrase, type RestoreState, type StateFile } from './states.ts';

/** The control API (`/control/v1`): what steers a local service that a test suite started, in any language. */

export const controlPrefix = '/control/v1';
/** Of every response: how many requests all consumers have received so far. */
export const receivedHeader = 'carryover-received';

/** `skipping`: virtual time that goes on to the next due work as long as somebody waits. */
export const kitClocks = ['system', 'virtual', 'skipping'] as const;
export type KitClock = (typeof kitClocks)[number];

export const ControlAbout = Closed(
  {
    version: Type.String(),
    pid: Type.Integer(),
    apiUrl: Type.String({ description: 'The public API.' }),
    apiKey: Type.String(),
    clock: OneOf(kitClocks),
    seed: Type.Integer({ description: 'Everything generated follows from it.' }),
    dataDir: Type.String({ description: 'Its data folder, on its own machine.' }),
  },
  { title: 'About' },
);
export type ControlAbout = Static<typeof ControlAbout>;

/** Where a service is. */
const address = {
  apiUrl: Type.String(),
  apiKey: Type.String(),
  controlUrl: Type.String({ description: 'With its prefix.' }),
  controlToken: Type.String(),
};
const KitAddress = Closed(address);
export type KitAddress = Static<typeof KitAddress>;

/** Another service of the same process. */
export const Fork = Closed({ id: Uuid, ...address }, { title: 'Fork' });
export type Fork = Static<typeof Fork>;

export const HandOver = Closed({ passphrase: Passphrase }, { title: 'HandOver' });
export type HandOver = Static<typeof HandOver>;

export const untilGoals = ['idle', 'next'] as const;
export const UntilRequest = Closed(
  { until: OneOf(untilGoals) },
  {
    description:
      'idle: until nothing but recurring work is due any more; next: to the next due work. Virtual time only.',
  },
);
export type UntilRequest = Static<typeof UntilRequest>;

export const defaultWaitMs = 5000;
const waiting = {
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600_000,
      default: defaultWaitMs,
      description: 'System time after which it fails.',
    }),
  ),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 1, description: 'How many there have to be.' }),
  ),
};
const about = {
  eventType: Type.Optional(Type.String({ maxLength: 200 })),
  companyId: Type.Optional(Uuid),
  messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
};

export const DeliveryWait = Closed({
  for: Type.Literal('delivery'),
  ...about,
  webhookId: Type.Optional(Uuid),
  status: Type.Optional(OneOf(deliveryStatuses)),
  ...waiting,
});
export type DeliveryWait = Static<typeof DeliveryWait>;
export const MessageWait = Closed({ for: Type.Literal('message'), ...about, ...waiting });
export type MessageWait = Static<typeof MessageWait>;

/** Requests to the public API. */
export const requestFilter = {
  method: Type.Optional(OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')),
  path: RequestPath,
  statusCode: Type.Optional(Type.Integer({ minimum: 0, maximum: 599 })),
  deprecated: Type.Optional(Type.Boolean({ description: 'true: only calls of the alerts endpoints.' })),
};
export const RequestWait = Closed({ for: Type.Literal('request'), ...requestFilter, ...waiting });
export type RequestWait = Static<typeof RequestWait>;
export const ConsumerWait = Closed({
  for: Type.Literal('consumer'),
  consumerId: Type.Optional(Uuid),
  eventType: Type.Optional(Type.String({ maxLength: 200 })),
  verified: Type.Optional(Type.Boolean()),
  ...waiting,
});
export type ConsumerWait = Static<typeof ConsumerWait>;

export const WaitRequest = Type.Union([DeliveryWait, MessageWait, RequestWait, ConsumerWait], {
  description:
    'What to wait for. It may be true already. With a skipping clock, virtual time goes to the next due work until it is.',
});
export type WaitRequest = Static<typeof WaitRequest>;

/** What was found, newest last. */
export const WaitResult = Closed(
  {
    clock: ClockView,
    deliveries: Type.Optional(Type.Array(Closed({ message: MessageDetail, delivery: Delivery }))),
    messages: Type.Optional(Type.Array(MessageDetail)),
    requests: Type.Optional(Type.Array(RequestEntry)),
    received: Type.Optional(Type.Array(ConsumerRequest)),
  },
  { title: 'WaitResult' },
);
export type WaitResult = Static<typeof WaitResult>;

/** What the control API can do besides `ServiceControl`. Every method throws `CatalogueError`. */
export interface KitControl {
  about(): Promise<ControlAbout>;
  /** @throws CatalogueError `clock.notVirtual` */
  until(request: UntilRequest): Promise<ClockView>;
  /**
   * Another service of the same process, with the same rows, clock and endpoints, and a seed of its own that follows
   * from this one's. It ends with this one.
   * @throws CatalogueError `state.notFound`, `state.sealed`, `state.wrongPassphrase`, `kit.tooManyForks`
   */
  fork(state: string, request: RestoreState): Promise<Fork>;
  /** Resolves once nothing of it is left. @throws CatalogueError `fork.notFound` */
  endFork(id: string): Promise<void>;
  /**
   * The file of a state, which a passphrase opens, too: the data key of a temporary service is nowhere else.
   * @throws CatalogueError `state.notFound`, `state.sealed`
   */
  handOver(state: string, request: HandOver): Promise<StateFile>;
  /** @param signal aborted when nobody waits any more. @throws CatalogueError `wait.timedOut` */
  wait(request: WaitRequest, signal: AbortSignal): Promise<WaitResult>;
}
