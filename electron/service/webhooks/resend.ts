import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertExtraAttempts } from '#service/store/extra-attempts.ts';
import { selectDeliveriesOf } from '#service/store/message-log.ts';
import type { StoredMessage } from '#service/store/messages.ts';
import type { Tx } from '#service/store/store.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import type { Lanes } from './lanes.ts';
import { knownMessage } from './message-log.ts';
import type { Publisher } from './publish.ts';

type Deliveries = Awaited<ReturnType<typeof selectDeliveriesOf>>;

/** Sending one message again, as it was or edited. Source: `docs/reference/rules/delivery.md#resend-recover-replay`. */
export const createResend = (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
  publisher: Publisher,
): Pick<ServiceControl['messages'], 'resend' | 'resendEdited'> => ({
  resend: (messageId, webhookId) =>
    context.store.write(async (tx) => {
      const message = await knownMessage(tx, messageId);
      const open = await resendable(tx, registry, message, webhookId === undefined ? undefined : [webhookId]);
      const dueAt = context.clock.now();
      await insertExtraAttempts(
        tx,
        open.map(({ seq, endpoint_seq }) => ({
          deliverySeq: seq,
          endpointSeq: endpoint_seq,
          trigger: 'resend' as const,
          dueAt,
        })),
      );
      tx.afterCommit(() => {
        for (const { endpoint_seq } of open) lanes.hintExtra(endpoint_seq, dueAt);
        context.wake();
      });
      return { count: open.length };
    }),

  resendEdited: (messageId, { body, endpoints }) => {
    checkJsonObject(body);
    return context.store.write(async (tx) => {
      const original = await knownMessage(tx, messageId);
      const open = await resendable(tx, registry, original, endpoints);
      const to = open.map(({ endpoint_seq }) => registry.bySeq(endpoint_seq));
      return publisher.publishEdited(tx, original, body, to);
    });
  },
});

/**
 * Deliveries of a message to the endpoints named, all of them enabled; without any, to those that are enabled.
 * @throws CatalogueError `delivery.notFound`; `webhook.disabled` if one that is named is disabled, or all are
 */
const resendable = async (
  tx: Tx,
  registry: EndpointRegistry,
  message: StoredMessage,
  webhookIds: readonly string[] | undefined,
): Promise<Deliveries> => {
  const deliveries = await selectDeliveriesOf(tx, [message.seq]);
  const endpointOf = (delivery: Deliveries[number]): LiveEndpoint => registry.bySeq(delivery.endpoint_seq);
  if (webhookIds !== undefined) {
    return [...new Set(webhookIds)].map((webhookId) => {
      const { row } = registry.byId(webhookId);
      const found = deliveries.find(({ endpoint_seq }) => endpoint_seq === row.seq);
      if (found === undefined) {
        throw new CatalogueError('delivery.notFound', { messageId: message.id, webhookId });
      }
      if (row.disabled_at !== null) throw new CatalogueError('webhook.disabled', { webhookId });
      return found;
    });
  }
  const chosen = deliveries.filter((delivery) => endpointOf(delivery).row.deleted_at === null);
  const [first] = chosen;
  if (first === undefined) {
    throw new CatalogueError('delivery.notFound', { messageId: message.id, webhookId: '(any)' });
  }
  const open = chosen.filter((delivery) => endpointOf(delivery).row.disabled_at === null);
  if (open.length > 0) return open;
  throw new CatalogueError('webhook.disabled', { webhookId: endpointOf(first).row.id });
};

/** @throws CatalogueError `message.notJsonObject` */
const checkJsonObject = (body: string): void => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new CatalogueError('message.notJsonObject', { problem: (error as Error).message });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new CatalogueError('message.notJsonObject', { problem: 'it is another JSON value' });
};
