import { parseInstant, toIso } from '#base/clock.ts';
import { mask } from '#base/sealing.ts';
import type { EndpointDetail, EndpointPatch, HeaderView } from '#contract/endpoint.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { SinceRequest } from '#contract/message.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { selectCountedEndpoint, updateEndpoint } from '#service/store/endpoints.ts';
import { insertRecovery } from '#service/store/extra-attempts.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { isDisabledByService, wantedReasons } from './disabled-by.ts';
import { createEndpointChanges } from './endpoint-changes.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import { checkCompanies } from './endpoints.ts';
import { expiresAt } from './expiry.ts';
import type { Lanes } from './lanes.ts';
import type { Publisher } from './publish.ts';
import { replayMissed } from './replay.ts';
import { createStatistics } from './statistics.ts';
import { verdictOn } from './verify.ts';
import type { Webhooks } from './webhooks.ts';

export interface ManagementOptions {
  readonly exampleEvent: (reader: Reader, eventType: string, companyId?: string) => Promise<DomainEvent>;
  /** How many days messages are kept. */
  readonly keptDays: (reader: Reader) => Promise<number>;
}

/** The management surface of endpoints, which the desk stands for locally. */
export const createManagement = (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
  publisher: Publisher,
  endpoints: Pick<Webhooks['endpoints'], 'create' | 'remove'>,
  { exampleEvent, keptDays }: ManagementOptions,
): Omit<ServiceControl['endpoints'], 'deliveryCounts' | 'deliveryLadder'> => {
  const { store, clock } = context;

  const { change, setHeaders, rotateSecret } = createEndpointChanges(context, registry, lanes);
  const headers = (webhookId: string, reveal: boolean): HeaderView[] =>
    registry
      .byId(webhookId)
      .headers.map(({ name, value }) => ({ name, value: reveal ? value : mask(value) }));

  const show: ServiceControl['endpoints']['show'] = (webhookId) =>
    store.read(async (reader) => endpointDetail(reader, registry.byId(webhookId), await keptDays(reader)));

  return {
    list: () =>
      store.read(async (reader) => {
        const details = [];
        const days = await keptDays(reader);
        for (const endpoint of registry.live()) details.push(await endpointDetail(reader, endpoint, days));
        return details;
      }),
    async create(request) {
      const { id } = await endpoints.create(request);
      return show(id);
    },
    remove: endpoints.remove,
    ...createStatistics(context, registry),
    verify: async (received) => verdictOn(received, registry.live(), clock.now()),
    show,
    async change(webhookId, patch) {
      await change(webhookId, (tx, endpoint) => patchEndpoint(tx, endpoint, patch, clock.now()));
      return show(webhookId);
    },
    headers: async (webhookId, reveal) => headers(webhookId, reveal),
    async setHeaders(webhookId, request) {
      await setHeaders(webhookId, request);
      return headers(webhookId, false);
    },
    secret: async (webhookId) => ({ secret: currentSecret(registry.byId(webhookId)) }),
    rotateSecret,
    test: (webhookId, eventType) =>
      store.write(async (tx) => {
        const endpoint = enabled(registry, webhookId);
        const type = eventType ?? (endpoint.eventTypes.values().next().value as string);
        const event = await exampleEvent(tx, type, endpoint.channels[0]);
        return publisher.publishTest(tx, event, endpoint);
      }),
    ...createRecovery(context, registry, lanes),
  };
};

/** Sends again what failed, or what was published while it was not sent. */
const createRecovery = (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
): Pick<ServiceControl['endpoints'], 'recover' | 'replay'> => ({
  recover: (webhookId, request) =>
    context.store.write(async (tx) => {
      const { row } = enabled(registry, webhookId);
      const now = context.clock.now();
      const count = await insertRecovery(tx, { endpointSeq: row.seq, now, ...range(request) });
      tx.afterCommit(() => {
        lanes.hintExtra(row.seq, now);
        context.wake();
      });
      return { count };
    }),
  async replay(webhookId, request) {
    const endpoint = enabled(registry, webhookId);
    return { count: await replayMissed(context, lanes, endpoint, range(request)) };
  },
});

/** @throws CatalogueError `webhook.disabled`: nothing is sent to a disabled endpoint */
export const enabled = (registry: EndpointRegistry, webhookId: string): LiveEndpoint => {
  const endpoint = registry.byId(webhookId);
  if (endpoint.row.disabled_at !== null) throw new CatalogueError('webhook.disabled', { webhookId });
  return endpoint;
};

const patchEndpoint = async (
  tx: Tx,
  { row, channels }: LiveEndpoint,
  { disabled, messagesPerSecond, channels: wanted }: EndpointPatch,
  now: number,
): Promise<void> => {
  // A company that was deleted after it was set may stay.
  await checkCompanies(tx, wanted?.filter((id) => !channels.includes(id)) ?? []);
  await updateEndpoint(tx, row.seq, {
    ...(disabled === undefined ? {} : disabling(disabled, row.disabled_at, now)),
    ...(messagesPerSecond === undefined ? {} : { messages_per_second: messagesPerSecond }),
    ...(wanted === undefined ? {} : { channels_json: JSON.stringify([...new Set(wanted)]) }),
  });
};

const disabling = (disabled: boolean, disabledAt: number | null, now: number) => {
  if (disabled) return disabledAt === null ? { disabled_at: now, disabled_reason: wantedReasons.person } : {};
  // The count of 120 hours starts again, or the first failure after enabling would disable it again.
  return disabledAt === null ? {} : { disabled_at: null, disabled_reason: null, first_failure_at: null };
};

const range = ({ since, until }: SinceRequest): { since: number; until: number } => ({
  since: parseInstant(since, 'since'),
  until: until === undefined ? Number.MAX_SAFE_INTEGER : parseInstant(until, 'until'),
});

const currentSecret = ({ secrets }: LiveEndpoint): string =>
  (secrets.find(({ expiresAt }) => expiresAt === null) as { text: string }).text;

const endpointDetail = async (
  reader: Reader,
  endpoint: LiveEndpoint,
  keptDays: number,
): Promise<EndpointDetail> => {
  // The counters live in the table alone.
  const row = await selectCountedEndpoint(reader, endpoint.row.seq);
  const expires = row.waiting > 0 ? expiresAt(row.disabled_at, keptDays) : undefined;
  return {
    id: row.id,
    url: row.url,
    eventTypes: [...endpoint.eventTypes],
    disabled: row.disabled_at !== null,
    channels: [...endpoint.channels],
    companyTags: [...endpoint.companyTags],
    ...(row.messages_per_second === null ? {} : { messagesPerSecond: row.messages_per_second }),
    headers: endpoint.headers.map(({ name, value }) => ({ name, value: mask(value) })),
    secret: mask(currentSecret(endpoint)),
    created: toIso(row.created_at),
    health: {
      waiting: row.waiting,
      succeeded: row.succeeded,
      failed: row.failed,
      cancelled: row.cancelled,
      ...(row.first_failure_at === null ? {} : { firstFailureAt: toIso(row.first_failure_at) }),
      ...(row.last_attempt_at === null ? {} : { lastAttemptAt: toIso(row.last_attempt_at) }),
      ...(row.disabled_at === null ? {} : { disabledAt: toIso(row.disabled_at) }),
      ...(expires === undefined ? {} : { waitingExpiresAt: toIso(expires) }),
      ...(row.disabled_reason === null ? {} : { disabledReason: row.disabled_reason }),
      ...(isDisabledByService(row) ? { disabledByService: true } : {}),
    },
  };
};
