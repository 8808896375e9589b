import {
  comparisonSourceLabels,
  parityFaultLabels,
  parityVerdictLabels,
  soakProblemLabels,
} from '#contract/cutover-labels.ts';
import type { ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { isReversedSince, isSoakOver } from '#desk/cutover/on-target.ts';
import { below, column, table, when } from '#desk/reports/blocks.ts';

/** What was compared, watched and rolled back. */

const verdict = {
  words: { ...parityVerdictLabels },
  tones: { holds: 'ok', fails: 'bad', unknown: 'warn' },
} as const;

/** Every comparison, and what the last of each source found. */
export const parityIn = ({ comparisons }: CaseState): ReportTable[] => {
  const last = [...Map.groupBy(comparisons, ({ source }) => source).values()].flatMap(
    (of) => of.at(-1) ?? [],
  );
  return [comparisonsTable(comparisons), differencesTable(last), findingsTable(last)];
};

type Comparisons = CaseState['comparisons'];

const comparisonsTable = (comparisons: Comparisons): ReportTable =>
  table('cutover-comparisons', {
    caption: 'Comparisons of both mechanisms',
    none: 'Both mechanisms were not compared.',
    columns: [
      ...when,
      column('source', 'Source', 'text', { words: { ...comparisonSourceLabels } }),
      below('plan', 'source', 'Plan digest', 'id'),
      column('verdict', 'Result', 'state', verdict),
      below('why', 'verdict', 'Reason'),
      column('both', 'In both', 'integer'),
      column('legacyOnly', 'Legacy only', 'integer'),
      column('newOnly', 'New only', 'integer'),
      column('twice', 'Twice', 'integer'),
    ],
    rows: comparisons.map(({ at, actor, source, planDigest, report }) => ({
      at,
      actor,
      source,
      plan: planDigest,
      verdict: report.verdict,
      ...(report.why.length === 0 ? {} : { why: report.why.join(' ') }),
      ...report.occurrences,
    })),
  });

const kind = { tones: { expected: 'ok', unexplained: 'bad' } } as const;

const differencesTable = (comparisons: Comparisons): ReportTable =>
  table('cutover-differences', {
    caption: 'Differences of the last comparison, by source',
    none: 'No differences.',
    columns: [
      column('property', 'Property'),
      below('source', 'property', 'Source', 'text', { words: { ...comparisonSourceLabels } }),
      column('kind', 'Kind', 'state', kind),
      below('mapping', 'kind', 'Mapping'),
      column('count', 'Count', 'integer'),
      column('legacy', 'Example: legacy'),
      column('new', 'Example: new'),
    ],
    rows: comparisons.flatMap(({ source, report }) =>
      report.differences.map(({ property, kind: is, count, example, mapping }) => ({
        property,
        source,
        kind: is,
        mapping,
        count,
        legacy: example.legacy,
        new: example.new,
      })),
    ),
  });

const findingsTable = (comparisons: Comparisons): ReportTable =>
  table('cutover-findings', {
    caption: 'What is not explained, by the last comparison of each source',
    none: 'Everything is explained.',
    columns: [
      column('id', 'Problem', 'text', { words: { ...parityFaultLabels } }),
      below('source', 'id', 'Source', 'text', { words: { ...comparisonSourceLabels } }),
      column('what', 'Detail'),
      column('count', 'Count', 'integer'),
    ],
    rows: comparisons.flatMap(({ source, report }) =>
      report.findings.map(({ id, what, count }) => ({ id, source, what, count })),
    ),
  });

const soakState = {
  words: { running: 'running', over: 'over' },
  tones: { over: 'ok', running: 'warn' },
} as const;

export const soaksIn = ({ soaks }: CaseState): ReportTable =>
  table('cutover-soaks', {
    caption: 'Soaks, with what their last observation found',
    none: 'No soak.',
    columns: [
      column('at', 'Started', 'instant'),
      below('by', 'at', 'By'),
      column('until', 'Until', 'instant'),
      column('state', 'State', 'state', soakState),
      column('seen', 'Last observation', 'instant'),
      column('problems', 'Problems'),
      below('note', 'problems', 'Note'),
    ],
    rows: soaks.map((soak) => {
      const last = soak.observations.at(-1);
      const problems = last?.problems.map(({ id, what }) => `${soakProblemLabels[id]}: ${what}`) ?? [];
      return {
        at: soak.at,
        by: soak.by,
        until: soak.until,
        state: isSoakOver(soak) ? 'over' : 'running',
        seen: last?.at,
        problems: last === undefined ? 'Not observed.' : problems.join('\n') || 'None.',
        note: soak.note,
      };
    }),
  });

const rollbackState = { tones: { done: 'ok', requested: 'warn' } } as const;

export const rollbacksIn = (state: CaseState): ReportTable =>
  table('cutover-rollbacks', {
    caption: 'Rollbacks',
    none: 'No rollbacks.',
    columns: [
      column('at', 'When', 'instant'),
      below('by', 'at', 'By'),
      column('reason', 'Reason'),
      column('endpoints', 'Endpoints', 'integer'),
      column('state', 'State', 'state', rollbackState),
    ],
    rows: state.rollbacks.map(({ seq, at, by, reason, webhookIds, targetId }) => ({
      at,
      by,
      reason,
      endpoints: webhookIds.length,
      state: isReversedSince({ ...state, targetId }, seq) ? 'done' : 'requested',
    })),
  });
