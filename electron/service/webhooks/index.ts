import type { SecretForms } from '#base/secret-forms.ts';
import { endpointClaim } from '#service/core/context.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { createHeaderSets } from '#service/store/header-sets.ts';
import type { TextIndex } from '#service/store/search/text-index.ts';
import type { Reader } from '#service/store/store.ts';
import { createActivity } from './activity.ts';
import { createAttemptChecks } from './attempt-checks.ts';
import { createAttemptCounts } from './attempt-counts.ts';
import { createBulkResends } from './bulk-resend.ts';
import { createCutoverEndpoints } from './cutover-endpoints.ts';
import { createDeliveryCounts } from './delivery-counts.ts';
import { createDeliverySource } from './delivery-source.ts';
import { createEndpointRegistry } from './endpoint-registry.ts';
import { createEndpoints } from './endpoints.ts';
import { createExpiry } from './expiry.ts';
import { createWebhookFigures } from './figures.ts';
import { createBacklog, createEndpointsHealth } from './health.ts';
import { createLanes } from './lanes.ts';
import { createManagement } from './management.ts';
import { createOldLogMasking } from './mask-old-log.ts';
import { createMessageLog } from './message-log.ts';
import { createPublisher } from './publish.ts';
import type { FinishedAttempt } from './record.ts';
import { createResend } from './resend.ts';
import { createRetention } from './retention.ts';
import { createSharing } from './sharing.ts';
import type { Webhooks } from './webhooks.ts';

export interface WebhooksOptions {
  readonly outbound: Outbound;
  /** An example of an event type, for tests of an endpoint. */
  readonly exampleEvent: (reader: Reader, eventType: string, companyId?: string) => Promise<DomainEvent>;
  /** Left out: words can't be searched for. */
  readonly textIndex?: Pick<TextIndex, 'find' | 'state'>;
  /** How many days messages are kept. */
  readonly keptDays: (reader: Reader) => Promise<number>;
  /** Secrets besides those of endpoints, which the same consumer may repeat: the auth header of legacy alerts. */
  readonly otherSecrets: (reader: Reader) => Promise<SecretForms>;
}

const noIndex = async (): Promise<never> => {
  throw new Error('This instance has no index of words.');
};
const noTextIndex = { find: noIndex, state: noIndex };

/** The new webhook service: endpoints, publishing, signing, delivery. Source: `docs/reference/rules/delivery.md`. */
export const createWebhooks = async (
  context: ServiceContext,
  options: WebhooksOptions,
): Promise<Webhooks> => {
  const registry = createEndpointRegistry(context.sealer);
  await context.store.readInTurn((reader) => registry.reload(reader));
  const headerSets = createHeaderSets();
  const lanes = createLanes(options.outbound.places, (seq, isExtra) => {
    if (!context.claims.has(endpointClaim(seq))) context.hintOthers?.(isExtra ? `+${seq}` : seq);
  });
  const counts = createAttemptCounts();
  const publisher = createPublisher(context, registry, lanes);
  const endpoints = createEndpoints(context, registry);
  const log = createMessageLog(context, registry, options.textIndex ?? noTextIndex);
  const bulk = await createBulkResends(context, registry, lanes, log);
  const { deliveryCounts, deliveryLadder, undelivered } = createDeliveryCounts(context);
  return {
    endpoints,
    management: {
      ...createManagement(context, registry, lanes, publisher, endpoints, options),
      deliveryCounts,
      deliveryLadder,
    },
    messages: {
      list: log.list,
      show: log.show,
      index: log.index,
      ...createResend(context, registry, lanes, publisher),
      activity: createActivity(context, registry, options.textIndex ?? noTextIndex),
      ...createAttemptChecks(context, registry),
      undelivered,
    },
    resends: bulk.control,
    health: createEndpointsHealth(context, registry),
    backlog: createBacklog(context, registry),
    publish: publisher.publish,
    figures: createWebhookFigures(context, { registry, lanes, counts }),
    deliveries: {
      ...createDeliverySource(
        context,
        { registry, lanes, headerSets },
        options.outbound,
        options.otherSecrets,
      ),
      recorded(ended: readonly FinishedAttempt[]) {
        counts.add(ended);
        bulk.recorded(ended);
      },
    },
    oldLog: createOldLogMasking(context, registry, headerSets, options.otherSecrets),
    sharing: createSharing(context, registry, lanes, headerSets),
    markInterrupted: bulk.markInterrupted,
    bulkResends: bulk.source,
    retention: createRetention(context, options.keptDays),
    expiry: createExpiry(context, registry, options.keptDays),
    cutover: createCutoverEndpoints(context, registry, lanes),
    async seed(tx, snapshot, companyIds) {
      const webhooks: Record<string, string> = {};
      for (const wanted of snapshot.webhooks ?? []) {
        const made = await endpoints.make(tx, {
          url: wanted.url,
          eventTypes: wanted.eventTypes,
          channels: wanted.companyId === undefined ? [] : [companyIds[wanted.companyId] ?? wanted.companyId],
          companyTags: wanted.companyTags ?? [],
          disabled: wanted.disabled ?? false,
          headers: wanted.headers ?? [],
          ruleIds: [],
        });
        webhooks[wanted.id] = made.id;
      }
      return { webhooks };
    },
    async forget(tx) {
      await registry.reloadAfter(tx);
      tx.afterCommit(lanes.clear);
      tx.afterCommit(headerSets.forget);
    },
  };
};
