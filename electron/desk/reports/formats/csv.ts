import type { ReportDocument, ReportTable } from '#contract/report.ts';
import { inertCsv } from '#desk/reports/inert-csv.ts';
import type { TextWriter } from '#desk/reports/reports.ts';

/** The main table, each row with the case and the point of its chain. */
export const csv: TextWriter = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8; header=present',
  write(document) {
    const { columns, rows } = mainTable(document);
    const { seq, digest } = document.point;
    const point = [document.case.id, seq, digest];
    return inertCsv([
      [...columns.map(({ key }) => key), 'caseId', 'chainSeq', 'chainDigest'],
      ...rows.map((row) => [...columns.map(({ key }) => row[key]), ...point]),
    ]);
  },
};

const mainTable = ({ sections, table }: ReportDocument): ReportTable => {
  for (const { blocks } of sections) {
    for (const block of blocks) if (block.block === 'table' && block.id === table) return block;
  }
  throw new Error(`The report has no table ${table}.`);
};
