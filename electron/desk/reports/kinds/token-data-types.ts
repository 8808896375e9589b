import { formatCount } from '#contract/format.ts';
import type { ReportBlock } from '#contract/report.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import { column, note, table } from '#desk/reports/blocks.ts';
import { compare, datasetsOf, fateOf, isFailedStatus } from './token-picture.ts';

/** Datasets by data type: expected, complete, failed. */

/** So many are listed, though all of a company failed. */
const fewTypes = 4;

/** Names of data types, as far as the results have them. */
export const formatTypes = ({
  dataTypes,
}: CompanyResult): Record<'dataTypes' | 'failedTypes', string | undefined> => {
  if (dataTypes === undefined) return { dataTypes: undefined, failedTypes: undefined };
  const all = Object.values(dataTypes).flat();
  const failed = summedEntries(dataTypes).filter(([status]) => isFailedStatus(status));
  return {
    dataTypes: all.sort(compare).join('\n'),
    failedTypes: failed
      .map(
        ([status, types]) =>
          `${status}: ${all.length > fewTypes && types.length === all.length ? `all ${all.length}` : types.join(', ')}`,
      )
      .join('\n'),
  };
};

const summedEntries = (byStatus: NonNullable<CompanyResult['dataTypes']>) =>
  Object.entries(byStatus).sort(([a], [b]) => compare(a, b));

/** By data type, over all companies. */
export const dataTypesTable = (companies: readonly CompanyResult[]): ReportBlock[] => {
  const totals = new Map<
    string,
    Record<'expected' | 'complete' | 'notSupported' | 'failed' | 'running', number>
  >();
  for (const { dataTypes = {} } of companies) {
    for (const [status, types] of Object.entries(dataTypes)) {
      for (const type of types) {
        const total = totals.get(type) ?? {
          expected: 0,
          complete: 0,
          notSupported: 0,
          failed: 0,
          running: 0,
        };
        total.expected += 1;
        total[fateOf(status)] += 1;
        totals.set(type, total);
      }
    }
  }
  const unnamed = companies.filter((one) => one.dataTypes === undefined && datasetsOf(one).all > 0).length;
  const none = companies.every((one) => datasetsOf(one).all === 0);
  if (none) return [];
  return [
    table('data-types', {
      caption: 'Datasets by data type: expected, complete, failed',
      none: 'The results do not name data types.',
      columns: [
        column('dataType', 'Data type', 'id'),
        column('expected', 'Expected', 'integer'),
        column('complete', 'Complete', 'integer'),
        column('failed', 'Failed', 'integer'),
        column('notSupported', 'Not supported', 'integer'),
        column('running', 'Not ended', 'integer'),
      ],
      rows: [...totals]
        .sort(([a], [b]) => compare(a, b))
        .map(([dataType, total]) => ({ dataType, ...total })),
    }),
    ...(unnamed === 0
      ? []
      : [
          note(
            'warn',
            `The results of ${formatCount(unnamed, 'company', 'companies')} count datasets without naming data types, and are not in this table.`,
          ),
        ]),
  ];
};
