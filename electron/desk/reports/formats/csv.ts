import { stringify } from 'csv-stringify/sync';
import type { ReportDocument, ReportTable, ReportValue } from '#contract/report.ts';
import type { TextWriter } from '#desk/reports/reports.ts';
import { visible } from '#desk/reports/visible.ts';

/**
 * The main table, each row with the case and the point of its chain. A cell that a spreadsheet would take for a formula
 * begins with an apostrophe; the mark at the beginning lets it read UTF-8.
 */
export const csv: TextWriter = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8; header=present',
  write(document) {
    const { columns, rows } = mainTable(document);
    const { seq, digest } = document.point;
    const point = [document.case.id, seq, digest];
    return stringify(
      [
        [...columns.map(({ key }) => key), 'caseId', 'chainSeq', 'chainDigest'],
        ...rows.map((row) => [...columns.map(({ key }) => cell(row[key])), ...point]),
      ],
      { bom: true, escape_formulas: true, record_delimiter: 'windows' },
    );
  },
};

const mainTable = ({ sections, table }: ReportDocument): ReportTable => {
  for (const { blocks } of sections) {
    for (const block of blocks) if (block.block === 'table' && block.id === table) return block;
  }
  throw new Error(`The report has no table ${table}.`);
};

const cell = (value: ReportValue | undefined): ReportValue | undefined =>
  typeof value === 'string' ? visible(value) : value;
