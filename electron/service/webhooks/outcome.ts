import type { AttemptTrigger } from '#contract/message.ts';
import { disableAfterMs, nextAttemptAt } from '#contract/schedule.ts';

/** What an attempt makes of its delivery and its endpoint. Pure; source: `docs/reference/rules/delivery.md#outcome`. */

/** 2xx within the deadline, body included. A redirect is a failure and is not followed. */
export const succeeded = (result: {
  readonly statusCode?: number | undefined;
  readonly error?: string | undefined;
}): boolean =>
  result.error === undefined &&
  result.statusCode !== undefined &&
  result.statusCode >= 200 &&
  result.statusCode < 300;

export interface NextState {
  readonly status: 'Success' | 'Attempting' | 'Failed';
  /** ms UTC; null when no attempt of the schedule is left */
  readonly dueAt: number | null;
}

/** @param used attempts of the schedule that are used up, this one included */
export const nextState = (success: boolean, used: number, endedAt: number): NextState => {
  if (success) return { status: 'Success', dueAt: null };
  const dueAt = nextAttemptAt(used, endedAt);
  return dueAt === undefined ? { status: 'Failed', dueAt: null } : { status: 'Attempting', dueAt };
};

export interface Health {
  /** ms UTC; null after a success */
  readonly firstFailureAt: number | null;
  /** Why the endpoint is disabled by this attempt, if it is. */
  readonly disable?: string;
}

/** What one more attempt makes of the endpoint's health. A test attempt says nothing about it. */
export const nextHealth = (
  firstFailureAt: number | null,
  attempt: { success: boolean; statusCode: number | undefined; trigger: AttemptTrigger; endedAt: number },
): Health => {
  if (attempt.trigger === 'test') return { firstFailureAt };
  if (attempt.success) return { firstFailureAt: null };
  const first = firstFailureAt ?? attempt.endedAt;
  if (attempt.statusCode === 410) return { firstFailureAt: first, disable: 'It answered 410 Gone.' };
  if (attempt.endedAt - first >= disableAfterMs) {
    return { firstFailureAt: first, disable: 'Every attempt failed for 120 hours.' };
  }
  return { firstFailureAt: first };
};
