import type { AttemptTrigger } from '#contract/message.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import { endpointClaim } from '#service/core/context.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertEdited } from '#service/store/edited-messages.ts';
import { insertDeliveries, insertMessage, type StoredMessage } from '#service/store/messages.ts';
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
  /** A copy of a message with another body, attempted once at each of `to`. */
  publishEdited(
    tx: Tx,
    original: StoredMessage,
    body: string,
    to: readonly LiveEndpoint[],
  ): Promise<{ messageId: string }>;
}

type MessageContent = Pick<StoredMessage, 'event_type' | 'company_id' | 'company_tags_json' | 'body'>;

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
    const company = companyOf(event);
    const envelope = envelopeOf(event, { id: ids.uuid(), at: clock.now(), portal: pages.portal });
    const { messageId } = await store(tx, to, origin, {
      event_type: event.type,
      company_id: company?.id ?? null,
      company_tags_json: JSON.stringify(company?.tags ?? {}),
      body: JSON.stringify(envelope),
    });
    return { messageId };
  };

  /** In the table first: what is announced and sent follows the commit. */
  const store = async (
    tx: Tx,
    to: readonly LiveEndpoint[],
    origin: AttemptTrigger,
    content: MessageContent,
  ): Promise<{ messageId: string; messageSeq: number }> => {
    const at = context.clock.now();
    const messageId = context.ids.message();
    const messageSeq = await insertMessage(tx, {
      id: messageId,
      ...content,
      created_at: at,
      is_test: origin === 'test' ? 1 : 0,
    });
    // Sent by a person: attempted once, as a resend is.
    const scheduleUsed = origin === 'scheduled' ? 0 : deliverySchedule.length - 1;
    await insertDeliveries(
      tx,
      to.map(({ row }) => ({ messageSeq, endpointSeq: row.seq, origin, scheduleUsed, dueAt: at })),
    );
    tx.afterCommit(() => {
      for (const { row } of to) lanes.hint(row.seq, at);
      context.announce({ type: 'message', messageId, eventType: content.event_type });
      if (to.some(({ row }) => context.claims.has(endpointClaim(row.seq)))) (context.nudge ?? context.wake)();
    });
    return { messageId, messageSeq };
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
    async publishEdited(tx, original, body, to) {
      const { event_type, company_id, company_tags_json } = original;
      const content = { event_type, company_id, company_tags_json, body };
      const { messageId, messageSeq } = await store(tx, to, 'resend', content);
      await insertEdited(tx, { messageSeq, originalId: original.id });
      return { messageId };
    },
  };
};
