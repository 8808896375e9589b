import { parseInstant } from '#base/clock.ts';
import type { EligibilityRow, Evidence } from '#contract/eligibility.ts';
import { otherCalls } from './absence.ts';
import { wouldObserve } from './observes-callers.ts';
import { supportsCheck } from './supports-check.ts';

/** By id, which evidence came later into the record. */
export type RecordOrder = ReadonlyMap<string, number>;

/** The evidence that states a row or has findings of it, in a fixed order, whichever way it came. */
export const evidenceFor = (row: EligibilityRow, all: readonly Evidence[]): Evidence[] =>
  all
    .filter(
      ({ rows, findings }) =>
        rows.some((statement) => statement.row === row) ||
        findings.some((finding) => supportsCheck(finding, row)),
    )
    .sort(byOrigin);

/**
 * What of it counts: what is not superseded by other evidence of the same collector. What supersedes what is told by
 * the evidence itself, and by the record where a clock was wrong, never by the order in which it is given.
 */
export const effective = (speaking: readonly Evidence[], order: RecordOrder): Evidence[] => {
  const all = speaking.map((evidence) => timesOf(evidence, order));
  return all.filter((one) => !all.some((other) => supersedes(other, one))).map(({ evidence }) => evidence);
};

/** Instants in ms, read once. */
interface Times {
  readonly evidence: Evidence;
  readonly at: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Where it stands in the record, if that is known. */
  readonly recorded: number | undefined;
}

const timesOf = (evidence: Evidence, order: RecordOrder): Times => {
  const { from, to } = evidence.read;
  return {
    evidence,
    at: instant(evidence.at),
    from: from === undefined ? undefined : instant(from),
    to: to === undefined ? undefined : instant(to),
    recorded: order.get(evidence.id),
  };
};

const supersedes = (later: Times, earlier: Times): boolean => {
  const { collector, scope } = later.evidence;
  if (collector !== earlier.evidence.collector) return false;
  const isSame = scope === earlier.evidence.scope;
  if (collector === 'source' || collector === 'configuration') return isSame && isNewer(later, earlier);
  if (answersHosts(later, earlier)) return true;
  return isLaterWindow(later, earlier) && (isSame || wouldObserve(later.evidence, earlier.evidence));
};

/** A later scan or reading replaces an earlier one. Where the record says otherwise, a clock was wrong: both count. */
const isNewer = (later: Times, earlier: Times): boolean =>
  later.at > earlier.at && isRecordedAfter(later, earlier);

const isRecordedAfter = (later: Times, earlier: Times): boolean =>
  (later.recorded ?? Number.POSITIVE_INFINITY) >= (earlier.recorded ?? 0);

/** The same logs, of which it was said meanwhile which hosts are this API's. */
const answersHosts = (later: Times, earlier: Times): boolean => {
  const { digest, traffic } = later.evidence;
  const asked = earlier.evidence;
  if (digest === undefined || digest !== asked.digest) return false;
  if (traffic?.named === undefined || asked.traffic === undefined || asked.traffic.named !== undefined)
    return false;
  return later.at >= earlier.at && isRecordedAfter(later, earlier);
};

/**
 * Traffic is different: what was called once stays called, until a window that begins after it shows the application
 * at work.
 */
const isLaterWindow = ({ evidence, from, to }: Times, { to: end }: Times): boolean =>
  from !== undefined &&
  to !== undefined &&
  end !== undefined &&
  from >= end &&
  to > end &&
  otherCalls(evidence) > 0;

const instant = (text: string): number => parseInstant(text, 'at');

const byOrigin = (a: Evidence, b: Evidence): number =>
  compare(a.collector, b.collector) ||
  compare(a.scope, b.scope) ||
  compare(a.at, b.at) ||
  compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
