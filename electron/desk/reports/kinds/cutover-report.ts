import type { CutoverStage } from '#contract/cutover.ts';
import { stageLabels } from '#contract/cutover-labels.ts';
import { formatList } from '#contract/format.ts';
import type { ReportDocument } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { comparisonOf, planOf } from '#desk/cutover/on-target.ts';
import { type Stage, stagesOf } from '#desk/cutover/stages.ts';
import { eligibilityFacts } from '#desk/eligibility/facts.ts';
import { list, note, section } from '#desk/reports/blocks.ts';
import type { BuildReport } from '#desk/reports/reports.ts';
import { cutoverSections, cutoverSummary } from './cutover.ts';
import { grantTables, requestSection } from './migration.ts';

/**
 * The cutover of a case: plan, parity, verification, soak, rollback, and what of it is open. Source:
 * `docs/reference/rules/cutover.md`.
 */
export const cutoverReport: BuildReport = ({ state }) => {
  const open = openIn(state);
  return {
    title: `Cutover: ${state.integrator}`,
    summary: summaryOf(state, open),
    table: 'cutover-stages',
    sections: [
      section(
        'open',
        'Open',
        ...(open.length === 0
          ? [note('ok', 'Every stage is reached, parity is recorded, and the endpoint doctor was run.')]
          : list(open.map(({ why }) => why))),
      ),
      ...cutoverSections(state, grantTables(state)),
      requestSection(state),
    ],
  };
};

/** What is not done, or did not come out well, at this point of the chain. */
interface Open {
  /** In a list of the summary. */
  readonly name: string;
  /** One sentence. */
  readonly why: string;
}

const summaryOf = (state: CaseState, open: readonly Open[]): ReportDocument['summary'] => {
  const { tone, text } = cutoverSummary(state) ?? { tone: 'warn' as const, text: 'No cutover is planned.' };
  if (open.length === 0) return { tone, text };
  // What is open is said, and no report calls it well.
  const left = `Open: ${formatList(open.map(({ name }) => name))}.`;
  return { tone: tone === 'ok' ? 'warn' : tone, text: `${text} ${left}` };
};

const openIn = (state: CaseState): Open[] => [
  ...stagesOf(state, eligibilityFacts).flatMap(openStage),
  ...withoutParity(state),
  ...(state.doctorRuns.length === 0
    ? [{ name: 'endpoint doctor', why: 'The endpoint doctor was not run.' }]
    : []),
];

const stageNames: Readonly<Record<CutoverStage, string>> = {
  planned: 'plan',
  rehearsed: 'rehearsal',
  requested: 'migration request',
  granted: 'cutover',
  verified: 'verification',
  soak: 'soak',
  completed: 'completion',
};

const openStage = ({ id, reached, why }: Stage): Open[] =>
  reached ? [] : [{ name: stageNames[id], why: `${stageLabels[id]}: ${why.join(' ')}` }];

/** No comparison of any source; what one found, its table and the stages say. */
const withoutParity = (state: CaseState): Open[] => {
  const plan = planOf(state);
  if (plan !== undefined && comparisonOf(state, plan.digest) !== undefined) return [];
  const why =
    plan === undefined
      ? 'No parity is recorded: there is no plan.'
      : 'No parity is recorded for the current plan.';
  return [{ name: 'parity', why }];
};
