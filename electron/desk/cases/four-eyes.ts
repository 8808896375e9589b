import {
  type ApprovalKind,
  type ApprovalPlan,
  type ApprovalReason,
  approvalKinds,
} from '#contract/approvals.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CatalogueError } from '#contract/errors.ts';
import type { Tx } from '#desk/store/store.ts';
import type { CaseState } from './state.ts';

/**
 * What is about to be done on a target, or overridden: all that a second person is to know of it, without secrets. It must
 * be the same for the same, and another for another: what differs from it must not run. Source:
 * `docs/reference/rules/approvals.md`.
 */
export interface Operation {
  readonly kind: ApprovalKind;
  /** What it is done to, besides the target: a later plan for the same replaces an earlier one. */
  readonly subject?: string;
  /** The target that it is about, if another one than the case has. */
  readonly targetId?: string;
  /** It overrides a requirement, whatever it is besides. */
  readonly isOverride?: boolean;
  /** Made only where somebody is to see it. */
  readonly plan: () => {
    readonly facts: readonly (readonly [label: string, value: string | undefined])[];
    readonly lists?: readonly { readonly label: string; readonly lines: Iterable<string> }[];
  };
}

/** What is about to be done with the case as it is within the unit of work; undefined: nothing that needs a second person. */
export type Needs = (state: CaseState) => Operation | undefined;

/** Why a policy may ask for a second person. */
export const reasonsFor = ({ kind, isOverride }: Operation): ApprovalReason[] =>
  isOverride === true ? [approvalKinds[kind], 'overrides'] : [approvalKinds[kind]];

/** Thrown where an operation needs an approval that nobody was asked for yet: it is asked for outside of the unit of work. */
export class ApprovalAsked extends Error {
  readonly plan: ApprovalPlan;
  readonly digest: string;

  constructor(plan: ApprovalPlan, digest: string) {
    super(`The plan ${digest} needs an approval.`);
    this.plan = plan;
    this.digest = digest;
  }
}

/** What asks for second persons, where a policy demands one. */
export interface FourEyes {
  /** Whether a policy asks for one on a target. */
  asks(targetId: string, reason: ApprovalReason): boolean;
  /**
   * What is appended before an operation is carried out, in the same unit of work: the use of its approval, or nothing
   * where none is needed.
   * @throws ApprovalAsked; CatalogueError `approval.runByApprover`, `approval.notAPerson`
   */
  demand(tx: Tx, state: CaseState, actor: string, operation: Operation): Promise<readonly CaseAction[]>;
  /** Asks for the approval, unless somebody did meanwhile. */
  ask(state: CaseState, actor: string, asked: ApprovalAsked): readonly CaseAction[];
  /** What the person is told who tried. @param state after the request */
  refusal(before: CaseState, state: CaseState, asked: ApprovalAsked): CatalogueError;
}

/** A desk of one person has no second one. */
export const noFourEyes: FourEyes = {
  asks: () => false,
  demand: async () => [],
  ask: () => [],
  refusal: (_before, _state, asked) => {
    throw asked;
  },
};
