import { canonicalDigest } from '#base/canonical.ts';
import { type ApprovalState, approvalWaitsMs } from '#contract/approvals.ts';
import { isSignatureOf } from '#desk/cases/approval-signatures.ts';
import type { ApprovalRecord, CaseState } from '#desk/cases/state.ts';
import type { People } from '#desk/people/people.ts';
import { mayDo } from '#desk/people/rights.ts';
import { readJournalOf } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';

const hourMs = 3_600_000;
/** From the approval to the run. */
export const validMs = 24 * hourMs;

type Given = NonNullable<ApprovalRecord['given']>;

/** Erased contents leave another plan behind. */
export const isPlanWhole = ({ plan, digest }: ApprovalRecord): boolean => canonicalDigest(plan) === digest;

/** Whatever the entry says: the hours count from when the desk put it on record, and from when it was signed. */
export const expiryOf = ({ at, signedAt, expires }: Given): number =>
  Math.min(Date.parse(at) + validMs, Date.parse(signedAt) + validMs, Date.parse(expires));

export const approvalState = (record: ApprovalRecord, nowMs: number): ApprovalState => {
  if (record.used !== undefined) return 'used';
  if (record.withdrawn !== undefined) return 'withdrawn';
  if (record.refused !== undefined) return 'refused';
  if (record.replaced !== undefined) return 'replaced';
  const until = record.given === undefined ? waitsUntil(record) : expiryOf(record.given);
  if (!(nowMs < until)) return 'expired';
  return record.given === undefined ? 'waiting' : 'approved';
};

export const waitsUntil = ({ at }: ApprovalRecord): number => Date.parse(at) + approvalWaitsMs;

/** Why an approval that was given does not count, as a sentence; undefined if it does. */
export const faultOf = (
  people: Pick<People, 'list' | 'callerOf'>,
  { id: caseId, targetId }: CaseState,
  record: ApprovalRecord,
  given: Given,
): string | undefined => {
  if (!isPlanWhole(record) || given.digest !== record.digest) return 'Its plan was erased or changed since.';
  if (given.approverId === record.requesterId) return 'Who asked for it gave it.';
  const person = people.list().find(({ id }) => id === given.approverId);
  const caller = people.callerOf(given.approverId);
  if (person === undefined) return 'Who gave it is not one of the people of this desk.';
  if (caller === undefined) return `${person.name} has left.`;
  if (!mayDo(caller.rights, 'approver', { kind: 'case', id: caseId, targetId }))
    return `${person.name} no longer has the role approver here.`;
  const key = person.keys.find(({ publicKey }) => publicKey === given.publicKey);
  if (key === undefined) return `The key that signed is not one of ${person.name}.`;
  if (key.removed !== undefined) return `${person.name} removed the key that signed.`;
  return isSignatureOf(caseId, record, given) ? undefined : 'Its signature does not hold.';
};

/**
 * Whether an approval may have been used in what is not here any more: the case came by an import since, or the desk was
 * put back. Both are in the journal, which never goes back.
 */
export const isFromBefore = async (
  reader: Reader,
  caseId: string,
  { seq, signedAt }: Given,
): Promise<boolean> => {
  const rows = await readJournalOf(reader, ['case.imported', 'desk.restored', 'desk.accepted']);
  return rows.some(({ kind, at, content }) => {
    if (kind !== 'case.imported') return signedAt <= at;
    const imported = JSON.parse(content) as { readonly caseId: string; readonly seq: number };
    return imported.caseId === caseId && seq <= imported.seq;
  });
};
