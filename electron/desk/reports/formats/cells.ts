import type { ReportColumn, ReportTable, ReportValue, Tone } from '#contract/report.ts';
import { formatValue } from '#desk/reports/format.ts';

/** A table as a person sees it: what stands under something else shares its cell. */

export interface ShownColumn {
  readonly column: ReportColumn;
  readonly under: readonly ReportColumn[];
}

/** What no row has a value for is left out, but for the first column. */
export const shownColumns = ({ columns, rows }: ReportTable): ShownColumn[] => {
  const used = columns.filter(({ key }) => rows.some((row) => !isEmpty(row[key])));
  return columns
    .filter(({ below, dataOnly }) => below === undefined && dataOnly !== true)
    .map((column) => ({ column, under: used.filter(({ below }) => below === column.key) }))
    .filter(({ column, under }, at) => at === 0 || under.length > 0 || used.includes(column));
};

export type Row = ReportTable['rows'][number];

const isEmpty = (value: ReportValue | undefined): boolean => value === undefined || value === '';

export interface ShownValue {
  readonly column: ReportColumn;
  readonly value: ReportValue;
  readonly words: string;
}

/** What a cell shows, from top to bottom. */
export const shownValues = ({ column, under }: ShownColumn, row: Row): ShownValue[] =>
  [column, ...under].flatMap((one) => {
    const value = row[one.key];
    return value === undefined || isEmpty(value)
      ? []
      : [{ column: one, value, words: formatValue(one, value) }];
  });

export const toneOf = (
  { tones }: { readonly tones?: Readonly<Record<string, Tone>> },
  value: ReportValue,
): Tone | undefined => (tones !== undefined && Object.hasOwn(tones, value) ? tones[value] : undefined);

/** Numbers line up at their right. */
export const isNumber = ({ kind }: Pick<ReportColumn, 'kind'>): boolean =>
  kind === 'integer' || kind === 'duration';
