import { checkEventType } from '#contract/check-event-type.ts';
import type { ConsumerRequest, Consumers } from '#contract/consumers.ts';
import type {
  ConsumerWait,
  DeliveryWait,
  MessageWait,
  RequestWait,
  WaitRequest,
  WaitResult,
} from '#contract/control.ts';
import type { Delivery, MessageDetail } from '#contract/message.ts';
import { matchesDelivery } from '#contract/message-query.ts';
import type { ServiceControl } from '#contract/service-control.ts';

type Found = Omit<WaitResult, 'clock'>;

/** What somebody waits for. */
export interface Condition {
  /** In words, as the beginning of a sentence. */
  readonly what: string;
  /** Undefined while it does not hold. */
  look(): Promise<Found | undefined>;
  /** What comes closest to it, in a sentence: for whoever waited in vain. */
  seen(): Promise<string>;
}

export const conditionOf = (
  request: WaitRequest,
  control: ServiceControl,
  consumers: Consumers,
): Condition => {
  switch (request.for) {
    case 'delivery':
      return deliveryCondition(request, control.messages);
    case 'message':
      return messageCondition(request, control.messages);
    case 'request':
      return requestCondition(request, control.sandbox);
    case 'consumer':
      return consumerCondition(request, consumers);
  }
};

const filterOf = ({
  eventType,
  companyId,
  messageId,
}: Pick<MessageWait, 'eventType' | 'companyId' | 'messageId'>) => ({
  ...(eventType === undefined ? {} : { eventType }),
  ...(companyId === undefined ? {} : { company: companyId }),
  ...(messageId === undefined ? {} : { id: messageId }),
});

/** `A delivery (eventType read.completed, status Success)`, or `2 of: delivery (…)` */
const named = (what: string, { count = 1, ...wanted }: { readonly count?: number | undefined }): string => {
  const { for: _for, timeoutMs: _timeoutMs, ...filters } = wanted as Record<string, unknown>;
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${String(value)}`],
  );
  const filter = given.length === 0 ? '' : ` (${given.join(', ')})`;
  return count === 1 ? `A ${what}${filter}` : `${count} of: ${what}${filter}`;
};

type Messages = ServiceControl['messages'];
/** Deliveries are counted over so many messages of the filter: the newest ones. */
const mostMessages = 500;
const told = 3;

const deliveryCondition = (wait: DeliveryWait, messages: Messages): Condition => {
  const { webhookId, status, count = 1 } = wait;
  const wanted = {
    ...(webhookId === undefined ? {} : { endpoint: webhookId }),
    ...(status === undefined ? {} : { status }),
  };
  return {
    what: named('delivery', wait),
    async look() {
      const { results } = await messages.list({ ...filterOf(wait), ...wanted, limit: mostMessages });
      const matched = results.flatMap(({ id, deliveries }) =>
        deliveries.filter((one) => matchesDelivery(wanted, one)).map((delivery) => ({ id, delivery })),
      );
      if (matched.length < count) return undefined;
      const shown = matched.slice(0, count).reverse();
      const deliveries = [];
      for (const { id, delivery } of shown) deliveries.push({ message: await messages.show(id), delivery });
      return { deliveries };
    },
    async seen() {
      const { results } = await messages.list({ ...filterOf(wait), limit: told });
      if (results.length === 0) return 'No such message was published.';
      const lines = results.flatMap(({ id, eventType, deliveries }) =>
        deliveries.length === 0
          ? [`${id} (${eventType}): no endpoint subscribes to it`]
          : deliveries.map((delivery) => `${id} (${eventType}): ${stateOf(delivery)}`),
      );
      return `The newest: ${lines.slice(0, told).join('; ')}.`;
    },
  };
};

const stateOf = ({ status, attempts, lastStatusCode, lastError, nextAttemptAt }: Delivery): string => {
  const last = lastStatusCode ?? lastError;
  const ended = last === undefined ? '' : `, last response ${last}`;
  const next = nextAttemptAt === undefined ? '' : `, next attempt ${nextAttemptAt}`;
  return `${status} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${ended}${next}`;
};

const messageCondition = (wait: MessageWait, messages: Messages): Condition => {
  const { count = 1 } = wait;
  return {
    what: named('message', wait),
    async look() {
      const { results } = await messages.list({ ...filterOf(wait), limit: count });
      if (results.length < count) return undefined;
      const found: MessageDetail[] = [];
      for (const { id } of results.toReversed()) found.push(await messages.show(id));
      return { messages: found };
    },
    async seen() {
      const { results } = await messages.list({ limit: told });
      const list = results.map(({ eventType }) => eventType).join(', ');
      return list === '' ? 'No message was published at all.' : `The newest messages: ${list}.`;
    },
  };
};

const requestCondition = (wait: RequestWait, { requests }: ServiceControl['sandbox']): Condition => {
  const { method, path, statusCode, deprecated, count = 1 } = wait;
  const query = {
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(statusCode === undefined ? {} : { status: statusCode === 0 ? 'none' : String(statusCode) }),
  };
  return {
    what: named('request', wait),
    async look() {
      const { results } = await requests({ ...query, limit: count });
      return results.length < count ? undefined : { requests: results.toReversed() };
    },
    async seen() {
      const { results } = await requests({ limit: told });
      const list = results.map((one) => `${one.method} ${one.path} ${one.statusCode}`).join('; ');
      return list === '' ? 'The API was not called at all.' : `The newest requests: ${list}.`;
    },
  };
};

const consumerCondition = (wait: ConsumerWait, consumers: Consumers): Condition => {
  const { consumerId, eventType, verified, count = 1 } = wait;
  checkEventType(eventType);
  const matches = (request: ConsumerRequest): boolean =>
    (verified === undefined || request.verified === verified) &&
    (eventType === undefined || eventTypeOf(request.body) === eventType);
  return {
    what: named('webhook received by a consumer', wait),
    async look() {
      const found = consumers.requests({}, consumerId).filter(matches);
      return found.length < count ? undefined : { received: found.slice(-count) };
    },
    async seen() {
      const all = consumers.requests({}, consumerId);
      const last = all.slice(-told).map(({ body, statusCode, signature }) => {
        return `${eventTypeOf(body) ?? 'no event'} (${signature}, responded ${statusCode})`;
      });
      return all.length === 0
        ? 'Nothing was received.'
        : `${all.length} received, the newest: ${last.join('; ')}.`;
    },
  };
};

/** Undefined if it is no event of the new service. */
const eventTypeOf = (body: string): string | undefined => {
  try {
    const { eventType } = JSON.parse(body) as { eventType?: unknown };
    return typeof eventType === 'string' ? eventType : undefined;
  } catch {
    return undefined;
  }
};
