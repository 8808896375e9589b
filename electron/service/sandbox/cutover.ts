import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { Webhook } from '#contract/webhook.ts';
import { checkAuthHeader } from '#service/legacy/profile.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Tx } from '#service/store/store.ts';
import { headersOf, wantedOf } from './carried-over.ts';
import { orderedAuthHeader, orderedEndpoints } from './cutover-order.ts';
import { planCutover } from './cutover-plan.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/**
 * What the provider does when a migration request is granted, and its undoing.
 *
 * Alerts that were accepted before the cutover are still sent: they belong to the legacy mechanism, and dropping them
 * would lose events that no endpoint ever gets. An auth header that the request gives (as set in the portal) outweighs
 * the profile's, unless the plan says whose it is. Source: `docs/reference/rules/cutover.md#rollback`.
 */
export const createCutover = (
  context: ServiceContext,
  { client, legacy, webhooks }: Pick<SandboxOptions, 'client' | 'legacy' | 'webhooks'>,
): Pick<Sandbox, 'cutover' | 'undoCutover' | 'cutoverState'> => {
  const { store, clock, announce } = context;

  const carryOver = async (tx: Tx, request: CutoverRequest): Promise<CutoverResult> => {
    if ((await legacy.cutOverAt(tx)) !== null) throw new CatalogueError('cutover.done');
    const { rules, alertAuthHeader } = await legacy.setup(tx);
    const { plan } = request;
    const own = planCutover(rules);
    const planned = plan === undefined ? own.endpoints : orderedEndpoints(plan, rules);
    const authHeader = orderedAuthHeader(plan ?? {}, {
      portal: request.portalAuthHeader,
      profile: alertAuthHeader,
    });
    const headers = headersOf(client.id, authHeader);
    const wanted = planned.map((one) => wantedOf(one, headers));
    const made = await webhooks.cutover.make(tx, wanted);
    const at = clock.now();
    await legacy.setCutOver(tx, at);
    const result: CutoverResult = {
      at: toIso(at),
      endpoints: wanted.map(({ ruleIds }, n) => ({ ruleIds: [...ruleIds], webhook: made[n] as Webhook })),
      notCarried: own.notCarried,
      carriedHeaders: wanted.length === 0 ? [] : headers.map(({ name }) => name),
    };
    await writeFact(tx, doneFact, { result, ...(plan !== undefined && { planDigest: plan.digest }) });
    tx.afterCommit(() => announce({ type: 'sandbox', change: 'cutover' }));
    return result;
  };

  return {
    async cutover(request) {
      checkAuthHeader(request.portalAuthHeader, 'portalAuthHeader');
      return store.write((tx) => carryOver(tx, request));
    },
    cutoverState: () =>
      store.read(async (reader) => {
        const at = await legacy.cutOverAt(reader);
        return at === null ? { cutOver: false } : stateOf(at, await readFact(reader, doneFact));
      }),
    undoCutover: () =>
      store.write(async (tx) => {
        if ((await legacy.cutOverAt(tx)) === null) throw new CatalogueError('cutover.notDone');
        const endpoints = await webhooks.cutover.disable(tx);
        await legacy.setCutOver(tx, null);
        await writeFact(tx, doneFact, null);
        tx.afterCommit(() => announce({ type: 'sandbox', change: 'cutover-undone' }));
        return { endpoints };
      }),
  };
};

/** What the last cutover made, as long as it counts: whoever could not record its answer reads it here. */
interface Done {
  readonly planDigest?: string;
  readonly result: CutoverResult;
}
const doneFact: Fact<Done | null> = { name: 'cutover', fallback: null };

const stateOf = (at: number, done: Done | null): CutoverState => ({
  cutOver: true,
  at: toIso(at),
  ...(done?.planDigest !== undefined && { planDigest: done.planDigest }),
  ...done?.result,
});
