import type { MappingDocument, MappingRow } from '#contract/mapping.ts';
import type { MappingFormat } from '#contract/mapping-formats.ts';
import { inertCsv } from '#desk/reports/inert-csv.ts';

interface MappingWriter {
  readonly mediaType: string;
  write(document: MappingDocument): string;
}

const columns = [
  'ref',
  'platformKey',
  'status',
  'companyId',
  'connectionId',
  'connectionStatus',
  'name',
  'state',
  'reason',
  'approvedBy',
  'line',
  'importId',
] as const satisfies readonly (keyof MappingRow)[];

/** The mapping in its formats. In CSV each row has the case and the point of its chain; JSON has references as they are. */
export const mappingFiles: Readonly<Record<MappingFormat, MappingWriter>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    write({ rows, case: { id }, point: { seq, digest } }) {
      const point = [id, seq, digest];
      return inertCsv([
        [...columns, 'caseId', 'chainSeq', 'chainDigest'],
        ...rows.map((row) => [...columns.map((key) => row[key]), ...point]),
      ]);
    },
  },
  json: {
    mediaType: 'application/json; charset=utf-8',
    write: (document) => `${JSON.stringify(document, undefined, 1)}\n`,
  },
};
