import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverRequest, CutoverResult } from '#contract/sandbox.ts';
import { carriedHeaders, webhookLimits } from '#contract/webhook.ts';
import { checkAuthHeader } from '#service/legacy/profile.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countLiveEndpoints } from '#service/store/endpoints.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { WantedEndpoint } from '#service/webhooks/webhooks.ts';
import { type CutoverPlan, planCutover } from './cutover-plan.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/**
 * What the provider does when a migration request is granted, and its undoing.
 *
 * Alerts that were accepted before the cutover are still sent: they belong to the legacy mechanism, and dropping them
 * would lose events that no endpoint ever gets. An auth header that the request gives (as set in the portal) outweighs
 * the profile's.
 */
export const createCutover = (
  context: ServiceContext,
  { client, legacy, webhooks }: Pick<SandboxOptions, 'client' | 'legacy' | 'webhooks'>,
): Pick<Sandbox, 'cutover' | 'undoCutover' | 'cutoverState'> => {
  const { store, clock, announce } = context;

  const carryOver = async (tx: Tx, request: CutoverRequest): Promise<CutoverResult> => {
    if ((await legacy.cutOverAt(tx)) !== null) throw new CatalogueError('cutover.done');
    const { rules, alertAuthHeader } = await legacy.setup(tx);
    const plan = planCutover(rules);
    await checkRoom(tx, plan);
    const headers = headersOf(client.id, request.portalAuthHeader ?? alertAuthHeader);
    const endpoints = [];
    for (const { url, companyId, eventTypes, ruleIds } of plan.endpoints) {
      const channels = companyId === undefined ? [] : [companyId];
      const wanted = { url, eventTypes, channels, companyTags: [], disabled: false, headers, ruleIds };
      endpoints.push({ ruleIds: [...ruleIds], webhook: await webhooks.makeEndpoint(tx, wanted) });
    }
    const at = clock.now();
    await legacy.setCutOver(tx, at);
    tx.afterCommit(() => announce({ type: 'sandbox', change: 'cutover' }));
    return {
      at: toIso(at),
      endpoints,
      notCarried: plan.notCarried,
      carriedHeaders: endpoints.length === 0 ? [] : headers.map(({ name }) => name),
    };
  };

  return {
    async cutover(request) {
      checkAuthHeader(request.portalAuthHeader, 'portalAuthHeader');
      return store.write((tx) => carryOver(tx, request));
    },
    cutoverState: () =>
      store.read(async (reader) => {
        const at = await legacy.cutOverAt(reader);
        return at === null ? { cutOver: false } : { cutOver: true, at: toIso(at) };
      }),
    undoCutover: () =>
      store.write(async (tx) => {
        if ((await legacy.cutOverAt(tx)) === null) throw new CatalogueError('cutover.notDone');
        await webhooks.removeCutover(tx);
        await legacy.setCutOver(tx, null);
        tx.afterCommit(() => announce({ type: 'sandbox', change: 'cutover-undone' }));
      }),
  };
};

const checkRoom = async (reader: Reader, plan: CutoverPlan): Promise<void> => {
  const limit = webhookLimits.endpoints;
  const room = limit - (await countLiveEndpoints(reader));
  const wanted = plan.endpoints.length;
  if (wanted > room) throw new CatalogueError('cutover.tooMany', { wanted, room, limit });
};

const headersOf = (clientId: string, authHeader: string | undefined): WantedEndpoint['headers'] => {
  const ofClient = { name: carriedHeaders.clientId, value: clientId };
  if (authHeader === undefined) return [ofClient];
  return [ofClient, { name: carriedHeaders.auth, value: authHeader }];
};
