import { canonical } from '#base/canonical.ts';
import { isSignedBy, type PublicKey, type Signer } from '#base/signing.ts';
import type { AdoptionStatement } from '#contract/case.ts';

/**
 * That entries from before there were signatures were checked under the old key, and adopted by a data folder. Its journal
 * says so; a case file carries it as a signed statement.
 */
export type Adoption = Omit<AdoptionStatement, 'signature'>;

export const stateAdoption = (identity: Signer, made: Omit<Adoption, 'signer'>): AdoptionStatement => {
  const adoption = { ...made, signer: identity.publicKey };
  return { ...adoption, signature: identity.sign('statement', textOf(adoption)) };
};

export const isAdoptionSigned = ({ signature, ...adoption }: AdoptionStatement): boolean =>
  isSignedBy(adoption.signer, 'statement', textOf(adoption), signature);

const textOf = ({
  caseId,
  upTo,
  digest,
  adoptedAt,
  signer,
}: Omit<Adoption, 'signer'> & { signer: PublicKey }): string =>
  canonical({ statement: 'adoption', caseId, upTo, digest, adoptedAt, signer });
