import { CatalogueError } from '#contract/errors.ts';
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

/** @throws CatalogueError `report.tableLeftOut` */
const mainTable = (document: ReportDocument): ReportTable => {
  const found = findMainTable(document);
  if (found === undefined) throw new CatalogueError('report.tableLeftOut');
  return found;
};

const findMainTable = ({ sections, table }: ReportDocument): ReportTable | undefined => {
  for (const { blocks } of sections) {
    for (const block of blocks) if (block.block === 'table' && block.id === table) return block;
  }
  return undefined;
};

/** Not of a document whose section with it is left out. */
export const hasMainTable = (document: ReportDocument): boolean => findMainTable(document) !== undefined;
