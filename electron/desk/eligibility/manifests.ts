import { hash } from 'node:crypto';
import type { Evidence } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Collected } from './collect-files.ts';

/** Manifests as attachments of the case, and the evidence that names them. */

interface AttachedManifest {
  readonly attachment: {
    readonly id: string;
    readonly digest: string;
    readonly name: string;
    readonly size: number;
    readonly secret: false;
  };
  readonly file: { readonly content: Buffer; readonly digest: string };
}

/** One that the case has already is not attached again. */
export const withManifests = (
  collected: readonly Collected[],
  { attachments }: Pick<CaseState, 'attachments'>,
  newId: () => string,
) => {
  const attached: AttachedManifest[] = [];
  const evidence = collected.map((one): Evidence => {
    const { manifest, files } = one;
    if (manifest === undefined || files === undefined) return withoutManifest(one);
    const content = Buffer.from(manifest);
    const digest = hash('sha256', content);
    const here = attachments.find((known) => known.digest === digest && known.erased !== true);
    if (here !== undefined) return { ...withoutManifest(one), files: { ...files, manifest: here.id } };
    const name = `${one.scope}.sha256`.replaceAll('/', '-').slice(-300);
    const attachment = { id: newId(), digest, name, size: content.length, secret: false } as const;
    attached.push({ attachment, file: { content, digest } });
    return { ...withoutManifest(one), files: { ...files, manifest: attachment.id } };
  });
  return { evidence, attached };
};

/** The evidence alone, as it is put on record. */
export const withoutManifest = ({ manifest: _, ...evidence }: Collected): Evidence => evidence;
