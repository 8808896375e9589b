import { code, inert, table } from '#base/markdown.ts';
import { formatCount } from '#contract/format.ts';
import type { RunbookEvidence, RunbookStepView } from '#contract/runbook.ts';
import { type Cause, causeLabels } from '#contract/token-causes.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { AgreementRecord, CaseState, CompanyDecision } from '#desk/cases/state.ts';
import type { RunbookFacts } from './finding.ts';
import { byDecision, type DecidedRow } from './not-migrated.ts';
import { type Outcome, outcomesOf, type RunWithResults } from './outcomes.ts';
import { stepViews } from './view.ts';

/** The handover document: a function of the case and the results of its runs. Texts by others are inert in it. */

export const handoverMarkdown = (
  state: CaseState,
  runs: readonly RunWithResults[],
  { notMigrated: rows }: Pick<RunbookFacts, 'notMigrated'>,
): string => {
  const { runbook } = state;
  if (runbook === undefined) throw new Error('There is no handover without a runbook.');
  const { migrated, failures, others, unseen, notMigrated } = outcomesOf(runs, {
    invalid: rows.filter(({ state: is }) => is === 'invalid').length,
  });
  const { accepted, excluded } = byDecision(runbook, rows);
  const steps = stepViews(state, runbook, undefined, resultsByRun(runs));
  const remarks = steps.flatMap((step) =>
    step.remarks.map((remark) => `Step ${step.number}: ${inert(remark)}`),
  );
  const unread = runs.flatMap(({ run, problem }) =>
    problem === undefined ? [] : [`${run.started.kind} of ${run.started.at}: ${inert(problem)}`],
  );
  return `${[
    `# Handover: ${inert(runbook.form.platformName)} connections of ${inert(state.integrator)}`,
    [
      ...caseLines(state, runs),
      `- Migrated: ${formatCount(migrated.length, 'company', 'companies')} · failed: ${failures.length} · not migrated: ${notMigrated}`,
    ].join('\n'),
    '## Steps',
    table(['Step', 'Responsible', 'State', 'Since', 'Due', 'By', 'Evidence'], steps.map(stepCells)),
    ...(remarks.length === 0 ? [] : ['## Remarks', list(remarks, '')]),
    '## Agreements',
    list((runbook.window?.agreements ?? []).map(agreementText), 'None.'),
    '## Runs',
    tableOf(['Run', 'From', 'To', 'By', 'Companies', 'Done', 'Failed', 'Ledger'], runs.map(runCells)),
    ...(unread.length === 0 ? [] : ['These runs have no results and are missing below:', list(unread, '')]),
    '## Migrated companies',
    tableOf(migratedHead, migrated.map(migratedCells)),
    '## Failures',
    failures.length === 0 ? 'None.' : failureText(failures.map(({ company }) => company)),
    '## Accepted failures',
    tableOf(['Ref', 'Company', 'Cause', 'Reason', 'Accepted by', 'At'], accepted.map(acceptedCells)),
    '## Excluded companies',
    tableOf(['Ref', 'Company', 'State', 'Reason', 'Excluded by', 'At'], excluded.map(excludedCells)),
    '## Not migrated',
    ...(notMigrated === 0 ? ['None.'] : []),
    ...(others.length === 0 ? [] : [table(['Ref', 'Company', 'State', 'Why'], others.map(otherCells))]),
    ...(unseen === 0 ? [] : [formatUnseen(unseen)]),
  ].join('\n\n')}\n`;
};

const caseLines = (
  { name, id, updated, revision, digest, targetId, runbook }: CaseState,
  runs: readonly RunWithResults[],
): string[] => [
  `- Case: ${inert(name)} (${code(id)}), as of ${updated}`,
  `- Audit chain: ${formatCount(revision, 'entry', 'entries')}, digest ${code(digest)}`,
  `- Target: ${inert(runs.at(-1)?.run.started.targetName ?? targetId)}`,
  ...(runbook?.window === undefined
    ? []
    : [`- Migration window: ${runbook.window.start} to ${runbook.window.end}`]),
];

const migratedHead = [
  'Ref',
  'Company',
  'Platform',
  'Company id',
  'Connection id',
  'Connection',
  'Data types by final status',
  'Run ended',
];

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? 'None.' : table(head, rows);

const stepCells = (step: RunbookStepView): string[] => [
  `${step.number}. ${step.title}`,
  step.responsible,
  step.overrule !== undefined && step.state === 'overruled'
    ? `overridden: ${inert(step.overrule.reason)}`
    : step.state,
  step.since,
  step.due ?? '',
  inert(step.state === 'overruled' ? (step.overrule?.by ?? '') : (step.doneBy ?? '')),
  [
    ...step.evidence.slice(-listedEvidence).map(evidenceText),
    ...(step.evidence.length > listedEvidence
      ? [`and ${step.evidence.length - listedEvidence} earlier`]
      : []),
  ].join('<br>'),
];

const formatUnseen = (unseen: number): string =>
  `${formatCount(unseen, 'row was', 'rows were')} invalid when imported, and part of no run.`;

const listedEvidence = 10;

const evidenceText = ({ text, by }: RunbookEvidence): string =>
  by === undefined || text.includes(by) ? inert(text) : `${inert(text)} (${inert(by)})`;

const resultsByRun = (runs: readonly RunWithResults[]): ResultsByRun =>
  new Map(runs.map(({ run, ...found }) => [run.started.runId, found]));

const agreementText = ({ party, name, at, quote, attachmentId }: AgreementRecord): string =>
  `${inert(name)} (${party}), ${at}${quote === undefined ? '' : `: “${inert(quote)}”`}${attachmentId === undefined ? '' : `, attachment ${code(attachmentId)}`}`;

const runCells = ({ run: { started, ended } }: RunWithResults): string[] => [
  started.kind,
  started.at,
  ended?.at ?? '',
  inert(started.actor),
  String(ended?.counts.rows ?? ''),
  String(ended?.counts.done ?? ''),
  String(ended?.counts.failed ?? ''),
  code((ended?.ledger.digest ?? '').slice(0, 16)),
];

const nameCells = ({ ref = '', name = '' }: CompanyResult): string[] => [inert(ref), inert(name)];

const migratedCells = ({ company, ended }: Outcome): string[] => [
  ...nameCells(company),
  company.platformKey ?? '',
  company.companyId ?? '',
  company.connectionId ?? '',
  company.connectionStatus ?? '',
  Object.entries(company.datasets)
    .map(([status, count]) => `${count} ${inert(status)}`)
    .join(', '),
  ended,
];

const otherCells = ({ company }: Outcome): string[] => [
  ...nameCells(company),
  company.state,
  inert(company.held ?? company.message ?? company.note ?? ''),
];

const decisionCells = ({ by, reason, at, actor }: CompanyDecision): string[] => [
  inert(reason),
  by === actor ? inert(by) : `${inert(by)} (recorded by ${inert(actor)})`,
  at,
];
const rowCells = ({ ref, line, name = '' }: DecidedRow): string[] => [
  inert(ref ?? `line ${line}`),
  inert(name),
];
const acceptedCells = (row: DecidedRow): string[] => [
  ...rowCells(row),
  row.cause === undefined ? '' : causeLabels[row.cause].title,
  ...decisionCells(row.decision),
];
const excludedCells = (row: DecidedRow): string[] => [
  ...rowCells(row),
  row.state,
  ...decisionCells(row.decision),
];

const failureText = (failures: readonly CompanyResult[]): string =>
  [...Map.groupBy(failures, ({ cause }) => cause)]
    .map(([cause, companies]) => {
      const label = cause === undefined ? undefined : causeLabels[cause as Cause];
      return [
        `### ${label?.title ?? 'Without a cause'} (${companies.length})`,
        ...(label === undefined
          ? []
          : [`${label.meaning} ${label.action} Responsible: ${label.responsible}.`]),
        table(
          ['Ref', 'Company', 'Step', 'Message'],
          companies.map((company) => [
            ...nameCells(company),
            company.step ?? '',
            inert(company.message ?? ''),
          ]),
        ),
      ].join('\n\n');
    })
    .join('\n\n');

const list = (lines: readonly string[], otherwise: string): string =>
  lines.length === 0 ? otherwise : lines.map((line) => `- ${line}`).join('\n');
