import { CatalogueError } from '#contract/errors.ts';
import { causeLabels } from '#contract/token-causes.ts';
import type { RunStep } from '#contract/token-runs.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import { unreadable } from '#desk/tokens/unreadable.ts';
import { callFailure, failed, RowFailed, RunHalted, RunStopped } from './failing.ts';
import { isOpen } from './progress.ts';
import type { RowWork } from './row-work.ts';
import { authorization } from './steps/authorization.ts';
import { company } from './steps/company.ts';
import { connection } from './steps/connection.ts';
import type { Step, StepContext } from './steps/step.ts';
import { sync } from './steps/sync.ts';
import { deleteCompany, deleteConnection, unlink } from './steps/undo.ts';
import { verify } from './steps/verify.ts';

/** Every step but the last, which waits for the platform. */
const steps: Readonly<Record<Exclude<RunStep, 'verify'>, Step>> = {
  company,
  connection,
  authorization,
  sync,
  unlink,
  'delete-connection': deleteConnection,
  'delete-company': deleteCompany,
};

/** `signal` of a StepContext ends waiting; this one tells that calls were cut off, too. */
export type DriverContext = StepContext & { readonly cutOff: AbortSignal };

/** `unanswered`: it failed since the target did not carry out a call, which other rows may have in common with it. */
export type Outcome = 'unanswered' | 'other';

/**
 * Brings a row on until its sync is under way, it has ended, or `isStopping` says so. What ends it is in its progress.
 * @throws RunHalted for what concerns every row; RunStopped; the signal's reason; CatalogueError of the store
 */
export const bringOn = (context: DriverContext, work: RowWork, isStopping: () => boolean): Promise<Outcome> =>
  endingIn(context, work, async () => {
    for (;;) {
      const { step } = work.progress();
      if (step === 'verify' || isStopping() || !isOpen(work.progress())) return;
      await steps[step](context, work);
    }
  });

/** Checks a row whose sync is under way. @throws like `bringOn` */
export const checkSync = (context: DriverContext, work: RowWork, withinMs: number): Promise<Outcome> =>
  endingIn(context, work, async () => {
    if (!(await verify(context, work, withinMs))) return;
    work.change({ state: 'done', ended_at: context.plan.time.now() });
  });

/** Ends a row whose credentials were lost after it was chosen, before anything is sent for it. */
export const refuseUnreadable = (context: DriverContext, work: RowWork): Promise<Outcome> =>
  endingIn(context, work, () =>
    Promise.reject(failed(unreadable, work.progress().step, causeLabels[unreadable].meaning)),
  );

const endingIn = async (
  context: DriverContext,
  work: RowWork,
  run: () => Promise<void>,
): Promise<Outcome> => {
  try {
    await run();
    return 'other';
  } catch (error) {
    if (context.cutOff.aborted || error instanceof RunStopped) throw error;
    const { failure } = await rowFailure(context, work, error);
    const message = await work.scrub(failure.message);
    work.change({
      state: 'failed',
      failure: JSON.stringify({ ...failure, message }),
      ended_at: context.plan.time.now(),
    });
    const isUnanswered = failure.cause === 'service-trouble' || failure.cause === 'rate-limit';
    return isUnanswered && error instanceof TargetError ? 'unanswered' : 'other';
  } finally {
    await work.save();
  }
};

/** @throws what concerns every row */
const rowFailure = async (
  { plan, log }: DriverContext,
  work: RowWork,
  error: unknown,
): Promise<RowFailed> => {
  const { step } = work.progress();
  const ending = error instanceof RowFailed ? error : callFailure(error, step);
  if (ending instanceof RunHalted) throw new RunHalted(await work.scrub(ending.message));
  if (ending !== undefined) return ending;
  if (error instanceof CatalogueError) throw error;
  log.error({ err: error, runId: plan.runId }, 'tokens: a row failed unexpectedly');
  return failed(
    'our-fault',
    step,
    'Internal error, such as a response that could not be read. See the log for details.',
  );
};
