import PQueue from 'p-queue';
import type { HeaderSetup } from '#contract/header-setup.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import { checkEndpoint } from './check.ts';
import { guideFor } from './guide.ts';
import type { EndpointHeadersModule } from './headers.ts';
import { type LegacySetup, legacyHeaders, readLegacySetup } from './legacy.ts';
import { endpointsOfCase } from './of-case.ts';
import { findWebhook, type Modules, openPlace, type Place } from './place.ts';
import { setHeaders } from './setting.ts';
import { type KnownHeader, knownHeaders } from './values.ts';

/** Header set-up of endpoints. */
export const createEndpointHeaders = (
  context: DeskContext,
  others: Omit<Modules, 'context'>,
): EndpointHeadersModule => {
  const modules: Modules = { context, ...others };
  /** One after the other, as each takes over what is there. */
  const changes = new PQueue({ concurrency: 1 });

  const show: EndpointHeadersModule['show'] = async (caseId, webhookId, reveal, actor) => {
    const place = await openPlace(modules, caseId);
    const webhook = await findWebhook(place, webhookId);
    const headers = await knownHeaders(modules, place, webhook.id);
    const legacy = await readLegacySetup(place);
    if (reveal && headers.length > 0) {
      const names = headers.map(({ name }) => name);
      const content = { targetId: place.target.id, webhookId: webhook.id, names };
      await modules.cases.act(caseId, actor, { kind: 'headers.revealed', content });
    }
    return view(place, webhook, headers, legacy, reveal);
  };

  return {
    async list(caseId) {
      const place = await openPlace(modules, caseId);
      const webhooks = await readWebhooks(place.client);
      if (webhooks.length === 0) return [];
      const legacy = await readLegacySetup(place);
      return Promise.all(
        webhooks.map(async (webhook) =>
          view(place, webhook, await knownHeaders(modules, place, webhook.id), legacy, false),
        ),
      );
    },
    show,
    async set(caseId, webhookId, request, actor) {
      await changes.add(async () => {
        const place = await openPlace(modules, caseId);
        const { id } = await findWebhook(place, webhookId);
        await setHeaders(modules, place, id, request, actor);
      });
      return show(caseId, webhookId, false, actor);
    },
    check: (...request) => checkEndpoint(modules, ...request),
  };
};

const view = (
  place: Place,
  webhook: Webhook,
  headers: readonly KnownHeader[],
  legacy: LegacySetup,
  reveal: boolean,
): HeaderSetup => {
  const local = place.target.kind === 'local';
  const last = place.state.headers.get(webhook.id)?.checks.at(-1);
  const missing = last?.headers
    .filter(({ result }) => result === 'missing')
    .map(({ name }) => name.toLowerCase());
  return {
    webhook,
    ofCase: endpointsOfCase(place.state).has(webhook.id),
    way: local ? 'api' : 'guided',
    headers: headers.map(({ name, value, masked, state }) => ({
      name,
      value: reveal ? (value ?? masked) : masked,
      state,
    })),
    legacy: legacyHeaders(legacy, headers, local, new Set(local ? [] : missing)),
    guide: guideFor(place, webhook, headers, reveal),
    ...(last === undefined ? {} : { lastCheck: withoutRecord(last) }),
  };
};

/** A check as it was answered, without what its entry adds. */
const withoutRecord = ({
  seq: _seq,
  actor: _actor,
  endpoint: _endpoint,
  ...result
}: NonNullable<ReturnType<Place['state']['headers']['get']>>['checks'][number]) => result;
