import { toIso } from '#base/clock.ts';
import type { Suspension } from '#contract/people.ts';

/** What is known of a person's sign-in at the provider. Times are ms UTC. */
export interface SignInState {
  readonly signedInMs: number;
  /** When the provider last said that the account is there. */
  readonly yesMs: number;
  /** When it said that it is not: only a new sign-in tells otherwise. */
  readonly noMs?: number;
  /** It has no way to say either. */
  readonly cannotSay?: true;
}

/** For how long an outage of the provider shuts nobody out. */
export const outageMs = 15 * 60_000;
/** After a sign-in about which nothing can be asked. */
export const unaskedMs = 12 * 3_600_000;

/**
 * Whether a person is suspended at an instant, and since when. It depends on what the provider said and on the time alone:
 * a desk that stopped asking lets nobody in for longer. Source: `docs/reference/rules/people.md#leaving-at-the-provider`.
 */
export const suspensionAt = (state: SignInState, nowMs: number): Suspension | undefined => {
  const { signedInMs, yesMs, noMs, cannotSay } = state;
  if (noMs !== undefined) return { since: toIso(noMs), why: 'refused' };
  const [untilMs, why] =
    cannotSay === true
      ? [signedInMs + unaskedMs, 'unknown' as const]
      : [yesMs + outageMs, 'unreachable' as const];
  return nowMs < untilMs ? undefined : { since: toIso(untilMs), why };
};
