import type { ReportKind } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** Whether a case has anything on record that a kind of report is about. */
const isOnRecord: Readonly<Record<ReportKind, (state: CaseState) => boolean>> = {
  case: () => true,
  eligibility: ({ parts, verdicts }) => parts.includes('webhooks') || verdicts.length > 0,
  cutover: ({ plans, grants }) => plans.length > 0 || grants.length > 0,
  doctor: ({ doctorRuns }) => doctorRuns.length > 0,
  tokens: ({ parts, tokenImports }) => parts.includes('tokens') || tokenImports.length > 0,
  managed: ({ runbook }) => runbook !== undefined,
};

/** The kinds that a bundle of a case holds, the case as a whole first. */
export const bundledKinds = (state: CaseState): ReportKind[] =>
  (Object.keys(isOnRecord) as ReportKind[]).filter((kind) => isOnRecord[kind](state));
