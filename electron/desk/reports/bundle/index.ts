import type { Signer } from '#base/signing.ts';
import { type BundleManifest, chainName } from '#contract/bundle.ts';
import type { MappingDocument } from '#contract/mapping.ts';
import { mappingFormats } from '#contract/mapping-formats.ts';
import type { ReportDocument, ReportFormat, ReportKind } from '#contract/report.ts';
import type { DigestedEntry } from '#desk/cases/chain-part.ts';
import { type Charts, chartsOf } from '#desk/reports/charts/index.ts';
import { formats } from '#desk/reports/formats/index.ts';
import { writePdfs } from '#desk/reports/formats/pdf/index.ts';
import { mappingFiles } from '#desk/reports/mapping/mapping-files.ts';
import { chainFile } from './chain-file.ts';
import { howToVerify } from './how-to-verify.ts';
import { withManifest } from './manifest.ts';
import { packed } from './pack.ts';

/** Beside PDF. Markdown is for pasting somewhere, not for keeping. */
const textFormats = ['html', 'json', 'csv'] as const satisfies readonly ReportFormat[];

export interface BundleSource {
  readonly head: Pick<BundleManifest, 'product' | 'case' | 'point'>;
  /** In the order that they have in the bundle. */
  readonly documents: ReadonlyMap<ReportKind, ReportDocument>;
  readonly chain: readonly DigestedEntry[];
  /** The result of each row of the token lists; undefined for a case that migrates none. */
  readonly mapping: MappingDocument | undefined;
}

/** The reports of a case, its chain and a signed list of them, as a zip: the same point of the chain gives the same bytes. */
export const bundleOf = async (
  { head, documents, chain, mapping }: BundleSource,
  signer: Signer,
): Promise<Buffer> => {
  const files = new Map<string, Buffer>();
  const drawn: { kind: ReportKind; document: ReportDocument; charts: Charts }[] = [];
  for (const [kind, document] of documents) {
    drawn.push({ kind, document, charts: await chartsOf(document, 'pdf') });
  }
  const pdfs = await writePdfs(drawn);
  drawn.forEach(({ kind, document, charts }, at) => {
    files.set(`${kind}.pdf`, pdfs[at] as Buffer);
    for (const format of textFormats) {
      const { extension, write } = formats[format];
      files.set(`${kind}.${extension}`, Buffer.from(write(document, { charts })));
    }
  });
  for (const format of mapping === undefined ? [] : mappingFormats) {
    files.set(`mapping.${format}`, Buffer.from(mappingFiles[format].write(mapping as MappingDocument)));
  }
  files.set(chainName, Buffer.from(chainFile(head.case.id, chain)));
  files.set('how-to-verify.txt', Buffer.from(howToVerify));
  return packed(withManifest(head, files, signer), head.point.at);
};
