import { parseInstant } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import type { EligibilityRow, Finding, SeenCalls, SeenFinding } from '#contract/eligibility.ts';

/** A person judges the calls until then: more calls, or later ones, are new. */

const callsOf = ({ place }: Finding): SeenCalls | undefined =>
  place.kind === 'request' ? { count: place.count, last: place.last } : undefined;

/** @param seen the calls that were judged; none where a finding is no call */
export const coversCalls = (seen: SeenCalls | undefined, finding: Finding): boolean => {
  const now = callsOf(finding);
  if (seen === undefined || now === undefined) return true;
  return now.count <= seen.count && parseInstant(now.last, 'last') <= parseInstant(seen.last, 'last');
};

/** Each finding once; of calls that several runs saw, the most and the last. */
export const asSeen = (findings: readonly Finding[]): SeenFinding[] => {
  const seen = new Map<string, SeenFinding>();
  for (const finding of findings) {
    const calls = mostOf(seen.get(finding.id)?.calls, callsOf(finding));
    seen.set(finding.id, { id: finding.id, ...(calls === undefined ? {} : { calls }) });
  }
  return [...seen.values()];
};

interface Dismissal {
  readonly findingId: string;
  readonly row: EligibilityRow;
  readonly reason: string;
}

/** @param same the finding, as each run saw it: its calls until now are judged */
export const dismissalOf = (same: readonly Finding[], about: Dismissal): CaseAction => {
  const calls = asSeen(same)[0]?.calls;
  return { kind: 'finding.dismissed', content: { ...about, ...(calls === undefined ? {} : { calls }) } };
};

const mostOf = (a: SeenCalls | undefined, b: SeenCalls | undefined): SeenCalls | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  const isLater = parseInstant(b.last, 'last') > parseInstant(a.last, 'last');
  return { count: Math.max(a.count, b.count), last: isLater ? b.last : a.last };
};
