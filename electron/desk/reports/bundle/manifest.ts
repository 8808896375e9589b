import { hash } from 'node:crypto';
import { fileHash, minisignature, minisignKeyFile } from '#base/minisign.ts';
import type { Signer } from '#base/signing.ts';
import { type BundleManifest, manifestName, publicKeyName, signatureName } from '#contract/bundle.ts';

/** Files by their names in a bundle. */
export type Files = ReadonlyMap<string, Buffer>;

/**
 * The files of a bundle with the list of them, its signature and the key to check it by. The comment of the signature names
 * no time: the same files give the same bundle.
 */
export const withManifest = (
  head: Pick<BundleManifest, 'product' | 'case' | 'point'>,
  files: Files,
  signer: Signer,
): Files => {
  const listed = [...files].map(([name, content]) => ({
    name,
    size: content.byteLength,
    sha256: hash('sha256', content),
  }));
  const manifest: BundleManifest = { format: 'carryover-bundle', version: 1, ...head, files: listed };
  const text = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  const { seq, digest } = head.point;
  const comment = `Carryover bundle of case ${head.case.id} at entry ${seq}, digest ${digest}`;
  return new Map([
    ...files,
    [manifestName, text],
    [signatureName, Buffer.from(minisignature(signer, fileHash(text), comment))],
    [publicKeyName, Buffer.from(minisignKeyFile(signer.publicKey))],
  ]);
};
