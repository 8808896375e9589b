import { newSecret } from '#base/new-secret.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { eventTypeProblem } from '#contract/events.ts';
import { checkHeaders } from '#contract/header-rules.ts';
import { type Webhook, type WebhookRequest, webhookLimits } from '#contract/webhook.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import { targetUrlProblem } from '#service/outbound/target-url.ts';
import { findCompany } from '#service/store/companies.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { cancelDeliveries } from '#service/store/deliveries.ts';
import {
  countLiveEndpoints,
  deleteEndpoint,
  insertEndpoint,
  insertEndpointSecret,
} from '#service/store/endpoints.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { wantedReasons } from './disabled-by.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import type { WantedEndpoint } from './webhooks.ts';

/** Making, listing and deleting endpoints. Source: `docs/reference/rules/endpoints.md`. */

export const createEndpoints = (context: ServiceContext, registry: EndpointRegistry) => {
  const make = async (tx: Tx, wanted: WantedEndpoint): Promise<Webhook> => {
    checkWanted(wanted);
    if ((await countLiveEndpoints(tx)) >= webhookLimits.endpoints) {
      throw new CatalogueError('webhook.limit', { limit: webhookLimits.endpoints });
    }
    const id = await insertWanted(tx, context, wanted);
    await registry.reloadAfter(tx);
    tx.afterCommit(() => context.announce({ type: 'endpoint', webhookId: id, change: 'created' }));
    return wireOf(id, wanted);
  };

  const remove = async (tx: Tx, endpoint: LiveEndpoint): Promise<void> => {
    const { seq, id } = endpoint.row;
    await cancelDeliveries(tx, seq);
    await deleteEndpoint(tx, seq, context.clock.now());
    await registry.reloadAfter(tx);
    tx.afterCommit(() => context.announce({ type: 'endpoint', webhookId: id, change: 'deleted' }));
  };

  return {
    make,
    create: (request: WebhookRequest): Promise<Webhook> =>
      context.store.write(async (tx) => {
        const channels = request.companyId === undefined ? [] : [request.companyId];
        await checkCompanies(tx, channels);
        return make(tx, {
          url: request.url,
          eventTypes: [...new Set(request.eventTypes)],
          channels,
          companyTags: request.companyTags ?? [],
          disabled: request.disabled ?? false,
          headers: [],
          ruleIds: [],
        });
      }),
    list: async (): Promise<Webhook[]> => registry.live().map(wire),
    remove: (webhookId: string): Promise<void> =>
      context.store.write((tx) => remove(tx, registry.byId(webhookId))),
  };
};

/** @returns its id */
export const insertWanted = async (
  tx: Tx,
  context: ServiceContext,
  wanted: WantedEndpoint,
): Promise<string> => {
  const id = context.ids.uuid();
  const now = context.clock.now();
  const seq = await insertEndpoint(tx, newRow(context, id, now, wanted));
  await insertEndpointSecret(tx, {
    endpoint_seq: seq,
    sealed_secret: context.sealer.seal(newSecret(), sealedAs.secret(id)),
    created_at: now,
    expires_at: null,
  });
  return id;
};

const newRow = (context: ServiceContext, id: string, now: number, wanted: WantedEndpoint) => ({
  id,
  ...wantedColumns(context, id, wanted),
  messages_per_second: null,
  created_at: now,
  first_failure_at: null,
  last_attempt_at: null,
  disabled_at: wanted.disabled ? now : null,
  disabled_reason: wanted.disabled ? wantedReasons.made : null,
  deleted_at: null,
});

/** What is asked of an endpoint, as its row keeps it. */
export const wantedColumns = ({ sealer }: ServiceContext, id: string, wanted: WantedEndpoint) => ({
  url: wanted.url,
  event_types_json: JSON.stringify(wanted.eventTypes),
  channels_json: JSON.stringify(wanted.channels),
  company_tags_json: JSON.stringify(wanted.companyTags),
  sealed_headers:
    wanted.headers.length === 0 ? null : sealer.seal(JSON.stringify(wanted.headers), sealedAs.headers(id)),
  rule_ids_json: wanted.ruleIds.length === 0 ? null : JSON.stringify(wanted.ruleIds),
});

/** An endpoint that was just made. */
export const wireOf = (id: string, wanted: WantedEndpoint): Webhook => ({
  id,
  url: wanted.url,
  eventTypes: [...wanted.eventTypes],
  disabled: wanted.disabled,
  ...companyIdOf(wanted.channels),
  companyTags: [...wanted.companyTags],
});

export const wire = ({ row, eventTypes: types, channels, companyTags }: LiveEndpoint): Webhook => ({
  id: row.id,
  url: row.url,
  eventTypes: [...types],
  disabled: row.disabled_at !== null,
  ...companyIdOf(channels),
  companyTags: [...companyTags],
});

/** An endpoint of one company names it; several are only in its channels. */
const companyIdOf = (channels: readonly string[]): { companyId?: string } => {
  const [only] = channels;
  return channels.length === 1 && only !== undefined ? { companyId: only } : {};
};

/** @throws CatalogueError `company.notFound`: nothing would ever be sent to an endpoint of such a company */
export const checkCompanies = async (reader: Reader, companyIds: readonly string[]): Promise<void> => {
  for (const companyId of companyIds) {
    if ((await findCompany(reader, companyId)) === undefined) {
      throw new CatalogueError('company.notFound', { companyId });
    }
  }
};

/** @throws CatalogueError `request.invalid` */
export const checkWanted = ({ url, eventTypes: types, headers }: WantedEndpoint): void => {
  checkUrl(url);
  checkEventTypes(types);
  checkHeaders(headers);
};

const checkUrl = (url: string): void => {
  const problem = targetUrlProblem(url, 'url', 'Use the custom header Authorization for that.');
  if (problem !== undefined) throw invalid(problem);
};

const checkEventTypes = (wanted: readonly string[]): void => {
  const items = wanted.flatMap((word, index) => eventTypeProblem(word, `eventTypes.${index}`) ?? []);
  if (items.length > 0) throw invalid(...items);
};
