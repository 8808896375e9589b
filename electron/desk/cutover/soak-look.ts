import { systemTime, toIso } from '#base/clock.ts';
import type { SoakObservation, SoakProblem } from '#contract/cutover.ts';
import type { DeliveryCounts, DeliveryLadder } from '#contract/delivery-counts.ts';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { cutoverEndpoints } from './cutover-endpoints.ts';
import { planOf, type Soak, standingGrant } from './on-target.ts';
import { findPlanned } from './planned-endpoints.ts';
import { shortUrl } from './short-url.ts';
import { type CheckParts, checkNow } from './verify-cutover.ts';

export interface LookParts extends CheckParts {
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'messages' | 'clock'>;
}

/**
 * The time that a soak counts in: that of the service where it is the local one, whose clock may be virtual, and the
 * system's otherwise. ISO 8601, UTC.
 */
export const soakTime = async (
  { clock }: Pick<ServiceControl, 'clock'>,
  { targetId }: Pick<CaseState, 'targetId'>,
): Promise<string> => (targetId === localTargetId ? (await clock.show()).now : toIso(systemTime.now()));

/**
 * What is so now, in a soak: of the local service by its message log since the soak began, of a remote target by its
 * endpoints, the last header checks and the recordings that were compared. What can't be read is a problem too.
 */
export const lookAtSoak = async (
  parts: LookParts,
  state: CaseState,
  soak: Soak | undefined,
): Promise<SoakObservation> => {
  const at = await soakTime(parts.control, state);
  try {
    const { check, webhooks: all } = await checkNow(parts, state);
    const webhooks = cutoverEndpoints(state, all);
    const since = soak?.observations[0]?.at ?? at;
    const deliveries = await deliveriesOf(parts, state, since, webhooks);
    return {
      at,
      endpoints: webhooks.map(({ id, url, disabled }) => {
        const counts = deliveries.of(id);
        return {
          webhookId: id,
          url: shortUrl(url),
          ...(counts && { deliveries: shownCounts(counts) }),
          disabled,
        };
      }),
      problems: [
        ...unmetProblems(check),
        ...webhooks.flatMap((webhook) => deliveryProblems(webhook, deliveries.of(webhook.id))),
        ...deliveries.undelivered,
        ...comparedProblems(state, soak),
      ].slice(0, mostProblems),
    };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const what = `The target could not be read: ${error.message}`;
    return { at, endpoints: [], problems: [{ id: 'not-readable', what, count: 1 }] };
  }
};

const mostProblems = 200;

/** What the plan expects, and is not so: a header that can't be seen is none. */
const unmetProblems = ({ expectations }: CutoverCheck): SoakProblem[] =>
  expectations
    .filter(({ state }) => state === 'missing')
    .map(({ what, detail, webhookId }) => ({
      id: kindOf(what, detail, webhookId),
      what: `${what}: ${detail}`,
      count: 1,
      ...(webhookId === undefined ? {} : { webhookId }),
    }));

const kindOf = (what: string, detail: string, webhookId: string | undefined): SoakProblem['id'] => {
  if (what.startsWith('Header ')) return 'header-lost';
  if (webhookId === undefined) return 'endpoint-deleted';
  return detail === `Endpoint ${webhookId} is disabled.` ? 'endpoint-disabled' : 'endpoint-changed';
};

const deliveryProblems = ({ id, url }: Webhook, counts: DeliveryCounts | undefined): SoakProblem[] => {
  const problem = (kind: SoakProblem['id'], count: number, rest: string): SoakProblem[] =>
    count === 0
      ? []
      : [
          {
            id: kind,
            what: `${formatCount(count, 'delivery', 'deliveries')} to ${shortUrl(url)} ${rest}`,
            count,
            webhookId: id,
          },
        ];
  return [
    ...problem('delivery-failed', counts?.failed ?? 0, 'failed.'),
    ...problem('delivery-retrying', counts?.retrying ?? 0, 'failed so far, and will be retried.'),
  ];
};

/** Only the local service tells. */
const deliveriesOf = async (
  { control }: LookParts,
  state: CaseState,
  since: string,
  webhooks: readonly Webhook[],
) => {
  const isLocal = state.targetId === localTargetId;
  const webhookIds = webhooks.map(({ id }) => id);
  const counts = isLocal ? await control.endpoints.deliveryCounts({ since, webhookIds }) : [];
  const countsOf = byWebhook(counts);
  return {
    of: (id: string): DeliveryCounts | undefined => countsOf.get(id),
    undelivered: isLocal ? await undeliveredProblems(control, state, since, webhooks) : [],
  };
};

/** Counts that are of one moment agree; where deliveries go on, it may take some tries. */
const mostTries = 3;

/**
 * With the attempts by which deliveries succeeded: for an entry, as it takes longer than a look. Without them where nobody
 * tells, or where too much was delivered meanwhile.
 */
export const withLadders = async (
  { control: { endpoints } }: LookParts,
  since: string | undefined,
  observation: SoakObservation,
): Promise<SoakObservation> => {
  const webhookIds = observation.endpoints.flatMap((one) =>
    one.deliveries === undefined ? [] : [one.webhookId],
  );
  if (since === undefined || webhookIds.length === 0) return observation;
  let before = await endpoints.deliveryCounts({ since, webhookIds });
  for (let tries = 0; tries < mostTries; tries++) {
    const ladders = await endpoints.deliveryLadder({ since, webhookIds });
    const after = await endpoints.deliveryCounts({ since, webhookIds });
    if (JSON.stringify(before) === JSON.stringify(after)) return joined(observation, after, ladders);
    before = after;
  }
  return observation;
};

const joined = (
  observation: SoakObservation,
  counts: readonly DeliveryCounts[],
  ladders: readonly DeliveryLadder[],
): SoakObservation => {
  const [countsOf, ladderOf] = [byWebhook(counts), byWebhook(ladders)];
  const endpoints = observation.endpoints.map((one) => {
    const [count, ladder] = [countsOf.get(one.webhookId), ladderOf.get(one.webhookId)];
    if (count === undefined || ladder === undefined) return one;
    const { byAttempt, resent } = ladder;
    return { ...one, deliveries: { ...shownCounts(count), byAttempt: [...byAttempt], resent } };
  });
  return { ...observation, endpoints };
};

const byWebhook = <T extends { readonly webhookId: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.webhookId, one]));

const shownCounts = ({ succeeded, failed, waiting }: DeliveryCounts) => ({ succeeded, failed, waiting });

const undeliveredProblems = async (
  { messages }: LookParts['control'],
  state: CaseState,
  since: string,
  webhooks: readonly Webhook[],
): Promise<SoakProblem[]> => {
  const known = new Set(webhooks.map(({ id }) => id));
  const gone = standingGrant(state)?.result.endpoints.filter(({ webhook }) => !known.has(webhook.id)) ?? [];
  const all = [...webhooks, ...gone.map(({ webhook }) => webhook)];
  const planned = findPlanned(planOf(state)?.plan.endpoints ?? [], all).flatMap(
    ({ planned: { eventTypes, companyId }, webhook }) =>
      webhook === undefined
        ? []
        : [{ webhookId: webhook.id, eventTypes, ...(companyId === undefined ? {} : { companyId }) }],
  );
  if (planned.length === 0) return [];
  // A virtual clock stands still: what was sent in the instant before the soak began bears its time, and is no part of it.
  const after = toIso(Date.parse(since) + 1);
  const { results, complete } = await messages.undelivered({ since: after, endpoints: planned });
  const unread: SoakProblem = {
    id: 'not-readable',
    what: 'There are too many messages since the soak began to compare them all with the plan: only the newest were.',
    count: 1,
  };
  return [
    ...results.map(({ webhookId, eventType, count, example }) => ({
      id: 'legacy-only' as const,
      what: `${formatCount(count, 'message')} of ${eventType} had no delivery, such as ${example.messageId}: only the legacy rules would have sent them.`,
      count,
      webhookId,
    })),
    ...(complete ? [] : [unread]),
  ];
};

/** What recordings of the integrator's consumer showed since the soak began. */
const comparedProblems = ({ comparisons, targetId }: CaseState, soak: Soak | undefined): SoakProblem[] => {
  const last = comparisons.findLast((one) => one.targetId === targetId && one.source !== 'rehearsal');
  if (soak === undefined || last === undefined || last.seq < soak.seq) return [];
  return last.report.findings
    .filter(({ id }) => id === 'missing-occurrence' || id === 'missing-event-type')
    .map(({ what, count }) => ({ id: 'legacy-only' as const, what, count: Math.max(1, count) }));
};
