import { parseInstant } from '#base/clock.ts';
import type { Evidence, Skipped } from '#contract/eligibility.ts';
import { faultsOf } from './test-runs/faults.ts';

/** When the lack of findings shows absence. Source: `docs/reference/rules/eligibility.md#not-found`. */

/** Traffic of at least so many ms may show absence. */
export const absenceWindowMs = 7 * 86_400_000;

/** Skips that may hide a use. They are listed before all others. */
const openSkips: ReadonlySet<string> = new Set([
  'too-large',
  'encoding',
  'unreadable',
  'archive-limit',
  'archive-damaged',
  'link-outside',
  'path-outside',
]);

/**
 * Whether the evidence covers enough to show absence: a scan that read a file, skipped none for its size or encoding and
 * recorded every mention, which older ones did not; a whole test run, which takes a person's word besides; traffic of 7 days or more with other calls to this API; configuration always.
 */
export const showsAbsence = (evidence: Evidence): boolean => {
  const { read, collector } = evidence;
  if (collector === 'configuration') return true;
  if (collector === 'source') {
    return (read.files ?? 0) > 0 && blockingSkips(evidence).length === 0 && evidence.mentions !== undefined;
  }
  if (collector === 'exec') return faultsOf(evidence).length === 0;
  return watchedMs(evidence) >= absenceWindowMs && otherCalls(evidence) > 0;
};

/** What a scan did not read, and may hold a use. */
export const blockingSkips = ({ read }: Evidence): Skipped[] =>
  read.skipped.filter(({ reason }) => openSkips.has(reason));

/** Calls of this API in traffic, besides those of the alerts endpoints that were listed. */
export const otherCalls = ({ read, findings }: Evidence): number => {
  const alerts = findings.reduce((sum, { place }) => sum + (place.kind === 'request' ? place.count : 0), 0);
  return Math.max(0, (read.requests ?? 0) - alerts);
};

/**
 * The time that was observed, in ms: without that in which nobody observed.
 * @param sinceMs only what lies after this instant
 */
export const watchedMs = (
  { read: { from, to, unwatchedMs = 0 } }: Evidence,
  sinceMs = Number.NEGATIVE_INFINITY,
): number =>
  from === undefined || to === undefined
    ? 0
    : parseInstant(to, 'to') - Math.max(parseInstant(from, 'from'), sinceMs) - unwatchedMs;
