import type { Paper, ReportDocument } from '#contract/report.ts';
import type { Charts } from '#desk/reports/charts/index.ts';
import type { BinaryWriter, DrawnOptions } from '#desk/reports/reports.ts';
import { attachedTo } from './attached.ts';
import { layOut } from './layout.ts';
import { typesetPdfs } from './typeset-pdf.ts';
import type { TypesetJob } from './typesetter/job.ts';

/** Pages to print, sign and keep: PDF/A-3a, with the report's CSV and JSON attached. */
export const pdf: BinaryWriter = {
  extension: 'pdf',
  mediaType: 'application/pdf',
  async write(document, { paper = 'a4', signal, ...options } = {}) {
    const [file] = (await typesetPdfs([jobOf(document, paper, options)], { signal })).files;
    return file as Buffer;
  },
};

/** Several reports, which one process sets in the time of little more than one. */
export const writePdfs = async (
  documents: readonly { readonly document: ReportDocument; readonly charts: Charts }[],
): Promise<readonly Buffer[]> => {
  const jobs = documents.map(({ document, charts }) => jobOf(document, 'a4', { charts }));
  return jobs.length === 0 ? [] : (await typesetPdfs(jobs)).files;
};

export const jobOf = (
  document: ReportDocument,
  paper: Paper,
  { source = document, ...drawn }: Omit<DrawnOptions, 'paper' | 'signal'> = {},
): TypesetJob => {
  const files = attachedTo(source);
  return {
    document: layOut(document, paper, files, drawn),
    attached: [...(files.csv === undefined ? [] : [files.csv]), files.json],
  };
};
