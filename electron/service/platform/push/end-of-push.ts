import { draw } from '#base/ids.ts';
import type { ConnectionStatus } from '#contract/company.ts';
import type { DatasetEnd } from '#contract/data.ts';
import type { PushStatus } from '#contract/push.ts';
import { type Ending, outcomeOf } from '#service/platform/dataset-outcome.ts';

/** How a push runs and ends: pure. Source: `docs/reference/rules/push.md#states`. */

/** On a platform of the usual pace, ms: short enough to watch on the system's clock. */
const [shortestMs, longestMs] = [1000, 5000];
const stepMs = 500;
/** A slow platform takes longer than the shortest timeout, always. */
const slowPace = 60;
const minuteMs = 60_000;

/** How long it takes the platform, ms. */
const durationOf = (seed: number, id: string, isSlow: boolean): number => {
  const usual = shortestMs + draw(seed, 'push', id) * (longestMs - shortestMs);
  return Math.round(usual / stepMs) * stepMs * (isSlow ? slowPace : 1);
};

/** When it ends, ms UTC. */
export const dueAtOf = (
  push: { readonly id: string; readonly requestedAt: number; readonly timeoutMinutes: number | null },
  seed: number,
  isSlow: boolean,
): number => {
  const limit = push.timeoutMinutes === null ? Number.POSITIVE_INFINITY : push.timeoutMinutes * minuteMs;
  return push.requestedAt + Math.min(durationOf(seed, push.id, isSlow), limit);
};

export interface PushOutcome {
  readonly status: Exclude<PushStatus, 'Pending'>;
  readonly statusCode: number;
  readonly errorMessage: string | null;
  /** The token proved dead: the connection loses its link. */
  readonly deauthorizes: boolean;
}

export interface PushEnding extends Ending {
  readonly requestedAt: number;
  readonly timeoutMinutes: number | null;
  /** How many errors its record has. */
  readonly errors: number;
  /** undefined: it was deleted. */
  readonly connectionStatus: ConnectionStatus | undefined;
}

export const endOfPush = (ending: PushEnding): PushOutcome => {
  const { timeoutMinutes, requestedAt, at, errors, connectionStatus } = ending;
  if (timeoutMinutes !== null && at - requestedAt >= timeoutMinutes * minuteMs) {
    const minutes = timeoutMinutes === 1 ? 'a minute' : `${timeoutMinutes} minutes`;
    return ended('TimedOut', 504, `The platform did not answer within ${minutes}.`);
  }
  if (errors > 0) {
    const problems = errors === 1 ? 'a problem' : `${errors} problems`;
    return ended('Failed', 400, `The record has ${problems}: see validation.`);
  }
  if (connectionStatus !== 'Linked') {
    const state = connectionStatus === undefined ? 'was deleted' : `is ${connectionStatus}`;
    return ended('Failed', 409, `Nothing was pushed: the connection ${state}.`);
  }
  return byToken(ending);
};

const ended = (
  status: PushOutcome['status'],
  statusCode: number,
  errorMessage: string | null,
): PushOutcome => ({ status, statusCode, errorMessage, deauthorizes: false });

/** What is wrong with a token shows in a push as it does in a sync. */
const byToken = (ending: Ending): PushOutcome => {
  const { status, errorMessage } = outcomeOf(ending);
  if (status === 'Complete') return ended('Success', 200, null);
  const name = ending.integration?.name ?? 'The platform';
  const failed = failures[status];
  const message = failed?.message?.(name, ending.dataType) ?? errorMessage;
  return {
    ...ended('Failed', failed?.statusCode ?? 500, message),
    deauthorizes: status === 'AuthError',
  };
};

/** Statuses, and words where those of a sync would be wrong. */
const failures: Partial<
  Record<
    DatasetEnd,
    { readonly statusCode: number; readonly message?: (name: string, dataType: string) => string }
  >
> = {
  AuthError: { statusCode: 401 },
  PermissionsError: { statusCode: 403 },
  NotSupported: { statusCode: 404 },
  RateLimitError: {
    statusCode: 429,
    message: (name) => `${name} answered 429 too often: its own rate limit is used up. Push again later.`,
  },
  FetchError: {
    statusCode: 502,
    message: (name, dataType) => `${name} answered 500 when ${dataType} was pushed.`,
  },
};
