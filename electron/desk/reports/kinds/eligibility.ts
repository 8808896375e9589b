import { actionsToShow } from '#contract/actions-to-show.ts';
import {
  type Action,
  type EligibilityRow,
  type EligibilityView,
  eligibilityRows,
  type Verdict,
  type VerdictChange,
} from '#contract/eligibility.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { ReportBlock, ReportDocument, ReportSection, ReportTable, Tone } from '#contract/report.ts';
import { formatRowState, verdictSentences } from '#contract/verdict-labels.ts';
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
  text,
} from '#desk/reports/document.ts';
import { formatInstant } from '#desk/reports/format.ts';
import type { BuildReport } from '#desk/reports/reports.ts';
import { evidenceTable, findingsTable } from './findings.ts';
import { party, rowState } from './labels.ts';
import { dismissedMentionsTable, removedTable, toReviewTable } from './mentions.ts';
import { migrationSections } from './migration.ts';

/** Whether the webhooks may be migrated, and what says so. Source: `docs/reference/rules/eligibility.md#verdict`. */
export const eligibilityReport: BuildReport = ({ state }) => {
  const view = eligibilityView(state);
  return {
    title: `Eligibility for webhook migration: ${state.integrator}`,
    summary: verdictSummary(view.verdict, view.cutOver),
    table: 'rows',
    sections: [
      section('rows', 'The nine checks', facts(['Client id', state.clientId, 'id']), rowsTable(view)),
      section('to-do', 'To do', actionsTable(actionsToShow(view))),
      section('grounds', 'Check by check', text('The reasons of each result, manual answers and overrides.')),
      ...eligibilityRows.map((row) => rowSection(view, row)),
      section('evidence', 'Evidence', evidenceTable(view.evidence), observationsTable(view)),
      section('dismissals', 'Dismissed findings', dismissalsTable(view)),
      section('mentions', 'Mentions in source code', toReviewTable(state), dismissedMentionsTable(state)),
      ...(view.removedEvidence.length === 0
        ? []
        : [section('removed', 'Removed evidence', removedTable(view))]),
      section('history', 'Verdicts on record', historyTable(view)),
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
export const verdictSummary = (
  { state, rows }: Verdict,
  cutOver: string | undefined,
): ReportDocument['summary'] => {
  const [tone, words] =
    state === 'eligible' && cutOver !== undefined
      ? (['ok', `Migrated: the cutover was confirmed ${formatInstant(cutOver)}.`] as const)
      : ([verdictTones[state], `${verdictSentences[state]}.`] as const);
  const blocking = rows.filter(({ blocks }) => blocks).map(({ row }) => definitionOf(row).setup);
  return {
    tone,
    text: blocking.length === 0 ? words : `${words} Blockers: ${formatList(blocking)}.`,
  };
};

const effectLabels = {
  blocks: 'blocker unless not found',
  request: 'carried over on request',
  'may-migrate': 'may migrate; rebuilt elsewhere',
} as const;
const sourceLabels = {
  evidence: 'evidence',
  answer: 'an answer',
  overrule: 'an override',
  nothing: 'nothing yet',
} as const;

const rowsTable = ({ verdict }: EligibilityView): ReportTable =>
  table('rows', {
    caption: 'Checks with result and reason',
    none: 'No checks.',
    columns: [
      column('setup', 'Existing setup'),
      below('effect', 'setup', 'Effect', 'text', { words: { ...effectLabels } }),
      dataColumn('row', 'Check'),
      column('state', 'State', 'state', rowState),
      below('blocks', 'state', 'Effect'),
      column('source', 'Settled by', 'text', { words: { ...sourceLabels } }),
      column('because', 'Because'),
      dataColumn('findings', 'Counted findings', 'integer'),
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
    caption: 'Actions, with who is responsible',
    none: 'Nothing.',
    columns: [
      column('responsible', 'Who', 'text', party),
      column('blocking', 'Needed to migrate', 'state', { tones: { blocks: 'bad' } }),
      column('setup', 'For'),
      column('what', 'What'),
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
      ['State', result?.state, rowState],
      ['Settled by', result?.source, { kind: 'text', words: { ...sourceLabels } }],
      ['Because', result?.because.join('\n') || undefined],
      ['Next step', result?.missing],
    ),
    ...saidBlocks(view, row),
  ];
  if (findings.length > 0) {
    const caption = formatCount(findings.length, 'counted finding');
    blocks.push(findingsTable(`findings-${row}`, caption, findings));
  }
  return subsection(`row-${row}`, definitionOf(row).setup, ...blocks);
};

/** What people said about a row: all of it stays on record, the last answer counts, an overrule counts most. */
const saidBlocks = ({ answers, overrules }: EligibilityView, row: EligibilityRow): ReportBlock[] => [
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
    caption: 'Observations of the application at the local service',
    none: 'No observations.',
    columns: [
      column('name', 'Window'),
      below('caller', 'name', 'Caller'),
      column('from', 'From', 'instant'),
      column('to', 'To', 'instant'),
      column('alerts', 'Calls of alerts endpoints', 'integer'),
      column('others', 'Other calls', 'integer'),
      column('unwatchedMs', 'Not watched', 'duration'),
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
    caption: 'Dismissed findings, with the reason',
    none: 'None dismissed.',
    columns: [
      column('setup', 'Row'),
      column('finding', 'Finding', 'id'),
      below('why', 'finding', 'Recognized as'),
      column('reason', 'Reason'),
      column('at', 'When', 'instant'),
      below('actor', 'at', 'By'),
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
    caption: 'Verdicts, oldest first, with what changed',
    none: 'No verdict recorded.',
    columns: [
      column('at', 'When', 'instant'),
      below('actor', 'at', 'By'),
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
