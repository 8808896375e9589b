import { formatList } from '#contract/format.ts';
import type { ReportBlock, ReportDocument, ReportSection, ReportTable } from '#contract/report.ts';
import { type RunbookStep, runbookStepLabels, runbookSteps } from '#contract/runbook.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import {
  below,
  column,
  dataColumn,
  facts,
  list,
  note,
  ours,
  quote,
  section,
  subsection,
  table,
} from '#desk/reports/blocks.ts';
import { formatInstant } from '#desk/reports/format.ts';
import type { BuildReport, ReportSource } from '#desk/reports/reports.ts';
import { type StepStatus, statusOf } from '#desk/tokens/managed/status.ts';
import { caseStepId } from '#desk/tokens/managed/steps.ts';
import { causesChart, progressChart } from './charts.ts';
import { party, partyLabels, stepState } from './labels.ts';
import { handoverSection, scheduleSection, supplySection } from './managed-parts.ts';
import { replacedBlocks } from './managed-replaced.ts';
import { syncingSection } from './managed-syncing.ts';
import { reconciliationSection } from './reconciliation.ts';
import { sampleSection } from './sample.ts';
import { causesTable } from './token-companies.ts';
import { pictureOf, type TokenPicture, tallyOf } from './token-picture.ts';
import { runsTable } from './token-runs.ts';
import { tallyFigures, tokensSummary } from './tokens.ts';

/** The six steps of a managed migration. Source: `docs/reference/rules/managed-migration.md#steps`. */
export const managedReport: BuildReport = (source) => {
  const { state } = source;
  const title = `Managed migration: ${state.integrator}`;
  const summary = managedSummary(source);
  const { runbook } = state;
  if (runbook === undefined) {
    const none = stepsTable(state, []);
    return { title, summary, table: none.id, sections: [section('steps', 'The six steps', none)] };
  }
  const steps = statusOf(state, runbook, undefined, source.results);
  const picture = pictureOf(source);
  const { tone = 'warn', text: words } = tokensSummary(state, picture);
  return {
    title: `${title}, ${runbook.form.platformName}`,
    summary,
    table: 'steps',
    sections: [
      section(
        'steps',
        'The six steps',
        facts(
          ['Platform', `${runbook.form.platformName} (${runbook.form.platformKey})`],
          ['Opened', runbook.since.at, 'instant'],
          ['By', runbook.since.actor],
        ),
        stepsTable(state, steps),
      ),
      section('step-by-step', 'Steps in detail'),
      ...steps.map((step) => stepSection(state, runbook, step, picture)),
      supplySection(runbook),
      scheduleSection(state, runbook),
      syncingSection(source, runbook, picture.companies),
      section(
        'companies',
        'Company summary',
        note(tone, words),
        ...tallyFigures(tallyOf(picture)),
        ...progressChart(picture.runs),
        ...causesChart(picture.companies),
        causesTable(picture.companies),
        runsTable(picture.runs),
      ),
      reconciliationSection(state, picture.accounts),
      sampleSection(state),
      handoverSection(
        state,
        runbook,
        steps.find(({ id }) => id === 'complete'),
      ),
    ],
  };
};

export const managedSummary = ({ state }: Pick<ReportSource, 'state'>): ReportDocument['summary'] => {
  if (state.runbook === undefined) return { text: 'This case has no managed migration.' };
  const steps = statusOf(state, state.runbook);
  const done = steps.filter((step) => step.state === 'done').length;
  const overruled = steps.filter((step) => step.state === 'overruled');
  const next = steps.find((step) => step.state === 'open');
  const parts = [
    `${done} of ${steps.length} steps done.`,
    ...(overruled.length === 0 ? [] : [`Overridden: ${formatList(overruled.map(({ id }) => nameOf(id)))}.`]),
    ...(next === undefined
      ? []
      : [`Next: ${nameOf(next.id)} (${partyLabels[runbookStepLabels[next.id].responsible].toLowerCase()}).`]),
  ];
  const accepted = next === undefined ? (steps.at(-1)?.remarks ?? []) : [];
  parts.push(...accepted);
  const isWell = next === undefined && accepted.length === 0;
  const tone = overruled.length > 0 ? 'bad' : isWell ? 'ok' : 'warn';
  return { tone, text: parts.join(' ') };
};

const numberOf = (id: RunbookStep): number => runbookSteps.indexOf(id) + 1;
const nameOf = (id: RunbookStep): string => `step ${numberOf(id)}, "${runbookStepLabels[id].title}"`;

const caseStep = ({ steps }: CaseState, id: RunbookStep) => steps.find((step) => step.id === caseStepId(id));

const stepsTable = (state: CaseState, steps: readonly StepStatus[]): ReportTable =>
  table('steps', {
    caption: 'Steps',
    none: 'This case has no managed migration. Platforms without a standard process need the solutions engineer of the integrator.',
    columns: [
      column('number', 'Step', 'integer'),
      column('title', 'Title', 'text', ours),
      dataColumn('doneWhen', 'Requirement'),
      dataColumn('id', 'Step'),
      column('responsible', 'Responsible', 'text', party),
      column('state', 'State', 'state', stepState),
      column('since', 'Since', 'instant'),
      column('due', 'Due', 'instant'),
      column('doneAt', 'Done', 'instant'),
      below('doneBy', 'doneAt', 'By'),
      column('missing', 'Missing', 'text', ours),
    ],
    rows: steps.map(({ id, state: is, doneAt, doneBy, missing }) => ({
      number: numberOf(id),
      ...runbookStepLabels[id],
      id,
      responsible: caseStep(state, id)?.responsible ?? runbookStepLabels[id].responsible,
      state: is,
      since: caseStep(state, id)?.since,
      due: caseStep(state, id)?.due,
      ...(is === 'done' ? { doneAt, doneBy } : {}),
      missing: missing.join('\n'),
    })),
  });

const stepSection = (
  state: CaseState,
  runbook: RunbookState,
  { id, state: is, evidence, missing, remarks = [], doneAt, doneBy }: StepStatus,
  { companies }: TokenPicture,
): ReportSection => {
  const step = caseStep(state, id);
  const done = is === 'done';
  const names = new Map(state.attachments.map((one) => [one.id, one.name]));
  return subsection(
    `step-${id}`,
    `Step ${numberOf(id)}: ${runbookStepLabels[id].title}`,
    facts(
      ['Responsible', step?.responsible ?? runbookStepLabels[id].responsible, party],
      ['State', is, stepState],
      ['Since', step?.since, 'instant'],
      ['Due', step?.due, 'instant'],
      ['Done', done ? doneAt : undefined, 'instant'],
      ['Done by', done ? doneBy : undefined],
      ['Requirement', runbookStepLabels[id].doneWhen, { kind: 'text', ours: true }],
    ),
    ...overrideBlocks(runbook, id),
    ...(id === 'disable-syncing' ? replacedBlocks(companies, runbook) : []),
    ...(missing.length === 0 ? [] : [note('warn', missing.join('\n'))]),
    ...list(remarks),
    table(`evidence-${id}`, {
      caption: 'Evidence',
      none: 'No evidence.',
      columns: [
        column('at', 'When', 'instant'),
        below('by', 'at', 'By'),
        column('text', 'Evidence'),
        column('attachment', 'Attachment'),
        dataColumn('attachmentId', 'Attachment', 'id'),
      ],
      rows: evidence.map((one) => ({
        ...one,
        attachment:
          one.attachmentId === undefined
            ? undefined
            : (names.get(one.attachmentId) ?? 'removed from the case'),
      })),
    }),
  );
};

const overrideBlocks = ({ overrides }: RunbookState, id: RunbookStep): ReportBlock[] => {
  const override = overrides.get(id);
  if (override === undefined) return [];
  const { by, reason, at, actor } = override;
  return [
    note('bad', `Requirement not met, overridden by ${by}.`),
    quote(reason, `${by}, ${formatInstant(at)}, recorded by ${actor}`),
  ];
};
