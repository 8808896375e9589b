import type { Log } from '#base/log.ts';
import type { RunStep } from '#contract/token-runs.ts';
import { isMissing, TargetError } from '#desk/targets/target-error.ts';
import type { TargetAnswer, TargetCall } from '#desk/targets/targets.ts';
import type { Directory } from '#desk/tokens/run/directory.ts';
import { failed } from '#desk/tokens/run/failing.ts';
import type { RunPlan } from '#desk/tokens/run/plan.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import type { SyncTimes } from '#desk/tokens/run/sync-times.ts';
import { systemRunTime } from '#desk/tokens/run/system-time.ts';
import type { Credentials } from '#desk/tokens/vault.ts';

/** What the steps of a row are given. */
export interface StepContext {
  readonly plan: RunPlan;
  readonly directory: Directory;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** The first wait before a call is made again, ms; each is twice the one before. */
  readonly backoffMs: number;
  readonly syncTimes: SyncTimes;
  /** undefined if they are not kept, or can't be opened any more. @throws RowFailed if they are not the row's */
  credentialsOf(work: RowWork): Promise<Credentials | undefined>;
}

/** Brings a row on by one step: changes where it is, or throws. @throws RowFailed, TargetError, the signal's reason */
export type Step = (context: StepContext, work: RowWork) => Promise<void>;

interface Writing<T> {
  readonly step: RunStep;
  /** After a call whose answer was lost: checks on the target whether it was carried out, and uses the result if so. */
  find(): Promise<boolean>;
  call(): TargetCall | Promise<TargetCall>;
  took(answer: TargetAnswer<T>): void;
  /** An attempt certainly was not carried out: what was kept of it beforehand is taken back. */
  refused?(): void;
}

const tries = 4;

/**
 * Carries out a call that writes, once: where it is in doubt whether it was carried out, the target is asked before it
 * is sent again. Source: `docs/reference/rules/tokens.md#existing-companies`.
 */
export const writeOnce = async <T>(
  { backoffMs, signal }: StepContext,
  work: RowWork,
  writing: Writing<T>,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    if (work.progress().doubt === 1 && (await writing.find())) {
      work.change({ doubt: 0 });
      return;
    }
    try {
      writing.took(await work.send<T>(writing.step, await writing.call()));
      work.change({ doubt: 0 });
      return;
    } catch (error) {
      if (error instanceof TargetError && error.notCarriedOut) writing.refused?.();
      const again = error instanceof TargetError && error.passing && attempt < tries;
      if (!again) throw error;
    }
    // Of the system's time: a virtual clock stands still while something is to be sent.
    await systemRunTime.until(systemRunTime.now() + backoffMs * 2 ** (attempt - 1), signal);
  }
};

/** Reads what a row names. @throws RowFailed `does-not-fit` with the message if the target does not have it */
export const readNamed = async <T>(
  work: RowWork,
  step: RunStep,
  path: string,
  message: string,
): Promise<T> => {
  try {
    return (await work.send<T>(step, { method: 'GET', path })).body;
  } catch (error) {
    throw isMissing(error) ? failed('does-not-fit', step, message, error.correlationId) : error;
  }
};

/** Added to the notes of the row. */
export const addNote = (work: RowWork, text: string): void => {
  const { note } = work.progress();
  if (note?.includes(text)) return;
  work.change({ note: note === null ? text : `${note} ${text}` });
};

export const companyPath = (companyId: string): string => `/companies/${encodeURIComponent(companyId)}`;
export const connectionPath = (companyId: string, connectionId: string): string =>
  `${companyPath(companyId)}/connections/${encodeURIComponent(connectionId)}`;

/** A step's own ids, which the steps before have left. */
export const idsOf = (work: RowWork): { companyId: string; connectionId: string } => {
  const { company_id, connection_id } = work.progress();
  if (company_id === null || connection_id === null)
    throw new Error('The row has no company or connection yet.');
  return { companyId: company_id, connectionId: connection_id };
};
