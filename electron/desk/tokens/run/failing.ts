import { CatalogueError } from '#contract/errors.ts';
import type { Cause, Failure } from '#contract/token-causes.ts';
import type { RunStep } from '#contract/token-runs.ts';
import { TargetError } from '#desk/targets/target-error.ts';

/** What goes wrong with a row, by its cause. Sources: `docs/reference/rules/tokens.md#causes-of-failure`, `docs/reference/rules/api.md#errors`. */

/** Ends a row. Its message may still repeat what was sent: `RowWork.scrub` comes before it is kept. */
export class RowFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Concerns every row alike, such as a key that is refused: the run pauses, and no row is to blame. */
export class RunHalted extends Error {}

/** The run was stopped before the row ended: it stays at its step, and a resume continues it. */
export class RunStopped extends Error {
  constructor() {
    super('not sent: the run was stopped');
  }
}

export const failed = (
  cause: Cause,
  step: RunStep,
  message: string,
  correlationId?: string | undefined,
): RowFailed =>
  new RowFailed({
    cause,
    step,
    message,
    ...(correlationId === undefined ? {} : { correlationId }),
  });

/** Answers for an error of a call: the row's failure, or that the run must halt; undefined for what is not the call's. */
export const callFailure = (error: unknown, step: RunStep): RowFailed | RunHalted | undefined => {
  if (!(error instanceof TargetError)) {
    return error instanceof CatalogueError && !concernsAll.test(error.code)
      ? failed('our-fault', step, error.message)
      : undefined;
  }
  const { statusCode, message, correlationId } = error;
  if (statusCode === 401 || statusCode === 402 || statusCode === 403) return new RunHalted(message);
  return failed(causeOfStatus(statusCode, step), step, message, correlationId);
};

/** No row is to blame for these. */
const concernsAll = /^(server\.stopping$|store\.)/;

const causeOfStatus = (statusCode: number | undefined, step: RunStep): Cause => {
  if (statusCode === undefined || statusCode >= 500) return 'service-trouble';
  if (statusCode === 429) return 'rate-limit';
  if (statusCode === 404 || statusCode === 409) return 'does-not-fit';
  if (statusCode === 400) return step === 'authorization' ? 'bad-credentials' : 'our-fault';
  return statusCode < 400 ? 'service-trouble' : 'our-fault';
};
