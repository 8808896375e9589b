import { systemTime } from '#base/clock.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import type { RunStep } from '#contract/token-runs.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { scrubOf } from '#desk/targets/secrets.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import type { TargetAnswer, TargetCall } from '#desk/targets/targets.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import { RunStopped } from './failing.ts';
import type { PlanRow, RunPlan } from './plan.ts';
import type { LedgerEntry, Recorder } from './recorder.ts';

/** One row while it is worked on: how far it is, and its calls, each in the ledger before it leaves. */
export interface RowWork {
  readonly row: PlanRow;
  progress(): TokenProgress;
  /** Changes how far it is; in the table with the next commit. */
  change(changes: Partial<TokenProgress>): void;
  /**
   * Sends one call of a step. Committed before it leaves; what came of it with whatever is committed next. A call that
   * writes puts the row in doubt, until its answer was understood (`writeOnce`) or it certainly was not carried out.
   * @throws TargetError, RunStopped, the signal's reason
   */
  send<T>(step: RunStep, call: TargetCall): Promise<TargetAnswer<T>>;
  /** Takes out what a target may have repeated: the row's own credentials, and whatever looks like a key. */
  scrub(text: string): Promise<string>;
  /** Commits what is not yet. */
  save(): Promise<void>;
}

export const createRowWork = (
  { client, time, credentials }: Pick<RunPlan, 'client' | 'time' | 'credentials'>,
  recorder: Recorder,
  /** `cutOff` ends a call in the air; `stop`, whose reason is a RunStopped, lets none begin any more. */
  { cutOff, stop }: { readonly cutOff: AbortSignal; readonly stop: AbortSignal },
  row: PlanRow,
  begun: TokenProgress,
): RowWork => {
  let progress = begun;
  let pending: LedgerEntry[] = [];
  let saved = true;

  const commit = async (): Promise<void> => {
    const entries = pending;
    pending = [];
    saved = true;
    await recorder.record(entries, progress);
  };
  const change: RowWork['change'] = (changes) => {
    progress = { ...progress, ...changes };
    saved = false;
  };

  const secrets = async (): Promise<Credentials | undefined> => {
    const opened = await credentials.open([row]).catch(() => undefined);
    return opened?.get(row.id);
  };
  const scrub = async (text: string): Promise<string> =>
    withoutKeysInProse(scrubOf('', await secrets())(text));

  return {
    row,
    progress: () => progress,
    change,
    scrub,
    async send<T>(step: RunStep, call: TargetCall): Promise<TargetAnswer<T>> {
      stop.throwIfAborted();
      const { method, path } = call;
      const writes = method !== 'GET';
      const { doubt: before } = progress;
      const at = systemTime.now();
      pending.push({ what: 'call', row: row.id, step, method, path, at });
      change({
        state: progress.state === 'ready' ? 'running' : progress.state,
        calls: progress.calls + 1,
        started_at: progress.started_at ?? time.now(),
        ...(writes ? { doubt: 1 } : {}),
      });
      await commit();
      const sentAt = systemTime.monotonic();
      const ended = () => ({
        what: 'answer' as const,
        row: row.id,
        step,
        at: systemTime.now(),
        ms: Math.round(systemTime.monotonic() - sentAt),
      });
      try {
        const answer = await client.call<T>({ ...call, signal: cutOff, stop, secrets });
        const { statusCode: status, attempts, correlationId } = answer;
        const told = {
          ...ended(),
          status,
          attempts,
          ...(correlationId === undefined ? {} : { correlationId }),
        };
        pending.push(told);
        change({ call_ms: progress.call_ms + told.ms });
        return answer;
      } catch (error) {
        const told = { ...ended(), ...problemOf(error) };
        told.problem = await scrub(told.problem);
        pending.push(told);
        const certain = error instanceof TargetError ? error.notCarriedOut : error instanceof RunStopped;
        change({ call_ms: progress.call_ms + told.ms, ...(writes && certain ? { doubt: before } : {}) });
        // It might have gone well another time, and gets one when the run goes on.
        if (stop.aborted && error instanceof TargetError && error.passing) throw stop.reason;
        throw error;
      }
    },
    async save() {
      if (!saved || pending.length > 0) await commit();
    },
  };
};

const problemOf = (
  error: unknown,
): Partial<Extract<LedgerEntry, { what: 'answer' }>> & { problem: string } => {
  if (error instanceof RunStopped) return { problem: error.message };
  if (!(error instanceof TargetError)) return { problem: 'cut off before the answer came' };
  const { statusCode, correlationId, message } = error;
  return {
    ...(statusCode === undefined ? {} : { status: statusCode }),
    ...(correlationId === undefined ? {} : { correlationId }),
    problem: message,
  };
};
