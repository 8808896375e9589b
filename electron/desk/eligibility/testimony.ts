import type { EligibilityRow, Evidence, Finding, SeenCalls } from '#contract/eligibility.ts';
import { showsAbsence } from './absence.ts';
import { coversCalls } from './judged.ts';
import { definitionOf } from './rows.ts';

/** Which findings were dismissed, and for which row; of calls, which they stood for. */
export type Dismissals = ReadonlyMap<string, { readonly row: string; readonly calls?: SeenCalls }>;

/** What one piece of evidence says about one row, once dismissed findings are left out. */
export interface Testimony {
  readonly evidence: Evidence;
  readonly says: 'present' | 'weak' | 'absent' | 'nothing';
  readonly because: string;
  /** Those that count: strong ones if it says present, weak ones if it says weak. */
  readonly findings: readonly Finding[];
}

export const testify = (row: EligibilityRow, evidence: Evidence, dismissals: Dismissals): Testimony => {
  const statement = evidence.rows.find((one) => one.row === row);
  const ofRow = evidence.findings.filter((finding) => finding.row === row);
  const left = ofRow.filter((finding) => !isDismissed(finding, dismissals));
  const strong = left.filter(({ weak }) => !weak);
  const weak = left.filter((finding) => finding.weak);
  const dismissed = ofRow.length - left.length;
  const cut = isCut(evidence, ofRow.length, statement?.findingCount);
  const stated = statement?.says ?? 'nothing-seen';
  const because = statement?.because ?? '';
  const answer = (says: Testimony['says'], findings: readonly Finding[]): Testimony => ({
    evidence,
    says,
    because: dismissed === 0 ? because : `${because} ${words(dismissed)} dismissed.`.trim(),
    findings,
  });
  if (strong.length > 0 || (stated === 'present' && cut)) return answer('present', strong);
  if (weak.length > 0 || (stated === 'weak' && cut)) return answer('weak', weak);
  if (!definitionOf(row).collectors.includes(evidence.collector)) return answer('nothing', []);
  if (stated === 'absent') return answer('absent', []);
  // A call that somebody explains away is still a call: it never makes its window one without calls.
  const isTraffic = evidence.collector === 'traffic' || evidence.collector === 'live';
  if (dismissed > 0 && !isTraffic && showsAbsence(evidence)) return answer('absent', []);
  return answer('nothing', []);
};

const isDismissed = (finding: Finding, dismissals: Dismissals): boolean => {
  const dismissal = dismissals.get(finding.id);
  return dismissal?.row === finding.row && coversCalls(dismissal.calls, finding);
};

/** What was cut off can't have been dismissed. Where the row's own count is not known, that of all findings is taken. */
const isCut = ({ findingCount, findings }: Evidence, kept: number, ofRow: number | undefined): boolean =>
  ofRow === undefined ? findingCount > findings.length : ofRow > kept;

const words = (count: number): string => (count === 1 ? '1 finding is' : `${count} findings are`);
