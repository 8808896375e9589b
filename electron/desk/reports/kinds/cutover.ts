import { cutoverStateLabels, planSummary, shortEventTypes, stageLabels } from '#contract/cutover-labels.ts';
import type { ReportDocument, ReportSection, ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { type FrozenPlan, planOf } from '#desk/cutover/on-target.ts';
import { stagesOf, stateOf } from '#desk/cutover/stages.ts';
import { eligibilityFacts } from '#desk/eligibility/facts.ts';
import { below, column, facts, section, subsection, table, text } from '#desk/reports/blocks.ts';
import { parityIn, rollbacksIn, soaksIn } from './cutover-course.ts';
import { deliveryLadder } from './delivery-ladder.ts';
import { doctorIn } from './doctor.ts';
import { party } from './labels.ts';
import { tableIds } from './table-ids.ts';

/** The cutover of a case: plan, parity, what was done and seen. @param made grants and verifications */
export const cutoverSections = (state: CaseState, made: readonly ReportTable[]): ReportSection[] => {
  const plan = planOf(state);
  const stages = stagesOf(state, eligibilityFacts);
  return [
    section(
      'cutover',
      'Cutover',
      facts(
        ['State', cutoverStateLabels[stateOf(state, stages)]],
        ['Plan digest', plan?.digest, 'id'],
        ['Frozen', plan?.at, 'instant'],
        ['Frozen by', plan?.actor],
      ),
      stagesTable(stages),
    ),
    subsection('cutover-plan', 'Plan', ...planBlocks(plan)),
    subsection('cutover-parity', 'Parity', ...parityIn(state)),
    subsection('grants', 'Grants and verifications', ...made),
    subsection(
      'cutover-soak',
      'Soak',
      soaksIn(state),
      ...(state.soaks.length === 0 ? [] : deliveryLadder(state)),
    ),
    subsection('cutover-rollbacks', 'Rollbacks', rollbacksIn(state)),
    subsection('doctor', 'Endpoint doctor', ...doctorIn(state)),
  ];
};

/** In one sentence; undefined as long as nothing was planned or granted. */
export const cutoverSummary = (state: CaseState): ReportDocument['summary'] | undefined => {
  const stages = stagesOf(state, eligibilityFacts);
  const is = stateOf(state, stages);
  const plan = planOf(state);
  if (is === 'none' && plan === undefined) return undefined;
  const open = stages.find(({ reached }) => !reached);
  const missing = open === undefined ? '' : ` ${stageLabels[open.id]}: ${open.why.join(' ')}`;
  const planned = plan === undefined ? '' : ` ${planSummary(plan.plan)}`;
  return { tone: open === undefined ? 'ok' : 'warn', text: `${cutoverStateLabels[is]}.${planned}${missing}` };
};

const reached = { words: { yes: 'reached', no: 'open' }, tones: { yes: 'ok', no: 'warn' } } as const;

const stagesTable = (stages: ReturnType<typeof stagesOf>): ReportTable =>
  table(tableIds.stages, {
    caption: 'Stages',
    none: 'No stages.',
    columns: [
      column('stage', 'Stage'),
      below('why', 'stage', 'Reason'),
      column('responsible', 'Responsible', 'text', party),
      column('reached', 'State', 'state', reached),
      column('at', 'Since', 'instant'),
    ],
    rows: stages.map(({ id, reached: isReached, responsible, at, why }) => ({
      stage: stageLabels[id],
      ...(why.length === 0 ? {} : { why: why.join(' ') }),
      responsible,
      reached: isReached ? 'yes' : 'no',
      at,
    })),
  });

const planBlocks = (frozen: FrozenPlan | undefined) =>
  frozen === undefined
    ? [text('No plan is frozen.')]
    : [text(planSummary(frozen.plan)), conflictsTable(frozen), endpointsTable(frozen), rulesTable(frozen)];

const conflictsTable = ({ plan }: FrozenPlan): ReportTable =>
  table('cutover-conflicts', {
    caption: 'Header conflicts',
    none: 'No header has two different values.',
    columns: [
      column('header', 'Header'),
      column('values', 'Values'),
      column('use', 'Decision'),
      below('by', 'use', 'By'),
    ],
    rows: plan.conflicts.map(({ header, values, use = 'not decided', by }) => ({
      header,
      values: values.map(({ source, masked }) => `${source}: ${masked}`).join('\n'),
      use,
      by,
    })),
  });

const endpointsTable = ({ plan }: FrozenPlan): ReportTable => {
  const types = new Map(plan.rules.map(({ ruleId, type }) => [ruleId, type]));
  return table('cutover-endpoints', {
    caption: 'Endpoints: today and after the cutover',
    none: 'No rule has a webhook.',
    columns: [
      column('url', 'URL', 'id'),
      below('company', 'url', 'Company', 'id'),
      column('today', 'Today: rules'),
      column('after', 'After: event types'),
      column('headers', 'Headers, values masked'),
    ],
    rows: plan.endpoints.map(({ url, companyId = 'all companies', fromRules, eventTypes, headers }) => ({
      url,
      company: companyId,
      today: fromRules.map((id) => `${types.get(id) ?? ''} (${id})`).join('\n'),
      after: shortEventTypes(eventTypes).join('\n'),
      headers: headers.map(({ name, source, masked }) => `${name}: ${masked} (${source})`).join('\n'),
    })),
  });
};

const rulesTable = ({ plan }: FrozenPlan): ReportTable =>
  table('cutover-rules', {
    caption: 'Rules: conditions, properties and emails',
    none: 'No rules.',
    columns: [
      column('type', 'Rule type'),
      below('ruleId', 'type', 'Rule', 'id'),
      column('conditions', 'Lost conditions'),
      column('renamed', 'Renamed'),
      column('dropped', 'Dropped'),
      column('emails', 'Emails to rebuild'),
    ],
    rows: plan.rules.map(({ type, ruleId, conditionsLost, renamed, dropped, emails }) => ({
      type,
      ruleId,
      conditions: conditionsLost.map(({ condition, check }) => `${condition} Check: ${check}`).join('\n'),
      renamed: renamed.map(({ from, to }) => `${from} → ${to}`).join('\n'),
      dropped: dropped.join('\n'),
      emails: emails.join('\n'),
    })),
  });
