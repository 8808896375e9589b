import { canonical } from '#base/canonical.ts';
import { isSignedBy, type PublicKey, type Signer } from '#base/signing.ts';
import type { CaseFile } from '#contract/case-file.ts';

/**
 * A case file is signed as a whole, so that none of it is changed or left out on its way. The entries go into it by their
 * number and the chain's digest, attachments by their digests: they are held against these on their own.
 */
export const signFile = (identity: Signer, file: Omit<CaseFile, 'exporter'>): CaseFile => {
  const signer = identity.publicKey;
  return { ...file, exporter: { signer, signature: identity.sign('file', textOf(file, signer)) } };
};

/** @throws Error if it holds text that is not Unicode */
export const isFileSigned = ({ exporter, ...file }: CaseFile): boolean =>
  exporter !== undefined &&
  isSignedBy(exporter.signer, 'file', textOf(file, exporter.signer), exporter.signature);

const textOf = (file: Omit<CaseFile, 'exporter'>, signer: PublicKey): string =>
  canonical({
    ...file,
    entries: file.entries.length,
    attachments: file.attachments.map(({ digest }) => digest),
    signer,
  });
