import type { Signer } from '#base/signing.ts';
import { type BundleManifest, chainName } from '#contract/bundle.ts';
import type { MappingDocument } from '#contract/mapping.ts';
import { mappingFormats } from '#contract/mapping-formats.ts';
import type { ReportDocument, ReportFormat, ReportKind } from '#contract/report.ts';
import type { DigestedEntry } from '#desk/cases/chain-part.ts';
import { chartsOf } from '#desk/reports/charts/index.ts';
import { formats } from '#desk/reports/formats/index.ts';
import { mappingFiles } from '#desk/reports/mapping/mapping-files.ts';
import type { ReportWriter } from '#desk/reports/reports.ts';
import { chainFile } from './chain-file.ts';
import { howToVerify } from './how-to-verify.ts';
import { withManifest } from './manifest.ts';
import { packed } from './pack.ts';

/** Markdown is for pasting somewhere, not for keeping. */
const bundledFormats = ['pdf', 'html', 'json', 'csv'] as const satisfies readonly ReportFormat[];

export interface BundleSource {
  readonly head: Pick<BundleManifest, 'product' | 'case' | 'point'>;
  /** In the order that they have in the bundle. */
  readonly documents: ReadonlyMap<ReportKind, ReportDocument>;
  readonly chain: readonly DigestedEntry[];
  /** What became of each row of the token lists; undefined for a case that migrates none. */
  readonly mapping: MappingDocument | undefined;
}

/** The reports of a case, its chain and a signed list of them, as a zip: the same point of the chain gives the same bytes. */
export const bundleOf = async (
  { head, documents, chain, mapping }: BundleSource,
  signer: Signer,
): Promise<Buffer> => {
  const files = new Map<string, Buffer>();
  for (const [kind, document] of documents) {
    const charts = await chartsOf(document, 'html');
    for (const format of bundledFormats) {
      const { extension, write }: ReportWriter = formats[format];
      files.set(`${kind}.${extension}`, Buffer.from(await write(document, { charts })));
    }
  }
  for (const format of mapping === undefined ? [] : mappingFormats) {
    files.set(`mapping.${format}`, Buffer.from(mappingFiles[format].write(mapping as MappingDocument)));
  }
  files.set(chainName, Buffer.from(chainFile(head.case.id, chain)));
  files.set('how-to-verify.txt', Buffer.from(howToVerify));
  return packed(withManifest(head, files, signer), head.point.at);
};
