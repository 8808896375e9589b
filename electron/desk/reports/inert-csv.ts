import { stringify } from 'csv-stringify/sync';
import type { ReportValue } from '#contract/report.ts';
import { visible } from './visible.ts';

/**
 * A table as CSV: a cell that a spreadsheet would take for a formula begins with an apostrophe, signs that hide are shown,
 * and the mark at the beginning lets it be read as UTF-8.
 */
export const inertCsv = (rows: readonly (readonly (ReportValue | undefined)[])[]): string =>
  stringify(
    rows.map((row) => row.map(cell)),
    { bom: true, escape_formulas: true, record_delimiter: 'windows' },
  );

const cell = (value: ReportValue | undefined): ReportValue | undefined =>
  typeof value === 'string' ? visible(value) : value;
