import { parseInstant } from '#base/clock.ts';
import type { EligibilityRow, Evidence } from '#contract/eligibility.ts';
import { otherCalls } from './absence.ts';
import { wouldObserve } from './observes-callers.ts';
import { supportsCheck } from './supports-check.ts';
import { faultsOf } from './test-runs/faults.ts';

/** By id, the place of evidence in the record. */
export type RecordOrder = ReadonlyMap<string, number>;

/** The evidence with a statement or findings for a check, in a fixed order. */
export const evidenceFor = (row: EligibilityRow, all: readonly Evidence[]): Evidence[] =>
  all
    .filter(
      ({ rows, findings }) =>
        rows.some((statement) => statement.row === row) ||
        findings.some((finding) => supportsCheck(finding, row)),
    )
    .sort(byOrigin);

/**
 * The current evidence: what no other evidence of the same collector replaces. That follows from the evidence itself,
 * and from the record where a clock was wrong, never from the order in which it is given.
 */
export const effective = (evidence: readonly Evidence[], order: RecordOrder): Evidence[] => {
  const all = evidence.map((one) => timesOf(one, order));
  return all.filter((one) => !all.some((other) => replaces(other, one))).map(({ evidence }) => evidence);
};

/** Instants in ms, read once. */
interface Times {
  readonly evidence: Evidence;
  readonly at: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Its place in the record, if known. */
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

const replaces = (later: Times, earlier: Times): boolean => {
  const { collector, scope } = later.evidence;
  if (collector !== earlier.evidence.collector) return false;
  const isSame = scope === earlier.evidence.scope;
  if (collector === 'source' || collector === 'configuration') return isSame && isNewer(later, earlier);
  if (collector === 'exec') return isSame && isLaterRun(later, earlier);
  if (answersHosts(later, earlier)) return true;
  return isLaterWindow(later, earlier) && (isSame || wouldObserve(later.evidence, earlier.evidence));
};

/** A later scan or reading replaces an earlier one. Where the record says otherwise, a clock was wrong: both count. */
const isNewer = (later: Times, earlier: Times): boolean =>
  later.at > earlier.at && isRecordedAfter(later, earlier);

const isRecordedAfter = (later: Times, earlier: Times): boolean =>
  (later.recorded ?? Number.POSITIVE_INFINITY) >= (earlier.recorded ?? 0);

/** A run that shows less than it could, such as a failed one, replaces none but what was read before it had ended. */
const isLaterRun = ({ evidence, from }: Times, earlier: Times): boolean => {
  const { testRun } = earlier.evidence;
  if (testRun?.end === undefined && evidence.testRun?.end !== undefined) {
    if (testRun?.run === evidence.testRun.run) return true;
  }
  const end = earlier.to ?? earlier.from;
  return from !== undefined && end !== undefined && from > end && faultsOf(evidence).length === 0;
};

/** The same logs, with this API's hosts named since. */
const answersHosts = (later: Times, earlier: Times): boolean => {
  const { digest, traffic } = later.evidence;
  const asked = earlier.evidence;
  if (digest === undefined || digest !== asked.digest) return false;
  if (traffic?.named === undefined || asked.traffic === undefined || asked.traffic.named !== undefined)
    return false;
  return later.at >= earlier.at && isRecordedAfter(later, earlier);
};

/**
 * Of traffic, a call counts until a later period shows the application at work.
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
