import type { AttemptTrigger } from '#contract/message.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertDeliveries, insertMessage } from '#service/store/messages.ts';
import type { Tx } from '#service/store/store.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import { companyOf, envelopeOf } from './envelope.ts';
import type { Lanes } from './lanes.ts';
import { listens } from './matching.ts';

/** Accepts events: the message and its deliveries are in the table with the change that caused them. */
export interface Publisher {
  /** One message with a delivery for each enabled endpoint that listens; kept also if none does, for replay. */
  publish(tx: Tx, event: DomainEvent): Promise<{ messageId: string }>;
  /** A message for one endpoint alone, attempted once. */
  publishTest(tx: Tx, event: DomainEvent, endpoint: LiveEndpoint): Promise<{ messageId: string }>;
}

export const createPublisher = (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
): Publisher => {
  const accept = async (
    tx: Tx,
    event: DomainEvent,
    to: readonly LiveEndpoint[],
    origin: AttemptTrigger,
  ): Promise<{ messageId: string }> => {
    const { clock, ids, pages } = context;
    const at = clock.now();
    const messageId = ids.message();
    const company = companyOf(event);
    const envelope = envelopeOf(event, { id: ids.uuid(), at, portal: pages.portal });
    const messageSeq = insertMessage(tx, {
      id: messageId,
      event_type: event.type,
      company_id: company?.id ?? null,
      company_tags_json: JSON.stringify(company?.tags ?? {}),
      body: JSON.stringify(envelope),
      created_at: at,
      is_test: origin === 'test' ? 1 : 0,
    });
    const scheduleUsed = origin === 'test' ? deliverySchedule.length - 1 : 0;
    await insertDeliveries(
      tx,
      to.map(({ row }) => ({ messageSeq, endpointSeq: row.seq, origin, scheduleUsed, dueAt: at })),
    );
    tx.afterCommit(() => {
      for (const { row } of to) lanes.hint(row.seq, at);
      context.announce({ type: 'message', messageId, eventType: event.type });
      if (to.length > 0) context.wake();
    });
    return { messageId };
  };

  return {
    publish(tx, event) {
      const company = companyOf(event);
      const addressed = {
        eventType: event.type,
        companyId: company?.id ?? null,
        companyTags: company?.tags ?? {},
      };
      const to = registry
        .live()
        .filter((endpoint) => endpoint.row.disabled_at === null && listens(endpoint, addressed));
      return accept(tx, event, to, 'scheduled');
    },
    publishTest: (tx, event, endpoint) => accept(tx, event, [endpoint], 'test'),
  };
};
