import { canonical, canonicalDigest } from '#base/canonical.ts';
import { isSignedBy } from '#base/signing.ts';
import type { ApprovalContent, ApprovalStatement } from '#contract/approvals.ts';
import type { CaseActionOf, ChainCheck } from '#contract/case.ts';
import { type Erasures, isRemainder } from './erasures.ts';

type Requested = ApprovalContent<'requested'>;
type Given = ApprovalContent<'given'>;

/** Whether the key that is named signed the plan that was asked for. Never throws. */
export const isSignatureOf = (
  caseId: string,
  { approvalId, digest, plan, requesterId }: Requested,
  { publicKey, signature, signedAt }: Pick<Given, 'publicKey' | 'signature' | 'signedAt'>,
): boolean => {
  const statement: ApprovalStatement = {
    ...{ approvalId, caseId, digest, requesterId },
    at: signedAt,
    kind: plan.kind,
  };
  return isSignedBy(publicKey, 'approval', canonical(statement), signature);
};

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly content: string;
}

/**
 * Approvals of a chain that is whole by itself: plans that do not have their digests, signatures that do not hold, and uses
 * of what was not given, or more than once. Source: `docs/reference/rules/approvals.md`.
 * @param isKnownKey whether the journal of this data folder has the key of the person; undefined: not for it to say
 */
export const approvalProblems = (
  caseId: string,
  entries: readonly Entry[],
  erasures: Erasures,
  isKnownKey: (seq: number, given: Given) => boolean | undefined,
): ChainCheck['problems'] => {
  const requests = new Map<string, Requested>();
  const usable = new Map<string, Given>();
  const problems: ChainCheck['problems'] = [];
  const problem = (seq: number, what: string): void => {
    problems.push({ seq, what: `Entry ${seq}: ${what}` });
  };
  const checks: Record<string, (content: never, entry: Entry) => void> = {
    'approval.requested'(content: Requested, { seq, content: text }) {
      requests.set(content.approvalId, content);
      for (const id of content.replaces) usable.delete(id);
      const isErased = isRemainder(text, erasures.get(seq));
      if (!isErased && canonicalDigest(content.plan) !== content.digest)
        problem(seq, 'the plan of the requested approval does not have its digest.');
    },
    'approval.given'(content: Given, { seq }) {
      const fault = faultOf(caseId, requests.get(content.approvalId), content);
      if (fault !== undefined) problem(seq, fault);
      else if (isKnownKey(seq, content) === false)
        problem(seq, 'the key of the approval is none that the journal has of its person.');
      else usable.set(content.approvalId, content);
    },
    'approval.refused': ({ approvalId }: ApprovalContent<'refused'>) => void usable.delete(approvalId),
    'approval.withdrawn': ({ approvalId }: ApprovalContent<'withdrawn'>) => void usable.delete(approvalId),
    'approval.used'({ approvalId, digest }: CaseActionOf<'approval.used'>['content'], { seq }) {
      if (usable.get(approvalId)?.digest !== digest)
        problem(seq, 'the approval that was used was not given for this plan, or was used before.');
      usable.delete(approvalId);
    },
  };
  for (const entry of entries) checks[entry.kind]?.(JSON.parse(entry.content) as never, entry);
  return problems;
};

const faultOf = (caseId: string, request: Requested | undefined, given: Given): string | undefined => {
  if (request?.digest !== given.digest) return 'the approval is of another plan than was requested.';
  if (request.requesterId === given.approverId) return 'the person who asked for the approval gave it.';
  return isSignatureOf(caseId, request, given) ? undefined : 'the signature of the approval does not hold.';
};
