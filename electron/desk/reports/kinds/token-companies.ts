import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportColumn, ReportTable } from '#contract/report.ts';
import { type Cause, causeLabels, causes } from '#contract/token-causes.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import { below, column, dataColumn, ours, table, text } from '#desk/reports/blocks.ts';
import { median } from '#desk/reports/format.ts';
import { causeTitles, companyState, partyLabels } from './labels.ts';
import { tableIds } from './table-ids.ts';
import { formatTypes } from './token-data-types.ts';
import { byPlatform, datasetsOf, isHeld, summed, type TokenPicture, tallyOf } from './token-picture.ts';

/** Tables of companies and datasets. */

const company: readonly ReportColumn[] = [
  column('ref', 'Company', 'text'),
  below('name', 'ref', 'Name'),
  column('platformKey', 'Platform'),
];
const cause: Partial<ReportColumn> = { words: { ...causeTitles } };

export const companiesTable = (companies: readonly CompanyResult[], none: string): ReportTable =>
  table('companies', {
    caption: `${formatCount(companies.length, 'company', 'companies')}, in the order of the import`,
    none,
    wide: true,
    columns: [
      ...company,
      column('state', 'State', 'state', companyState),
      below('held', 'state', 'Held'),
      below('note', 'state', 'Note'),
      column('cause', 'Cause', 'text', cause),
      below('step', 'cause', 'Step'),
      below('message', 'cause', 'Message'),
      column('datasets', 'Datasets complete'),
      below('otherDatasets', 'datasets', 'Other datasets'),
      below('failedTypes', 'datasets', 'Failed data types'),
      dataColumn('datasetsAll', 'Datasets expected', 'integer'),
      dataColumn('datasetsComplete', 'Datasets complete', 'integer'),
      dataColumn('datasetsFailed', 'Datasets failed', 'integer'),
      dataColumn('dataTypes', 'Data types expected'),
      column('calls', 'Calls', 'integer'),
      below('durationMs', 'calls', 'Duration', 'duration'),
      column('companyId', 'Ids', 'id'),
      below('connectionId', 'companyId', 'Connection', 'id'),
      dataColumn('connectionStatus', 'Connection status'),
      dataColumn('companyOrigin', 'Origin of the company'),
      dataColumn('connectionOrigin', 'Origin of the connection'),
      dataColumn('callMs', 'Time in calls', 'duration'),
      dataColumn('correlationId', 'Correlation id', 'id'),
      dataColumn('line', 'Line of the import', 'integer'),
    ],
    rows: companies.map((one) => ({
      ...one,
      ref: nameOf(one),
      behaviour: undefined,
      ...formatDataset(one),
      ...formatTypes(one),
      datasetsAll: datasetsOf(one).all,
      datasetsComplete: datasetsOf(one).complete,
      datasetsFailed: datasetsOf(one).failed,
    })),
  });

/** A row without a ref is found by its line. */
const nameOf = ({ ref, line }: CompanyResult): string => ref ?? `line ${line}`;

const formatDataset = (one: CompanyResult): Record<'datasets' | 'otherDatasets', string | undefined> => {
  const { complete, all } = datasetsOf(one);
  const others = summed([one.datasets])
    .filter(([status]) => status !== 'Complete')
    .map(([status, count]) => `${count} ${status}`);
  return {
    datasets: all === 0 ? undefined : `${complete} of ${all}`,
    otherDatasets: others.length === 0 ? undefined : others.join('\n'),
  };
};

export const causesTable = (companies: readonly CompanyResult[]): ReportTable => {
  const counts = new Map<Cause, number>();
  for (const { cause: one } of companies) if (one !== undefined) counts.set(one, (counts.get(one) ?? 0) + 1);
  return table(tableIds.causes, {
    caption: 'Causes with next step',
    none: 'No failed or invalid companies.',
    columns: [
      column('title', 'Cause', 'text', ours),
      dataColumn('cause', 'Cause'),
      column('companies', 'Companies', 'integer'),
      column('meaning', 'Meaning', 'text', ours),
      column('action', 'Action', 'text', ours),
      column('responsible', 'Responsible', 'text', { words: { ...partyLabels } }),
      column('passing', 'Retry', 'text', ours),
    ],
    rows: causes
      .filter((one) => counts.has(one))
      .map((one) => ({
        cause: one,
        companies: counts.get(one),
        ...causeLabels[one],
        passing: causeLabels[one].passing ? 'may help' : 'does not help',
      })),
  });
};

export const failuresTable = (companies: readonly CompanyResult[]): ReportTable =>
  table('failures', {
    caption: 'Failed and invalid companies',
    none: 'No failed or invalid companies.',
    columns: [
      ...company,
      column('state', 'State', 'state', companyState),
      below('step', 'state', 'Step'),
      column('cause', 'Cause', 'text', cause),
      column('message', 'Message'),
      below('correlationId', 'message', 'Correlation id', 'id'),
    ],
    rows: companies
      .filter(({ state }) => state === 'failed' || state === 'invalid')
      .map((one) => {
        const { name, platformKey, state, step, cause: why, message, correlationId } = one;
        return { ref: nameOf(one), name, platformKey, state, step, cause: why, message, correlationId };
      }),
  });

type Left = Pick<TokenPicture, 'companies' | 'excluded'>;

export const heldTable = ({ companies, excluded }: Left): ReportTable =>
  table('held-back', {
    caption: 'Held companies',
    none: 'No held companies.',
    columns: [...company, column('held', 'Reason'), below('cause', 'held', 'Cause', 'text', cause)],
    rows: companies
      .filter((one) => isHeld(one) && !excluded.has(one))
      .map((one) => {
        const { name, platformKey, held, cause: why } = one;
        return { ref: nameOf(one), name, platformKey, held, cause: why };
      }),
  });

export const platformsTable = ({ companies, excluded }: Left): ReportTable =>
  table('platforms', {
    caption: 'By platform',
    none: 'No companies.',
    columns: [
      column('platformKey', 'Platform'),
      column('companies', 'Companies', 'integer'),
      column('migrated', 'Migrated', 'integer'),
      column('failed', 'Failed', 'integer'),
      column('stopped', 'Invalid', 'integer'),
      column('excluded', 'Excluded', 'integer'),
      column('held', 'Held', 'integer'),
      column('open', 'Open', 'integer'),
      column('undone', 'Undone', 'integer'),
      column('calls', 'Calls', 'integer'),
      column('medianMs', 'Median duration', 'duration'),
    ],
    rows: byPlatform(companies).map(([platformKey, some]) => {
      const { all, ...tally } = tallyOf({ companies: some, excluded });
      const times = some.flatMap(({ durationMs }) => durationMs ?? []);
      return {
        platformKey,
        companies: all,
        ...tally,
        calls: some.reduce((sum, { calls }) => sum + calls, 0),
        medianMs: median(times),
      };
    }),
  });

export const datasetsTable = (companies: readonly CompanyResult[]): ReportTable =>
  table('datasets', {
    caption: 'Datasets by final status',
    none: 'No datasets synced.',
    columns: [
      column('status', 'Status', 'state', { tones: { Complete: 'ok' } }),
      column('datasets', 'Datasets', 'integer'),
      column('companies', 'Companies', 'integer'),
    ],
    rows: summed(companies.map(({ datasets }) => datasets)).map(([status, datasets]) => ({
      status,
      datasets,
      companies: companies.filter((one) => (one.datasets[status] ?? 0) > 0).length,
    })),
  });

/** How many were created by the migration: an undo deletes those alone. */
export const originsText = (companies: readonly CompanyResult[]): ReportBlock[] => {
  const used = (key: 'companyOrigin' | 'connectionOrigin'): string =>
    formatList(
      summed(companies.flatMap(({ [key]: origin }) => (origin === undefined ? [] : [{ [origin]: 1 }]))).map(
        ([origin, count]) => `${formatNumber(count)} ${origin}`,
      ),
    );
  const [made, connected] = [used('companyOrigin'), used('connectionOrigin')];
  if (made === '') return [];
  const connections = connected === '' ? '' : `; connections: ${connected}`;
  return [text(`Companies on the target: ${made}${connections}. Found and given ones existed before.`)];
};
