import type { AdoptionStatement } from '#contract/case.ts';
import { type CaseNotes, caseNotesIn } from '#desk/journal/case-notes.ts';
import { type KnownSigners, readSigners } from '#desk/journal/signers.ts';
import type { HeadRow } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { type Adoption, isAdoptionSigned, stateAdoption } from './adoption.ts';
import { type ChainEntry, signedOf } from './chain.ts';
import { importsOf } from './imports.ts';

/** `isOwn`: the journal of this data folder says so itself. */
export type KnownAdoption = Pick<Adoption, 'upTo' | 'digest' | 'signer'> & { readonly isOwn?: boolean };

/** What this data folder knows of those who vouch for a case, besides its entries. */
export interface Vouchers {
  readonly signers: KnownSigners;
  readonly notes: CaseNotes;
  readonly adoptions: readonly KnownAdoption[];
}

export const readVouchers = async (
  context: DeskContext,
  reader: Reader,
  caseId: string,
  head: Pick<HeadRow, 'imported'> | undefined,
): Promise<Vouchers> => {
  const signers = await readSigners(context, reader);
  const notes = caseNotesIn(await readJournal(reader), context.identity.publicKey, caseId);
  return {
    signers,
    notes,
    adoptions: [...ownOf(caseId, notes).map((one) => ({ ...one, isOwn: true })), ...importedOf(caseId, head)],
  };
};

const ownOf = (caseId: string, { adopted }: CaseNotes): Adoption[] =>
  adopted === undefined
    ? []
    : [{ caseId, upTo: adopted.seq, digest: adopted.digest, adoptedAt: adopted.at, signer: adopted.signer }];

const importedOf = (caseId: string, head: Pick<HeadRow, 'imported'> | undefined): AdoptionStatement[] =>
  (head === undefined ? [] : importsOf(head))
    .flatMap(({ adoptions = [] }) => adoptions)
    .filter((one) => one.caseId === caseId && isAdoptionSigned(one));

/** The statements that go along with a case: those that it came with, and one of what was adopted here. */
export const adoptionsFor = async (
  context: DeskContext,
  reader: Reader,
  head: Pick<HeadRow, 'case_id' | 'imported'>,
  entries: readonly ChainEntry[],
  digests: readonly string[],
): Promise<AdoptionStatement[]> => {
  const caseId = head.case_id;
  const isOfThis = ({ upTo, digest }: Pick<Adoption, 'upTo' | 'digest'>): boolean => {
    const last = entries[upTo - 1];
    return last !== undefined && signedOf(last) === undefined && digests[upTo - 1] === digest;
  };
  const [first] = entries;
  if (first === undefined || signedOf(first) !== undefined) return [];
  const { notes } = await readVouchers(context, reader, caseId, head);
  const own = ownOf(caseId, notes).map(({ signer: _, ...made }) => stateAdoption(context.identity, made));
  const [stated] = own;
  // One that went out and came back says the same again.
  const others = importedOf(caseId, head).filter(
    (one) => stated === undefined || one.signer !== stated.signer || one.digest !== stated.digest,
  );
  return [...own, ...others].filter(isOfThis);
};
