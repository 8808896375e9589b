import { canonicalDigest } from '#base/canonical.ts';
import type { Clock } from '#base/clock.ts';
import { type ApprovalKind, approvalKindLabels } from '#contract/approvals.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { ApprovalAsked, type FourEyes, reasonsFor } from '#desk/cases/four-eyes.ts';
import type { ApprovalRecord, CaseState } from '#desk/cases/state.ts';
import type { People } from '#desk/people/people.ts';
import type { PersonState } from '#desk/people/people-state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { differencesOf, planOf } from './plan.ts';
import type { Policies } from './policies.ts';
import { approvalState, faultOf, isFromBefore } from './standing.ts';

interface Parts {
  readonly context: Pick<DeskContext, 'sealer' | 'fingerprint'>;
  readonly people: Pick<People, 'isTeam' | 'list' | 'callerOf' | 'byLogin'>;
  readonly policies: Pick<Policies, 'asks'>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Asks for a second person where a policy does, and lets an approval be used once. */
export const createFourEyes = ({ context, people, policies, clock, newId }: Parts): FourEyes => {
  const isOpen = (record: ApprovalRecord): boolean =>
    ['waiting', 'approved', 'expired'].includes(approvalState(record, clock.now()));
  /** Those that are not settled, of the same operation. */
  const openFor = ({ approvals }: CaseState, kind: ApprovalKind, subject: string): ApprovalRecord[] =>
    [...approvals.values()].filter(
      (one) => one.plan.kind === kind && one.plan.subject === subject && isOpen(one),
    );
  const personOf = (actor: string): PersonState | undefined => {
    const login = loginIn(actor);
    const person = login === undefined ? undefined : people.byLogin(login);
    return person?.left === undefined ? person : undefined;
  };
  const waitingFor = (state: CaseState, { plan, digest }: ApprovalAsked): ApprovalRecord | undefined =>
    openFor(state, plan.kind, plan.subject).find(
      (one) => one.digest === digest && approvalState(one, clock.now()) === 'waiting',
    );

  /** Those that were given, and still count. */
  const countingIn = async (
    reader: Reader,
    state: CaseState,
    records: readonly ApprovalRecord[],
  ): Promise<ApprovalRecord[]> => {
    const counting: ApprovalRecord[] = [];
    for (const record of records) {
      const { given } = record;
      if (given === undefined || approvalState(record, clock.now()) !== 'approved') continue;
      if (faultOf(people, state, record, given) !== undefined) continue;
      if (!(await isFromBefore(reader, state.id, given))) counting.push(record);
    }
    return counting;
  };

  const asks: FourEyes['asks'] = (targetId, reason) => people.isTeam() && policies.asks(targetId, reason);

  return {
    asks,
    async demand(tx, state, actor, operation) {
      const { targetId = state.targetId } = operation;
      if (!reasonsFor(operation).some((reason) => asks(targetId, reason))) return [];
      const runner = personOf(actor);
      const what = approvalKindLabels[operation.kind];
      if (runner === undefined) throw new CatalogueError('approval.notAPerson', { what });
      const plan = await planOf(context, tx, state, operation);
      const digest = canonicalDigest(plan);
      const same = openFor(state, plan.kind, plan.subject).filter((one) => one.digest === digest);
      const counting = await countingIn(tx, state, same);
      const found = counting.find(({ given }) => given?.approverId !== runner.id);
      if (found !== undefined)
        return [{ kind: 'approval.used', content: { approvalId: found.approvalId, digest } }];
      if (counting.length > 0) throw new CatalogueError('approval.runByApprover');
      throw new ApprovalAsked(plan, digest);
    },
    ask(state, actor, asked): CaseAction[] {
      const requester = personOf(actor);
      if (requester === undefined || waitingFor(state, asked) !== undefined) return [];
      const { plan, digest } = asked;
      const replaces = openFor(state, plan.kind, plan.subject).map(({ approvalId }) => approvalId);
      const content = { approvalId: newId(), plan, digest, requesterId: requester.id, replaces };
      return [{ kind: 'approval.requested', content }];
    },
    refusal(before, state, asked) {
      const { plan, digest } = asked;
      const { approvalId: id = '' } = waitingFor(state, asked) ?? {};
      const info = { approval: { id, caseId: state.id, digest, kind: plan.kind } };
      const earlier = openFor(before, plan.kind, plan.subject).findLast((one) => one.digest !== digest);
      if (earlier === undefined)
        return new CatalogueError(
          'approval.needed',
          { what: approvalKindLabels[plan.kind], id, digest },
          [],
          { info },
        );
      const differs = differencesOf(earlier.plan, plan).join(' ');
      return new CatalogueError('approval.planChanged', { differs, id, digest }, [], { info });
    },
  };
};

/** Of an actor who is signed in: nobody else's text has angle brackets. */
const loginIn = (actor: string): string | undefined => /^[^<>]* <([^<>]+)>$/.exec(actor)?.[1];
