import type { BinaryWriter } from '#desk/reports/reports.ts';
import { attachedTo } from './attached.ts';
import { layOut } from './layout.ts';
import { typesetPdf } from './typeset-pdf.ts';

/** Pages to print, sign and keep: PDF/A-3a, with the report's CSV and JSON attached. */
export const pdf: BinaryWriter = {
  extension: 'pdf',
  mediaType: 'application/pdf',
  async write(document, { paper = 'a4', charts } = {}) {
    const attached = attachedTo(document);
    const { bytes } = await typesetPdf({
      document: layOut(document, paper, attached, charts),
      attached: [attached.csv, attached.json],
    });
    return bytes;
  },
};
