import type { Signer } from '#base/signing.ts';
import { type BundleManifest, chainName } from '#contract/bundle.ts';
import type { ReportDocument, ReportFormat, ReportKind } from '#contract/report.ts';
import type { DigestedEntry } from '#desk/cases/chain-part.ts';
import { formats } from '#desk/reports/formats/index.ts';
import { chainFile } from './chain-file.ts';
import { howToVerify } from './how-to-verify.ts';
import { withManifest } from './manifest.ts';
import { packed } from './pack.ts';

/** Markdown is for pasting somewhere, not for keeping. */
const bundledFormats = ['html', 'json', 'csv'] as const satisfies readonly ReportFormat[];

export interface BundleSource {
  readonly head: Pick<BundleManifest, 'product' | 'case' | 'point'>;
  /** In the order that they have in the bundle. */
  readonly documents: ReadonlyMap<ReportKind, ReportDocument>;
  readonly chain: readonly DigestedEntry[];
}

/** The reports of a case, its chain and a signed list of them, as a zip: the same point of the chain gives the same bytes. */
export const bundleOf = async ({ head, documents, chain }: BundleSource, signer: Signer): Promise<Buffer> => {
  const files = new Map<string, Buffer>();
  for (const [kind, document] of documents) {
    for (const format of bundledFormats) {
      const { extension, write } = formats[format];
      files.set(`${kind}.${extension}`, Buffer.from(write(document)));
    }
  }
  files.set(chainName, Buffer.from(chainFile(head.case.id, chain)));
  files.set('how-to-verify.txt', Buffer.from(howToVerify));
  return packed(withManifest(head, files, signer), head.point.at);
};
