import { formatCount, formatDuration } from '#contract/format.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { Estimate } from '#contract/runbook.ts';
import type { Target } from '#contract/target.ts';
import type { Rehearsed } from './rehearsed.ts';

/**
 * How long a migration takes: calls go out at the pace that the target allows, and the last company is synced when its
 * last data type is complete. Source: `docs/reference/rules/managed-migration.md#steps`, step 2: estimated from the companies and their data.
 */

/** Where nothing was measured; our own convention. Data types of one company are taken one after another. */
const assumed = {
  callsPerCompany: 12,
  mostCallsPerCompany: 40,
  callMs: 500,
  dataTypeMs: 30_000,
  slowDataTypeMs: 10 * 60_000,
} as const;
/** What a measurement on a temporary instance can't know of: calls that are repeated, platforms that are slower than usual. */
const worstFactor = 2;

export interface EstimateInput {
  /** Companies that are not migrated yet, by platform. */
  readonly byPlatform: Readonly<Record<string, number>>;
  readonly target: Pick<Target, 'name' | 'concurrency' | 'perSecond'>;
  readonly catalogue: readonly CatalogueIntegration[];
  readonly rehearsed: Rehearsed | undefined;
}

/** Of the companies of one platform, in ms. */
interface Share {
  readonly calls: number;
  readonly mostCalls: number;
  readonly callMs: number;
  readonly lastMs: number;
  readonly slowLastMs: number;
  readonly basis: string;
}

export const estimateOf = (input: EstimateInput): Estimate => {
  const { byPlatform, target, rehearsed } = input;
  const shares = Object.entries(byPlatform).map(([platformKey, companies]) =>
    shareOf(input, platformKey, companies),
  );
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  const most = (of: (share: Share) => number) =>
    shares.reduce((highest, share) => Math.max(highest, of(share)), 0);
  const calls = sum((share) => share.calls);
  const mostCalls = sum((share) => share.mostCalls);
  const callMs = most((share) => share.callMs);
  const sendingMs = pacedMs(calls, callMs, target);
  const slowSendingMs = pacedMs(mostCalls, callMs, target) * worstFactor;
  const lastMs = most((share) => share.lastMs);
  const slowLastMs = most((share) => share.slowLastMs);
  const likelyMs = Math.ceil(sendingMs + lastMs);
  const worstMs = Math.max(likelyMs, Math.ceil(slowSendingMs + slowLastMs));
  const measured =
    rehearsed !== undefined && Object.keys(byPlatform).some((key) => rehearsed.byPlatform.has(key));
  return {
    companies: Object.values(byPlatform).reduce((total, count) => total + count, 0),
    byPlatform,
    likelyMs,
    worstMs,
    how: [
      ...shares.map(({ basis }) => basis).slice(0, 50),
      `Target "${target.name}": up to ${formatCount(target.concurrency, 'concurrent call')}, ${target.perSecond} per second. ${formatCount(Math.ceil(calls), 'call')}: ${formatDuration(sendingMs)}.`,
      `Likely: ${formatDuration(likelyMs)} (calls ${formatDuration(sendingMs)}, last sync ${formatDuration(lastMs)}).`,
      `At worst: ${formatDuration(worstMs)} (${formatCount(Math.ceil(mostCalls), 'call')}, each sent ${worstFactor} times: ${formatDuration(slowSendingMs)}, last sync ${formatDuration(slowLastMs)}).`,
    ],
    ...(measured ? { rehearsal: rehearsed.runId } : {}),
  };
};

const shareOf = ({ catalogue, rehearsed }: EstimateInput, platformKey: string, companies: number): Share => {
  const integration = catalogue.find((one) => one.platformKey === platformKey);
  const name = integration?.name ?? platformKey;
  const measured = rehearsed?.byPlatform.get(platformKey);
  const which = `${name}: ${formatCount(companies, 'company', 'companies')}`;
  if (measured !== undefined) {
    const { calls, mostCalls, callMs, usualMs, longestMs, middleMs } = measured;
    return {
      calls: companies * calls,
      mostCalls: companies * mostCalls,
      callMs,
      lastMs: usualMs,
      slowLastMs: longestMs * worstFactor,
      basis: `${which}. Rehearsal of ${rehearsed?.at}: median ${formatDuration(middleMs)} · p90 ${formatDuration(usualMs)} · max ${formatDuration(longestMs)} (${formatCount(measured.companies, 'company', 'companies')}), ${calls.toFixed(1)} calls each, max ${mostCalls}.`,
    };
  }
  const dataTypes = Math.max(1, integration?.dataTypes.length ?? 1);
  return {
    calls: companies * assumed.callsPerCompany,
    mostCalls: companies * assumed.mostCallsPerCompany,
    callMs: assumed.callMs,
    lastMs: dataTypes * assumed.dataTypeMs,
    slowLastMs: dataTypes * assumed.slowDataTypeMs,
    basis: `${which}, ${formatCount(dataTypes, 'data type')} each. Not rehearsed: assuming ${assumed.callsPerCompany} calls per company (at worst ${assumed.mostCallsPerCompany}) and ${formatDuration(assumed.dataTypeMs)} per data type (at worst ${formatDuration(assumed.slowDataTypeMs)}). Rehearse for a better estimate.`,
  };
};

/** How long so many calls take at a target's limits, ms. */
const pacedMs = (
  calls: number,
  callMs: number,
  { concurrency, perSecond }: EstimateInput['target'],
): number => Math.max((calls * 1000) / perSecond, (calls * callMs) / concurrency);
