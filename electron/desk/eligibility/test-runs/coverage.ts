import { parseInstant } from '#base/clock.ts';
import type { CoverageRequest, Evidence } from '#contract/eligibility.ts';
import { formatInstant } from '#contract/format.ts';
import { faultsOf } from './faults.ts';

/** What a person stated of a test run, and when. */
export interface Coverage extends CoverageRequest {
  readonly at: string;
}

/** By evidence. */
export type Coverages = ReadonlyMap<string, Coverage>;

const dayMs = 86_400_000;
/** An application is changed: who confirms later than so many days after the run speaks of another one. */
export const coverageDays = 30;

/** Whether a person confirmed, soon enough, that a run without a fault covers every call. */
export const coversAll = (evidence: Evidence, coverages: Coverages): boolean => {
  const coverage = coverages.get(evidence.id);
  return coverage?.confirmed === true && !isLate(evidence, coverage) && faultsOf(evidence).length === 0;
};

const isLate = ({ testRun }: Evidence, { at }: Coverage): boolean => {
  const end = testRun?.end?.at;
  return end === undefined || parseInstant(at, 'at') - parseInstant(end, 'at') > coverageDays * dayMs;
};

/** What was stated of the coverage, for the reasons of a result. */
export const coverageClause = (evidence: Evidence, coverages: Coverages): string[] => {
  const coverage = coverages.get(evidence.id);
  if (evidence.collector !== 'exec' || coverage === undefined) return [];
  const { by, at, confirmed, coverage: text } = coverage;
  const said = `The suite covers: ${text}`;
  if (!confirmed) return [`${said} (stated by ${by}, not confirmed).`];
  const late = isLate(evidence, coverage)
    ? ` This does not count: it was confirmed more than ${coverageDays} days after the run.`
    : '';
  return [
    `${said} (${by} confirmed ${formatInstant(at)} that nothing else of the integration calls this API).${late}`,
  ];
};
