import type { EligibilityRow, Verdict } from '#contract/eligibility.ts';
import { localTargetId } from '#contract/target.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { statesOf } from './changes.ts';
import { verdictOf } from './grounds.ts';
import { equaledAnother, lacksPortalHeader } from './portal-header.ts';

/** The progress of a case's migration request: a pure function of the case. */

export type RequestOnRecord = NonNullable<CaseState['request']>;
export type RequestState = RequestOnRecord['history'][number]['state'];

export const stateOf = ({ history }: RequestOnRecord): RequestState => history.at(-1)?.state ?? 'drafted';

/** What the steps of sending and confirming require, one sentence each. */
export interface RequestProgress {
  readonly unsent: string | undefined;
  readonly unconfirmed: string | undefined;
}

export const requestProgress = (state: CaseState): RequestProgress => {
  const { request } = state;
  if (request === undefined) {
    return {
      unsent: 'The migration request is not drafted yet.',
      unconfirmed: 'The migration request is not confirmed yet.',
    };
  }
  const is = stateOf(request);
  const outdated = whyOutdated(state, verdictOf(state));
  return {
    unsent: outdated ?? (is === 'confirmed' ? undefined : whyIncomplete(state)) ?? whyUnsent(is),
    unconfirmed: is === 'confirmed' ? whyUndone(state, request) : 'The provider has not confirmed it yet.',
  };
};

/** Since when the migration is confirmed; undefined where it is not, or was reversed since. */
export const cutOverSince = (state: CaseState): string | undefined => {
  const { unconfirmed } = requestProgress(state);
  return unconfirmed === undefined
    ? state.request?.history.findLast((one) => one.state === 'confirmed')?.at
    : undefined;
};

const whyUnsent = (is: RequestState): string | undefined =>
  is === 'drafted' ? 'The migration request is drafted, but not sent.' : undefined;

/** What the provider needs for the migration. */
const whyIncomplete = (state: CaseState): string | undefined => {
  if (lacksClientId(state)) return 'The request does not name the client id. Set it, and draft it again.';
  if (equaledAnother(state)) {
    return "The profile's auth header changed since it was declared equal to that of the portal. Enter the portal's value, or declare them equal again.";
  }
  return lacksPortalHeader(state)
    ? "The portal's auth header is missing. Enter its value, or declare it equal to that of the profile."
    : undefined;
};

/** The provider of the local service is its user, who knows its only client. */
export const lacksClientId = ({ request, targetId }: CaseState): boolean =>
  request !== undefined && request.document.clientId === undefined && targetId !== localTargetId;

/** Why the request no longer matches the case; undefined if it does, or there is none. */
export const whyOutdated = (state: CaseState, verdict: Verdict): string | undefined => {
  const { request, targetId, clientId } = state;
  if (request === undefined) return undefined;
  const { document } = request;
  if (request.targetId !== targetId) return 'The request was drafted for another target. Draft it again.';
  if (clientId !== undefined && clientId !== document.clientId) {
    return document.clientId === undefined
      ? 'The request does not name the client id. Draft it again.'
      : 'The request names another client id. Draft it again.';
  }
  if (isRolledBack(state, request))
    return 'The cutover was rolled back since the request was drafted. Draft it again.';
  if (namesOtherPlan(state, request))
    return 'The plan changed since the request was drafted. Draft it again.';
  const isConfirmed = stateOf(request) === 'confirmed';
  const compared = (rows: Verdict['rows'] | typeof document.rows) =>
    statesOf([...rows].filter(({ row }) => !isConfirmed || !changedByCutover.has(row)));
  if (compared(document.rows) !== compared(verdict.rows)) {
    return 'The checks changed since the request was drafted. Draft it again.';
  }
  return stateOf(request) === 'drafted' && !namesEvidence(document, verdict)
    ? 'The evidence changed since the request was drafted, so its digests no longer match. Draft it again.'
    : undefined;
};

/** The plan that counts on the case's target: the one that was frozen last. */
export const frozenPlanOf = ({ plans, targetId }: Pick<CaseState, 'plans' | 'targetId'>) =>
  plans.findLast((one) => one.targetId === targetId);

/** A rollback that was carried out takes the request back: another cutover asks for another one. */
const isRolledBack = (
  { rollbacks, reversals, targetId }: CaseState,
  { history }: RequestOnRecord,
): boolean => {
  const decided = rollbacks.findLast((one) => one.targetId === targetId);
  if (decided === undefined || decided.seq < (history[0]?.seq ?? 0)) return false;
  return reversals.some((one) => one.targetId === targetId && one.seq > decided.seq);
};

/** A cutover that is confirmed was made by the plan of its time, as long as it is not reversed. */
const namesOtherPlan = (state: CaseState, { document, history }: RequestOnRecord): boolean => {
  const plan = frozenPlanOf(state);
  if (plan === undefined || document.plan === plan.digest) return false;
  const last = history.at(-1);
  const { reversals, targetId } = state;
  return (
    last?.state !== 'confirmed' || reversals.some((one) => one.targetId === targetId && one.seq > last.seq)
  );
};

/** Until it is sent: what was sent is valid as long as the checks have the same results. */
const namesEvidence = ({ evidence }: RequestOnRecord['document'], { rows }: Verdict): boolean => {
  const used = new Set(rows.flatMap((row) => row.evidence));
  return evidence.length === used.size && evidence.every(({ id }) => used.has(id));
};

/** Checks of what the cutover itself removes or replaces. Source: `docs/reference/rules/cutover.md#preconditions`. */
const changedByCutover: ReadonlySet<EligibilityRow> = new Set([
  'email-notifications',
  'company-agnostic',
  'company-specific',
  'auth-header-profile',
  'retry-after',
]);

/** What is missing on the target since the request was confirmed. */
const whyUndone = (
  { targetId, grants, cutoverChecks, reversals }: CaseState,
  { history }: RequestOnRecord,
): string | undefined => {
  const on = <T extends { readonly targetId: string }>(all: readonly T[]) =>
    all.findLast((one) => one.targetId === targetId);
  const confirmed = history.findLast(({ state }) => state === 'confirmed')?.seq ?? 0;
  const since = Math.max(confirmed, on(grants)?.seq ?? 0);
  const reversal = on(reversals);
  if (reversal !== undefined && reversal.seq > since) {
    return 'The cutover was reversed: the client uses legacy rules again.';
  }
  const check = on(cutoverChecks);
  const missing = check?.expectations.find(
    ({ what, state }) => what.startsWith('Endpoint ') && state === 'missing',
  );
  return check === undefined || missing === undefined || check.seq < since
    ? undefined
    : `Missing on the target: ${missing.what}.`;
};
