import type { ReportDocument } from '#contract/report.ts';
import { csv, hasMainTable } from '#desk/reports/formats/csv.ts';
import { json } from '#desk/reports/formats/json.ts';
import type { AttachedFile } from './set-document.ts';

/** CSV only where the main table is not left out. */
export interface AttachedFiles {
  readonly csv?: AttachedFile;
  readonly json: AttachedFile;
}

/** The same bytes as of the formats themselves. */
export const attachedTo = (document: ReportDocument): AttachedFiles => ({
  ...(hasMainTable(document) && {
    csv: {
      name: `${document.kind}.csv`,
      mediaType: 'text/csv',
      description: 'The main table of this report',
      relationship: 'data',
      content: csv.write(document),
    },
  }),
  json: {
    name: `${document.kind}.json`,
    mediaType: 'application/json',
    description: 'This report as JSON: everything that it is made of',
    relationship: 'source',
    content: json.write(document),
  },
});
