import { formatInstant } from '#contract/format.ts';
import { localTargetId } from '#contract/target.ts';
import type { CaseState, OnRecord } from '#desk/cases/state.ts';

/** What a case knows of the cutover on its target: pure functions of the case. */

export const lastOn = <T extends { readonly targetId: string }>(
  all: readonly T[],
  targetId: string,
): T | undefined => all.findLast((one) => one.targetId === targetId);

export type FrozenPlan = CaseState['plans'][number];
export type Grant = CaseState['grants'][number];
export type Soak = CaseState['soaks'][number];

/** The plan that counts: the one that was frozen last. */
export const planOf = ({ plans, targetId }: CaseState): FrozenPlan | undefined => lastOn(plans, targetId);

/** The last cutover, also one that was reversed since. */
export const grantOf = ({ grants, targetId }: CaseState): Grant | undefined => lastOn(grants, targetId);

export const isReversedSince = ({ reversals, targetId }: CaseState, seq: number): boolean =>
  reversals.some((one) => one.targetId === targetId && one.seq > seq);

/** The last cutover, unless it is known to be reversed. */
export const standingGrant = (state: CaseState): Grant | undefined => {
  const grant = grantOf(state);
  return grant === undefined || isReversedSince(state, grant.seq) ? undefined : grant;
};

/** When a provider confirmed it last; undefined where nobody did, or it was reversed since. */
export const standingConfirmation = (state: CaseState): OnRecord | undefined => {
  const { request, targetId } = state;
  if (request === undefined || request.targetId !== targetId) return undefined;
  const last = request.history.at(-1);
  return last?.state !== 'confirmed' || isReversedSince(state, last.seq) ? undefined : last;
};

/** The last comparison of the current plan. */
export const comparisonOf = (
  { comparisons, targetId }: CaseState,
  digest: string,
  source?: CaseState['comparisons'][number]['source'],
): CaseState['comparisons'][number] | undefined =>
  comparisons.findLast(
    (one) =>
      one.targetId === targetId &&
      one.planDigest === digest &&
      (source === undefined || one.source === source),
  );

/** A cutover that is in place: made here, or confirmed by the provider of a remote target. */
export const standingCutover = (
  state: CaseState,
): (OnRecord & { readonly planDigest?: string }) | undefined => {
  const grant = standingGrant(state);
  if (grant !== undefined) return grant;
  const confirmed = state.targetId === localTargetId ? undefined : standingConfirmation(state);
  if (confirmed === undefined) return undefined;
  const planDigest = state.request?.document.plan;
  return { ...confirmed, ...(planDigest === undefined ? {} : { planDigest }) };
};

/** The soak of the cutover that is in place. */
export const soakOf = (state: CaseState): Soak | undefined => {
  const soak = lastOn(state.soaks, state.targetId);
  const standing = standingCutover(state);
  return soak === undefined || standing === undefined || soak.seq < standing.seq ? undefined : soak;
};

/** The reversal of the last cutover, as long as nothing was planned, compared, requested or granted since. */
export const rolledBackSince = (state: CaseState): OnRecord | undefined => {
  const { targetId, plans, comparisons, request } = state;
  const reversal = lastOn(state.reversals, targetId);
  if (reversal === undefined) return undefined;
  const later = [
    grantOf(state),
    lastOn(plans, targetId),
    lastOn(comparisons, targetId),
    request?.history.at(-1),
  ].some((one) => one !== undefined && one.seq > reversal.seq);
  return later ? undefined : reversal;
};

/** What keeps a soak from being over without problems. */
export const openOfSoak = ({ until, observations }: Pick<Soak, 'until' | 'observations'>): string[] => {
  const last = observations.at(-1);
  const running = isSoakOver({ until, observations }) ? [] : [`The soak runs until ${formatInstant(until)}.`];
  return [...running, ...(last?.problems ?? []).map(({ what }) => what)];
};

/** It is over once it was looked at after its end: what was not seen is not over. */
export const isSoakOver = ({ until, observations }: Pick<Soak, 'until' | 'observations'>): boolean =>
  observations.some(({ at }) => at >= until);

/** A rollback of the cutover that is in place is decided, and not carried out. */
export const isDecided = (state: CaseState): boolean => {
  const decided = lastOn(state.rollbacks, state.targetId);
  return decided !== undefined && decided.seq > (standingCutover(state)?.seq ?? Number.POSITIVE_INFINITY);
};
