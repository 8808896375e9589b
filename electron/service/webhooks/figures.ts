import { isStoreTrouble } from '#base/store/store-state.ts';
import type { EndpointFigures, ServiceFigures } from '#contract/figures.ts';
import { type Claims, endpointClaim } from '#service/core/context.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { selectNextDue } from '#service/store/deliveries.ts';
import { selectWaiting } from '#service/store/endpoints.ts';
import type { Reader } from '#service/store/store.ts';
import type { AttemptCounts } from './attempt-counts.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import { beginning, type Lanes } from './lanes.ts';

export type WebhookFigures = Pick<ServiceFigures, 'attempts' | 'lagMs' | 'endpoints'>;

interface Parts {
  readonly registry: EndpointRegistry;
  readonly lanes: Lanes;
  readonly counts: AttemptCounts;
}

/** Attempts so far and the queue of each endpoint: out of memory, counters and an index, however long the log is. */
export const createWebhookFigures =
  ({ store, clock, claims }: ServiceContext, { registry, lanes, counts }: Parts) =>
  async (): Promise<WebhookFigures> => {
    const live = registry.live();
    // What the store can't say is left out, and the rest is said.
    const queues = await store
      .readInTurn((reader) => readQueues(reader, live, lanes, claims))
      .catch((error: unknown) => {
        if (!isStoreTrouble(error)) throw error;
      });
    const ofEndpoint = (endpoint: LiveEndpoint): EndpointFigures => {
      const { row } = endpoint;
      const isDisabled = row.disabled_at !== null;
      return {
        id: row.id,
        disabled: isDisabled,
        failing: !isDisabled && row.first_failure_at !== null,
        inFlight: lanes.of(endpoint).inFlight,
        ...(queues === undefined ? {} : { waiting: queues.waiting.get(row.seq) ?? 0 }),
      };
    };
    return {
      attempts: counts.all(),
      ...(queues === undefined ? {} : { lagMs: Math.max(0, clock.now() - queues.nextDueAt) }),
      endpoints: live.map(ofEndpoint),
    };
  };

const readQueues = async (reader: Reader, live: readonly LiveEndpoint[], lanes: Lanes, claims: Claims) => {
  const waiting = new Map(
    (await selectWaiting(reader)).map((one) => [one.endpoint_seq, one.waiting] as const),
  );
  let nextDueAt = Number.POSITIVE_INFINITY;
  for (const endpoint of live) {
    // What is under way elsewhere is known there alone, and would look as though it waited.
    if (endpoint.row.disabled_at !== null || !claims.has(endpointClaim(endpoint.row.seq))) continue;
    const { endpointSeq, scheduled, extra } = lanes.of(endpoint);
    const dueAt = await selectNextDue(reader, { endpointSeq, after: beginning.dueAt, scheduled, extra });
    nextDueAt = Math.min(nextDueAt, dueAt);
  }
  return { waiting, nextDueAt };
};
