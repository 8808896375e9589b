import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportSection, ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { below, column, dataColumn, figures, note, section, table, text } from '#desk/reports/blocks.ts';
import type { AccountedRow, OpenReason } from '#desk/tokens/reconciliation/parts.ts';
import type { Counts, ImportCounts, Reconciliation } from '#desk/tokens/reconciliation/reconcile.ts';
import { companyState } from './labels.ts';
import { tableIds } from './table-ids.ts';

/** Every source row accounted for. Source: `docs/reference/rules/tokens.md#reconciliation`. */

export const reconciliationSection = (state: CaseState, found: Reconciliation): ReportSection => {
  if (found.total.source === 0) return section('reconciliation', 'Reconciliation', text('No rows imported.'));
  return section(
    'reconciliation',
    'Reconciliation',
    totalFigures(found.total),
    note(found.isWhole ? 'ok' : 'warn', `${formatEquation(found.total)}${formatOpen(found)}`),
    ...uncertainties(state, found).map((words) => note('warn', words)),
    importsTable(found),
    exclusionsTable(found),
  );
};

const totalFigures = ({ source, migrated, failed, excluded, held, open }: Counts): ReportBlock =>
  figures(
    ['Source rows', source],
    ['Migrated', migrated, 'ok'],
    ['Failed', failed, failed > 0 ? 'bad' : undefined],
    ['Excluded', excluded],
    ['Held', held, held > 0 ? 'warn' : undefined],
    ['Open', open, open > 0 ? 'warn' : undefined],
  );

/** `9 source rows = 6 migrated + 2 failed + 1 excluded + 0 held.`; with open rows, the sum beside what it should be. */
export const formatEquation = ({ source, migrated, failed, excluded, held, open }: Counts): string => {
  const parts = (
    [
      [migrated, 'migrated'],
      [failed, 'failed'],
      [excluded, 'excluded'],
      [held, 'held'],
    ] as const
  ).map(([count, called]) => `${formatNumber(count)} ${called}`);
  const rows = `${formatCount(source, 'source row')}`;
  return open === 0
    ? `${rows} = ${parts.join(' + ')}.`
    : `${rows} ≠ ${parts.join(' + ')} = ${formatNumber(source - open)}.`;
};

export const openReasonLabels: Readonly<Record<OpenReason, string>> = {
  'not-run': 'not run yet',
  'no-results': 'not in the results of a run yet',
  'not-ended': 'begun, end not on record',
  undone: 'undone',
  'not-verified': 'done, verification not on record',
  gone: 'missing or unlinked on the target since',
  differs: 'different when a sample was read back since',
};

export const formatOpen = ({ total, open }: Pick<Reconciliation, 'total' | 'open'>): string => {
  if (total.open === 0) return '';
  const why = [...open].map(([reason, count]) => `${formatNumber(count)} ${openReasonLabels[reason]}`);
  return ` Open: ${formatCount(total.open, 'row')} (${formatList(why)}).`;
};

const unverified: readonly OpenReason[] = ['not-verified', 'gone', 'differs'];

/** Rows that a run says are done, and that do not count as migrated; undefined for none. */
export const unverifiedText = ({ open }: Pick<Reconciliation, 'open'>): string | undefined => {
  const found = [...open].filter(([reason]) => unverified.includes(reason));
  const count = found.reduce((sum, [, rows]) => sum + rows, 0);
  if (count === 0) return undefined;
  const why = found.map(([reason, rows]) => `${formatNumber(rows)} ${openReasonLabels[reason]}`);
  return `Not counted as migrated in the reconciliation: ${formatCount(count, 'row')} (${formatList(why)}).`;
};

/** Why the figures may not be the last word. */
const uncertainties = (
  { tokenRuns }: CaseState,
  { since, restatedSince, isOtherTarget, unsure, last, total }: Reconciliation,
): string[] => {
  const numbers = since.map((run) => String(tokenRuns.indexOf(run) + 1));
  return [
    ...(since.length === 0
      ? []
      : [
          `Open: the results of run ${formatList(numbers)} are not on record, so rows may have changed since these figures.`,
        ]),
    ...(restatedSince === 0
      ? []
      : [
          `Open: ${formatCount(restatedSince, 'row was', 'rows were')} imported again since the last run, and counted as that run left them.`,
        ]),
    ...(isOtherTarget
      ? [
          `Open: these figures are of the target "${last?.run.started.targetName}"; the case has another one now.`,
        ]
      : []),
    ...(unsure === 'imports'
      ? [
          `An earlier version of Carryover recorded an import without saying how many rows it replaced: up to ${formatCount(total.source, 'source row')}.`,
        ]
      : []),
    ...(unsure === 'results' ? ['The results have more rows than the imports on record.'] : []),
  ];
};

const importsTable = ({ byImport, total }: Reconciliation): ReportTable =>
  table('reconciliation', {
    caption: 'Source rows by import: migrated + failed + excluded + held',
    none: 'No imports.',
    columns: [
      column('name', 'Import'),
      below('at', 'name', 'Imported', 'instant'),
      below('actor', 'name', 'By'),
      dataColumn('importId', 'Import', 'id'),
      column('rows', 'Rows of the list', 'integer'),
      column('elsewhere', 'Counted with another import', 'integer'),
      column('source', 'Source rows', 'integer'),
      column('migrated', 'Migrated', 'integer'),
      column('failed', 'Failed', 'integer'),
      column('excluded', 'Excluded', 'integer'),
      column('held', 'Held', 'integer'),
      column('open', 'Open', 'integer'),
      column('sum', 'Sum', 'state', {
        words: { whole: 'adds up', open: 'open' },
        tones: { whole: 'ok', open: 'warn' },
      }),
    ],
    rows: [...byImport.map(importRow), { name: 'All imports', ...total, sum: sumOf(total) }],
  });

const sumOf = ({ open }: Counts): string => (open === 0 ? 'whole' : 'open');

const importRow = ({ imports, counts }: ImportCounts) => {
  const [only] = imports;
  const rows = imports.reduce((sum, one) => sum + one.rows, 0);
  return {
    name: imports.length === 0 ? 'Import not on record' : imports.map(({ name }) => name).join('\n'),
    ...(imports.length === 1 && only !== undefined
      ? { at: only.at, actor: only.actor, importId: only.importId }
      : {}),
    ...(imports.length === 0 ? {} : { rows, elsewhere: rows - counts.source }),
    ...counts,
    sum: sumOf(counts),
  };
};

const exclusionsTable = ({ exclusions }: Reconciliation): ReportTable =>
  table(tableIds.exclusions, {
    caption: 'Excluded rows, each with its approval',
    none: 'No excluded rows.',
    columns: [
      column('ref', 'Company'),
      below('name', 'ref', 'Name'),
      column('platformKey', 'Platform'),
      column('state', 'State', 'state', companyState),
      column('reason', 'Reason'),
      column('by', 'Approved by'),
      below('actor', 'by', 'Recorded by'),
      column('at', 'When', 'instant'),
      dataColumn('seq', 'Entry', 'integer'),
    ],
    rows: exclusions.map(({ company: { ref, line, name, platformKey, state }, decision }) => ({
      ref: ref ?? `line ${line}`,
      name,
      platformKey,
      state,
      ...approval(decision),
    })),
  });

const approval = (decision: AccountedRow['decision']) =>
  decision === undefined
    ? { by: 'no approver on record' }
    : {
        reason: decision.reason,
        by: decision.by,
        actor: decision.actor === decision.by ? undefined : decision.actor,
        at: decision.at,
        seq: decision.seq,
      };
