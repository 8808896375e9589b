import { type Clock, systemTime, toIso } from '#base/clock.ts';
import type { Approval, ApprovalSummary, ApproveRequest } from '#contract/approvals.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { isSignatureOf } from '#desk/cases/approval-signatures.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { FourEyes } from '#desk/cases/four-eyes.ts';
import type { ApprovalRecord, CaseState } from '#desk/cases/state.ts';
import type { Sight } from '#desk/core/sight.ts';
import { actorText } from '#desk/people/index.ts';
import type { Caller, People } from '#desk/people/people.ts';
import type { KeyState } from '#desk/people/people-state.ts';
import { readCasesWith } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { createFourEyes } from './four-eyes.ts';
import { differencesOf } from './plan.ts';
import { openPolicies, type Policies } from './policies.ts';
import { approvalState, isPlanWhole, validMs } from './standing.ts';
import { mayWithdraw, recordIn, summaryOf } from './summary.ts';

/** What needs a second person, who was asked, and what they said. Source: `docs/reference/rules/approvals.md`. */
export interface Approvals {
  readonly policies: Policies;
  /** Newest first. @param caller who asks; what they may do with each is said */
  list(caller: Caller, sight: Sight): Promise<ApprovalSummary[]>;
  ofCase(caller: Caller, caseId: string): Promise<ApprovalSummary[]>;
  /** @throws CatalogueError `approval.notFound` */
  show(caller: Caller, caseId: string, id: string): Promise<Approval>;
  /**
   * Puts the signature of a person under a plan.
   * @throws CatalogueError `approval.notFound`, `approval.notWaiting`, `approval.ownRequest`, `approval.otherDigest`,
   * `approval.planDamaged`, `approval.keyUnknown`, `approval.signature`
   */
  give(caller: Caller, caseId: string, id: string, request: ApproveRequest): Promise<Approval>;
  /** @throws CatalogueError `approval.notFound`, `approval.notWaiting`, `approval.ownRequest` */
  refuse(caller: Caller, caseId: string, id: string, reason: string): Promise<Approval>;
  /** @throws CatalogueError `approval.notFound`, `approval.notWaiting`, `approval.notWithdrawable` */
  withdraw(caller: Caller, caseId: string, id: string, reason?: string): Promise<Approval>;
}

/** How far the approver's clock may be off. */
const clockMs = 10 * 60_000;

export interface ApprovalGate {
  readonly fourEyes: FourEyes;
  readonly policies: Policies;
  /** Cases in which an approval was asked for. */
  readonly casesAsked: () => Promise<readonly string[]>;
}

/** What the cases ask before something is done. */
export const openApprovals = async (
  context: DeskContext,
  people: People,
  clock: Clock = systemTime,
): Promise<ApprovalGate> => {
  const policies = await openPolicies(context, people);
  const fourEyes = createFourEyes({ context, people, policies, clock, newId: context.newId });
  let asked: Set<string> | undefined;
  const since: string[] = [];
  return {
    policies,
    fourEyes: {
      ...fourEyes,
      ask(state, actor, what) {
        since.push(state.id);
        return fourEyes.ask(state, actor, what);
      },
    },
    async casesAsked() {
      asked ??= new Set(await context.store.read((reader) => readCasesWith(reader, 'approval.requested')));
      for (const id of since.splice(0)) asked.add(id);
      return [...asked];
    },
  };
};

interface Parts {
  readonly cases: Pick<Cases, 'act' | 'state' | 'byIds'>;
  readonly people: People;
  readonly gate: ApprovalGate;
  readonly clock?: Clock;
}

export const createApprovals = ({ cases, people, gate, clock = systemTime }: Parts): Approvals => {
  const shownTo = (caller: Caller, state: CaseState) => (record: ApprovalRecord) =>
    summaryOf({ people, nowMs: clock.now() }, caller, state, record);
  const ofState = (caller: Caller, state: CaseState): ApprovalSummary[] =>
    [...state.approvals.values()].reverse().map(shownTo(caller, state));
  const shown = (caller: Caller, state: CaseState, id: string): Approval => {
    const record = recordIn(state, id);
    const before = [...state.approvals.values()].findLast(({ replaced }) => replaced?.seq === record.seq);
    return {
      ...shownTo(caller, state)(record),
      plan: record.plan,
      ...(before === undefined ? {} : { differs: differencesOf(before.plan, record.plan) }),
    };
  };
  /** Decided of the case, and of the people, as they are in the unit of work. */
  const decide = async (
    caller: Caller,
    caseId: string,
    id: string,
    action: (record: ApprovalRecord, state: CaseState) => CaseAction,
  ): Promise<Approval> => {
    const after = await cases.act(caseId, actorText(caller), (state) => [action(recordIn(state, id), state)]);
    return shown(caller, after, id);
  };
  const refuseOwn = (caller: Caller, record: ApprovalRecord): void => {
    const state = approvalState(record, clock.now());
    if (state !== 'waiting')
      throw new CatalogueError('approval.notWaiting', { id: record.approvalId, state });
    if (record.requesterId === caller.personId) throw new CatalogueError('approval.ownRequest');
  };

  return {
    policies: gate.policies,
    async list(caller, sight) {
      const seen = await cases.byIds(await gate.casesAsked(), sight);
      const lists: ApprovalSummary[] = [];
      for (const { id, damaged } of seen) {
        if (damaged !== true) lists.push(...ofState(caller, await cases.state(id)));
      }
      return lists.sort((one, other) => other.requested.at.localeCompare(one.requested.at));
    },
    ofCase: async (caller, caseId) => ofState(caller, await cases.state(caseId)),
    show: async (caller, caseId, id) => shown(caller, await cases.state(caseId), id),
    give: (caller, caseId, id, request) =>
      decide(caller, caseId, id, (record, state) => {
        refuseOwn(caller, record);
        const { keys } = people.show(caller.personId);
        return given({ keys, nowMs: clock.now(), personId: caller.personId }, state.id, record, request);
      }),
    refuse: (caller, caseId, id, reason) =>
      decide(caller, caseId, id, (record) => {
        refuseOwn(caller, record);
        return { kind: 'approval.refused', content: { approvalId: id, reason } };
      }),
    withdraw: (caller, caseId, id, reason) =>
      decide(caller, caseId, id, (record, state) => {
        const now = approvalState(record, clock.now());
        if (now !== 'waiting' && now !== 'approved')
          throw new CatalogueError('approval.notWaiting', { id, state: now });
        if (!mayWithdraw(caller, state, record)) throw new CatalogueError('approval.notWithdrawable', { id });
        const content = { approvalId: id, ...(reason === undefined ? {} : { reason }) };
        return { kind: 'approval.withdrawn', content };
      }),
  };
};

/** @throws CatalogueError as `Approvals.give` */
const given = (
  approver: { readonly personId: string; readonly keys: readonly KeyState[]; readonly nowMs: number },
  caseId: string,
  record: ApprovalRecord,
  { digest, signedAt, publicKey, signature }: ApproveRequest,
): CaseAction => {
  const { approvalId: id } = record;
  const { personId: approverId, keys, nowMs } = approver;
  if (digest !== record.digest)
    throw new CatalogueError('approval.otherDigest', { id, digest: record.digest });
  if (!isPlanWhole(record)) throw new CatalogueError('approval.planDamaged', { id });
  if (!keys.some((key) => key.publicKey === publicKey && key.removed === undefined))
    throw new CatalogueError('approval.keyUnknown');
  const refuse = (problem: string) => new CatalogueError('approval.signature', { problem });
  if (Math.abs(Date.parse(signedAt) - nowMs) > clockMs)
    throw refuse(`it was made at ${signedAt}, and it is ${toIso(nowMs)}`);
  if (!isSignatureOf(caseId, record, { publicKey, signature, signedAt }))
    throw refuse('it is by another key, or of another plan, person or time');
  const expires = toIso(nowMs + validMs);
  return {
    kind: 'approval.given',
    content: { approvalId: id, digest, approverId, signedAt, publicKey, signature, expires },
  };
};
