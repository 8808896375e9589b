import { systemTime, toIso } from '#base/clock.ts';
import type { Pace } from './pace.ts';
import { type About, refuse } from './read-answer.ts';
import { TargetError } from './target-error.ts';
import type { TargetCall } from './targets.ts';

/** What may be sent again, and when: nothing that may have been carried out, and never before a target wants it. */

/** Calls wait for a target for so long at most. Asked for more, they fail at once, until it may be called again. */
const longestHoldMs = 60_000;
/** After a 429 that does not say how long. */
const defaultHoldMs = 1000;
/** Retry-After may say anything; an instant has its bounds. */
const farthestMs = 366 * 86_400_000;

export interface HoldOff {
  /** Takes note of a 429, and of a 503 that says how long. */
  heed(error: TargetError): void;
  /** @throws TargetError while the target wants to be left alone */
  check(about: About): void;
}

export const createHoldOff = (pace: Pick<Pace, 'hold'>): HoldOff => {
  let turnedAway: { until: number; error: TargetError } | undefined;
  return {
    heed(error) {
      if (error.statusCode !== 429 && error.statusCode !== 503) return;
      const wait = error.retryAfterMs ?? (error.statusCode === 429 ? defaultHoldMs : 0);
      if (wait <= longestHoldMs) pace.hold(wait);
      else turnedAway = { until: systemTime.monotonic() + Math.min(wait, farthestMs), error };
    },
    check(about) {
      if (turnedAway === undefined || systemTime.monotonic() >= turnedAway.until) return;
      const { sentence = 'too many requests', statusCode = 429 } = turnedAway.error;
      const problem = `it asked for no more calls for now (${withoutStop(sentence)}), so nothing was sent`;
      refuse(about, { kind: 'status', problem, notCarriedOut: true, passing: false }, { statusCode });
    },
  };
};

/** A 429, and a connection that never came about, were not carried out; the rest only if the call may be repeated. */
export const mayRepeat = (
  error: unknown,
  { method, repeatable = method === 'GET' }: Pick<TargetCall, 'method' | 'repeatable'>,
): boolean => {
  if (!(error instanceof TargetError) || !error.passing) return false;
  if ((error.retryAfterMs ?? 0) > longestHoldMs) return false;
  if (error.statusCode === 429) return true;
  return repeatable || (error.notCarriedOut && error.statusCode === undefined);
};

/** Says of a 429 how often it was tried, and when to come again; any other error stays as it is. */
export const afterAll = (error: TargetError, about: About, tries: number): TargetError => {
  const { statusCode, retryAfterMs, sentence, correlationId, kind, notCarriedOut, passing } = error;
  if (statusCode !== 429 || tries === 0) return error;
  const again =
    retryAfterMs === undefined
      ? 'Try again later, or lower the limits of the target'
      : `Try again after ${toIso(systemTime.now() + Math.min(retryAfterMs, farthestMs))}`;
  const said = withoutStop(sentence ?? 'it accepts no more requests for now');
  const problem = `${said} (after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}). ${again}`;
  const answered = { statusCode, correlationId, sentence, retryAfterMs };
  const details = { ...about, statusCode, problem: `${problem}.` };
  return new TargetError('target.refused', details, { kind, problem, notCarriedOut, passing }, answered);
};

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
