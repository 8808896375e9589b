import { toIso } from '#base/clock.ts';
import type { ApprovalSummary } from '#contract/approvals.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ApprovalRecord, CaseState } from '#desk/cases/state.ts';
import type { Caller, People } from '#desk/people/people.ts';
import { mayDo } from '#desk/people/rights.ts';
import { approvalState, expiryOf, faultOf, waitsUntil } from './standing.ts';

/** @throws CatalogueError `approval.notFound` */
export const recordIn = ({ approvals }: CaseState, id: string): ApprovalRecord => {
  const record = approvals.get(id);
  if (record === undefined) throw new CatalogueError('approval.notFound', { id });
  return record;
};

const placeOf = ({ id, targetId }: CaseState) => ({ kind: 'case', id, targetId }) as const;

export const mayWithdraw = (
  caller: Caller,
  state: CaseState,
  { requesterId, given }: ApprovalRecord,
): boolean =>
  !caller.rights.readsOnly &&
  (requesterId === caller.personId ||
    given?.approverId === caller.personId ||
    mayDo(caller.rights, 'admin', placeOf(state)));

/** What a list shows of it, to one person. */
export const summaryOf = (
  { people, nowMs }: { readonly people: People; readonly nowMs: number },
  caller: Caller,
  caseState: CaseState,
  record: ApprovalRecord,
): ApprovalSummary => {
  const { approvalId: id, plan, digest, requesterId, at, actor, given, refused, withdrawn, used } = record;
  const state = approvalState(record, nowMs);
  const isWaiting = state === 'waiting';
  const invalid = state === 'approved' && given ? faultOf(people, caseState, record, given) : undefined;
  return {
    id,
    caseId: caseState.id,
    caseName: caseState.name,
    kind: plan.kind,
    target: plan.target,
    digest,
    state,
    requested: { at, by: actor },
    requesterId,
    ...(given && {
      given: {
        at: given.at,
        by: given.actor,
        expires: toIso(expiryOf(given)),
        publicKey: given.publicKey,
        signature: given.signature,
      },
    }),
    ...(refused && { refused: { at: refused.at, by: refused.actor, reason: refused.reason } }),
    ...(withdrawn && {
      withdrawn: {
        at: withdrawn.at,
        by: withdrawn.actor,
        ...(withdrawn.reason === undefined ? {} : { reason: withdrawn.reason }),
      },
    }),
    ...(used && { used: { at: used.at, by: used.actor, seq: used.seq } }),
    ...(isWaiting ? { expires: toIso(waitsUntil(record)) } : {}),
    may: {
      decide:
        isWaiting && requesterId !== caller.personId && mayDo(caller.rights, 'approver', placeOf(caseState)),
      withdraw: (isWaiting || state === 'approved') && mayWithdraw(caller, caseState, record),
    },
    ...(invalid === undefined ? {} : { invalid }),
  };
};
