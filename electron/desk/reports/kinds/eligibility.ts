import { actionsToShow } from '#contract/actions-to-show.ts';
import {
  type Action,
  type EligibilityRow,
  type EligibilityView,
  eligibilityRows,
  type Verdict,
  type VerdictChange,
} from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import type { ReportBlock, ReportDocument, ReportSection, ReportTable, Tone } from '#contract/report.ts';
import { formatRowState, verdictTitle } from '#contract/verdict-labels.ts';
import { definitionOf } from '#desk/eligibility/check-definitions.ts';
import { eligibilityView } from '#desk/eligibility/view.ts';
import {
  below,
  column,
  dataColumn,
  facts,
  note,
  quote,
  section,
  subsection,
  table,
  when,
} from '#desk/reports/blocks.ts';
import { formatInstant } from '#desk/reports/format.ts';
import type { BuildReport } from '#desk/reports/reports.ts';
import { evidenceTable, findingsTable } from './findings.ts';
import { party, rowState } from './labels.ts';
import { dismissedMentionsTable, removedTable, toReviewTable } from './mentions.ts';
import { migrationSections } from './migration.ts';
import { testRunTables } from './test-runs.ts';

/** Verdict and evidence of a webhook migration. Source: `docs/reference/rules/eligibility.md#verdict`. */
export const eligibilityReport: BuildReport = ({ state }) => {
  const view = eligibilityView(state);
  return {
    title: `Eligibility for webhook migration: ${state.integrator}`,
    summary: verdictSummary(view.verdict, view.cutOver),
    table: 'rows',
    sections: [
      section('rows', 'The nine checks', facts(['Client id', state.clientId, 'id']), rowsTable(view)),
      section('to-do', 'To do', actionsTable(actionsToShow(view))),
      section('grounds', 'Checks in detail'),
      ...eligibilityRows.map((row) => rowSection(view, row)),
      section(
        'evidence',
        'Evidence',
        evidenceTable(view.evidence),
        ...testRunTables(view),
        observationsTable(view),
      ),
      section('dismissals', 'Dismissed findings', dismissalsTable(view)),
      section('mentions', 'Mentions in source code', toReviewTable(state), dismissedMentionsTable(state)),
      ...(view.removedEvidence.length === 0
        ? []
        : [section('removed', 'Removed evidence', removedTable(view))]),
      section('history', 'Verdicts', historyTable(view)),
      ...migrationSections(state),
    ],
  };
};

const verdictTones: Readonly<Record<Verdict['state'], Tone>> = {
  eligible: 'ok',
  blocked: 'bad',
  undetermined: 'warn',
};

/** @param cutOver since when the migration is confirmed */
export const verdictSummary = (verdict: Verdict, cutOver: string | undefined): ReportDocument['summary'] => {
  const { state, rows } = verdict;
  const [tone, words] =
    state === 'eligible' && cutOver !== undefined
      ? (['ok', `Migrated: the cutover was confirmed ${formatInstant(cutOver)}.`] as const)
      : ([verdictTones[state], `${verdictTitle(verdict)}.`] as const);
  const blocking = rows.flatMap(({ row, state: found, blocks }) =>
    blocks ? [`${definitionOf(row).setup}: ${formatRowState(found)}`] : [],
  );
  return { tone, text: blocking.length === 0 ? words : `${words} ${blocking.join('; ')}.` };
};

const effectLabels = {
  blocks: 'must not be found',
  request: 'carried over on request',
  'may-migrate': 'may migrate; rebuilt elsewhere',
} as const;
const sourceLabels = {
  evidence: 'evidence',
  answer: 'manual answer',
  overrule: 'override',
  nothing: 'none',
} as const;

const rowsTable = ({ verdict }: EligibilityView): ReportTable =>
  table('rows', {
    caption: 'Checks by result',
    none: 'No checks.',
    columns: [
      column('setup', 'Check'),
      below('effect', 'setup', 'Effect', 'text', { words: { ...effectLabels } }),
      dataColumn('row', 'Check'),
      column('state', 'Result', 'state', rowState),
      below('blocks', 'state', 'Blocker', 'text', { words: { blocks: 'blocker' } }),
      column('source', 'Source', 'text', { words: { ...sourceLabels } }),
      column('because', 'Reason'),
      dataColumn('findings', 'Findings', 'integer'),
      dataColumn('missing', 'Next step'),
    ],
    rows: verdict.rows.map(({ row, state, blocks, source, because, findings, missing }) => ({
      row,
      setup: definitionOf(row).setup,
      effect: definitionOf(row).effect,
      state,
      blocks: blocks ? 'blocks' : undefined,
      source,
      because: [...because, ...(missing === undefined ? [] : [missing])].join('\n'),
      findings: findings.length,
      missing,
    })),
  });

const actionsTable = (actions: readonly Action[]): ReportTable =>
  table('actions', {
    caption: 'Actions by responsible party',
    none: 'No actions.',
    columns: [
      column('responsible', 'Responsible', 'text', party),
      column('blocking', 'Blocker', 'state', { tones: { blocks: 'bad' }, words: { blocks: 'yes' } }),
      column('setup', 'Check'),
      column('what', 'Action'),
      dataColumn('row', 'Check'),
    ],
    rows: actions.map(({ row, responsible, blocking, what }) => ({
      row,
      responsible,
      blocking: blocking ? 'blocks' : undefined,
      setup: definitionOf(row).setup,
      what,
    })),
  });

const rowSection = (view: EligibilityView, row: EligibilityRow): ReportSection => {
  const result = view.verdict.rows.find((one) => one.row === row);
  const counted = new Set(result?.findings);
  const findings = view.findings.filter(({ id }) => counted.has(id));
  const blocks: ReportBlock[] = [
    facts(
      ['Result', result?.state, rowState],
      ['Source', result?.source, { kind: 'text', words: { ...sourceLabels } }],
      ['Reason', result?.because.join('\n') || undefined],
      ['Next step', result?.missing],
    ),
    ...manualBlocks(view, row),
  ];
  if (findings.length > 0) {
    const caption = formatCount(findings.length, 'finding');
    blocks.push(findingsTable(`findings-${row}`, caption, findings));
  }
  return subsection(`row-${row}`, definitionOf(row).setup, ...blocks);
};

/** Answers and overrides: all stay on record; the last answer counts, an override counts most. */
const manualBlocks = ({ answers, overrules }: EligibilityView, row: EligibilityRow): ReportBlock[] => [
  ...answers
    .filter((answer) => answer.row === row)
    .map(({ state, by, note: said, at, actor }) =>
      quote(said, `Answered: ${formatRowState(state)}, by ${by}, ${formatInstant(at)}, recorded by ${actor}`),
    ),
  ...overrules
    .filter((overrule) => overrule.row === row)
    .flatMap(({ state, by, reason, at, actor }) => [
      note('warn', `Overridden by ${by}: ${formatRowState(state)}, against the evidence.`),
      quote(reason, `${by}, ${formatInstant(at)}, recorded by ${actor}`),
    ]),
];

const observationsTable = ({ observations }: EligibilityView): ReportTable =>
  table('observations', {
    caption: 'Observations on the local service',
    none: 'No observations.',
    columns: [
      column('name', 'Observation'),
      below('caller', 'name', 'Caller'),
      column('from', 'From', 'instant'),
      column('to', 'To', 'instant'),
      column('alerts', 'Calls to alerts endpoints', 'integer'),
      column('others', 'Other calls', 'integer'),
      column('unwatchedMs', 'Not observed', 'duration'),
    ],
    rows: observations.map(({ name, caller, from, to, calls, otherCalls, unwatchedMs }) => ({
      name,
      caller,
      from,
      to,
      alerts: calls.reduce((sum, { count }) => sum + count, 0),
      others: otherCalls,
      unwatchedMs,
    })),
  });

const dismissalsTable = ({ dismissals }: EligibilityView): ReportTable =>
  table('dismissals', {
    caption: 'Dismissed findings',
    none: 'No dismissed findings.',
    columns: [
      column('setup', 'Check'),
      column('finding', 'Finding', 'id'),
      below('why', 'finding', 'Recognized as'),
      column('reason', 'Reason'),
      ...when,
    ],
    rows: dismissals.map(({ row, findingId, finding, reason, at, actor }) => ({
      setup: definitionOf(row).setup,
      finding: findingId,
      why: finding?.why,
      reason,
      at,
      actor,
    })),
  });

const historyTable = ({ history }: EligibilityView): ReportTable =>
  table('verdicts', {
    caption: 'Verdicts, oldest first',
    none: 'No verdict recorded.',
    columns: [
      ...when,
      column('state', 'Verdict', 'state', {
        tones: { eligible: 'ok', blocked: 'bad', undetermined: 'warn' },
      }),
      column('change', 'Change'),
    ],
    rows: history.map(({ at, actor, state, change }) => ({ at, actor, state, change: formatChange(change) })),
  });

const formatChange = (change: VerdictChange | undefined): string | undefined => {
  if (change === undefined) return undefined;
  const { rows, gone, appeared } = change;
  return [
    ...rows.map(
      ({ row, from, to }) => `${definitionOf(row).setup}: ${formatRowState(from)} → ${formatRowState(to)}`,
    ),
    ...(gone.length === 0 ? [] : [`${formatCount(gone.length, 'finding')} gone`]),
    ...(appeared.length === 0 ? [] : [`${formatCount(appeared.length, 'new finding')}`]),
  ].join('\n');
};
