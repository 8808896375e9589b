import type { EligibilityRow, Evidence, Finding, SeenCalls } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { showsAbsence } from './absence.ts';
import { definitionOf } from './check-definitions.ts';
import { type DismissedMentions, openMentions } from './open-mentions.ts';
import { coversCalls } from './seen-calls.ts';
import { supportsCheck } from './supports-check.ts';
import { type Coverages, coverageClause, coversAll } from './test-runs/coverage.ts';

/** Dismissed findings, each with its check; of calls, those that it stood for. */
export type Dismissals = ReadonlyMap<string, { readonly row: string; readonly calls?: SeenCalls }>;

/** What one piece of evidence says about one check, without what was dismissed. */
export interface Assessment {
  readonly evidence: Evidence;
  readonly says: 'present' | 'weak' | 'absent' | 'nothing';
  readonly because: string;
  /** Those that count: strong ones if it says present, weak ones if it says weak. */
  readonly findings: readonly Finding[];
  /** Mentions in source code to review. */
  readonly toReview: number;
  /** Of source code, from before mentions were recorded. */
  readonly isOutdated: boolean;
}

/** What people decided about evidence. */
export interface Decisions {
  readonly dismissals: Dismissals;
  readonly dismissedMentions: DismissedMentions;
  readonly coverages: Coverages;
}

export const assess = (
  row: EligibilityRow,
  evidence: Evidence,
  { dismissals, dismissedMentions, coverages }: Decisions,
): Assessment => {
  const statement = evidence.rows.find((one) => one.row === row);
  const ofRow = evidence.findings.filter((finding) => supportsCheck(finding, row));
  const left = ofRow.filter((finding) => !isDismissed(finding, dismissals));
  const mentions = openMentions(evidence, row, dismissedMentions);
  const isScan = evidence.collector === 'source' && definitionOf(row).collectors.includes('source');
  const isOutdated = isScan && evidence.mentions === undefined;
  const because = [
    statement?.because ?? '',
    ...dismissedClause(ofRow.length - left.length, 'finding'),
    ...dismissedClause(mentions.dismissed, 'mention'),
    ...(isOutdated ? ['Mentions were not recorded.'] : []),
    ...coverageClause(evidence, coverages),
  ].join(' ');
  const result = (says: Assessment['says'], findings: readonly Finding[] = []): Assessment => ({
    evidence,
    says,
    because: because.trim(),
    findings,
    toReview: mentions.open,
    isOutdated,
  });
  const seen = fromFindings(row, evidence, left, ofRow.length);
  if (seen !== undefined) return result(seen.says, seen.findings);
  if (!definitionOf(row).collectors.includes(evidence.collector)) return result('nothing');
  if (isOutdated || mentions.open > 0) return result('nothing');
  if (evidence.collector === 'exec') {
    return result(ofRow.length === 0 && coversAll(evidence, coverages) ? 'absent' : 'nothing');
  }
  const dismissed = ofRow.length - left.length + mentions.dismissed;
  const isAbsent = statement?.says === 'absent' || isSettledByPeople(evidence, dismissed);
  return result(isAbsent ? 'absent' : 'nothing');
};

/** A dismissed call is still a call: traffic with it never shows absence. */
const isSettledByPeople = (evidence: Evidence, dismissed: number): boolean => {
  const isTraffic = evidence.collector === 'traffic' || evidence.collector === 'live';
  return dismissed > 0 && !isTraffic && showsAbsence(evidence);
};

/** What the findings that are left say; undefined if there are none. */
const fromFindings = (
  row: EligibilityRow,
  evidence: Evidence,
  left: readonly Finding[],
  all: number,
): Pick<Assessment, 'says' | 'findings'> | undefined => {
  const statement = evidence.rows.find((one) => one.row === row);
  const cut = isCut(evidence, all, statement?.findingCount);
  // The profile and a person decide where an auth header is set: code only shows that one is used.
  const decides = ({ kind, weak }: Finding): boolean => !weak && kind !== 'authorization-check';
  const strong = left.filter(decides);
  const weak = left.filter((finding) => !decides(finding));
  if (strong.length > 0 || (statement?.says === 'present' && cut))
    return { says: 'present', findings: strong };
  if (weak.length > 0 || (statement?.says === 'weak' && cut)) return { says: 'weak', findings: weak };
  return undefined;
};

const isDismissed = (finding: Finding, dismissals: Dismissals): boolean => {
  const dismissal = dismissals.get(finding.id);
  return dismissal?.row === finding.row && coversCalls(dismissal.calls, finding);
};

/** What was cut off can't have been dismissed. Where the check's own count is unknown, that of all findings is used. */
const isCut = ({ findingCount, findings }: Evidence, kept: number, ofRow: number | undefined): boolean =>
  ofRow === undefined ? findingCount > findings.length : ofRow > kept;

const dismissedClause = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${formatCount(count, what)} ${count === 1 ? 'is' : 'are'} dismissed.`];
