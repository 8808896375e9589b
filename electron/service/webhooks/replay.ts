import type { ServiceContext } from '#service/store/context.ts';
import { insertDeliveries, selectMissedMessages } from '#service/store/messages.ts';
import type { LiveEndpoint } from './endpoint-registry.ts';
import type { Lanes } from './lanes.ts';
import { listens } from './matching.ts';

/** Messages read in one unit of work, so that a long replay does not delay deliveries. */
const batch = 1000;

/**
 * Creates the deliveries that an endpoint missed, each with a full schedule. Cut off half-way, a second call makes
 * the rest: a message that has a delivery is not missed.
 * @returns how many deliveries were made
 */
export const replayMissed = async (
  context: ServiceContext,
  lanes: Lanes,
  endpoint: LiveEndpoint,
  range: { readonly since: number; readonly until: number },
): Promise<number> => {
  const endpointSeq = endpoint.row.seq;
  let count = 0;
  for (let afterSeq = 0; ; ) {
    const looked = await context.store.write(async (tx) => {
      const missed = await selectMissedMessages(tx, { endpointSeq, afterSeq, ...range, limit: batch });
      const dueAt = context.clock.now();
      const wanted = missed.filter((message) =>
        listens(endpoint, {
          eventType: message.event_type,
          companyId: message.company_id,
          companyTags: JSON.parse(message.company_tags_json) as Record<string, string>,
        }),
      );
      await insertDeliveries(
        tx,
        wanted.map(({ seq }) => ({
          messageSeq: seq,
          endpointSeq,
          origin: 'replay' as const,
          scheduleUsed: 0,
          dueAt,
        })),
      );
      tx.afterCommit(() => {
        lanes.hint(endpointSeq, dueAt);
        context.wake();
      });
      count += wanted.length;
      return missed;
    });
    if (looked.length < batch) return count;
    afterSeq = (looked.at(-1) as { seq: number }).seq;
  }
};
