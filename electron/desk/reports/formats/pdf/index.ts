import type { Paper, ReportDocument } from '#contract/report.ts';
import { inZone } from '#desk/reports/arrange.ts';
import type { Charts } from '#desk/reports/charts/index.ts';
import type { BinaryWriter } from '#desk/reports/reports.ts';
import { attachedTo } from './attached.ts';
import { layOut } from './layout.ts';
import { typesetPdfs } from './typeset-pdf.ts';
import type { TypesetJob } from './typesetter/job.ts';

/** Pages to print, sign and keep: PDF/A-3a, with the report's CSV and JSON attached. */
export const pdf: BinaryWriter = {
  extension: 'pdf',
  mediaType: 'application/pdf',
  async write(document, { paper = 'a4', charts, zone } = {}) {
    const [file] = (await typesetPdfs([jobOf(document, paper, charts, zone)])).files;
    return file as Buffer;
  },
};

/** Several reports, which one process sets in the time of little more than one. */
export const writePdfs = async (
  documents: readonly { readonly document: ReportDocument; readonly charts: Charts }[],
): Promise<readonly Buffer[]> => {
  const jobs = documents.map(({ document, charts }) => jobOf(document, 'a4', charts));
  return jobs.length === 0 ? [] : (await typesetPdfs(jobs)).files;
};

export const jobOf = (document: ReportDocument, paper: Paper, charts?: Charts, zone?: string): TypesetJob => {
  const files = attachedTo(document);
  return {
    document: layOut(inZone(document, zone), paper, files, charts),
    attached: [...(files.csv === undefined ? [] : [files.csv]), files.json],
  };
};
