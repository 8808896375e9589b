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

/** One row while it is worked on: how far it is, and its calls. */
export interface RowWork {
  readonly row: PlanRow;
  progress(): TokenProgress;
  /** Changes how far it is; in the table with the next commit. */
  change(changes: Partial<TokenProgress>): void;
  /**
   * Sends one call of a step. A call that writes is committed to the ledger before it leaves, and puts the row in doubt,
   * until its answer was understood (`writeOnce`) or it certainly was not carried out. A call that only reads changes
   * nothing on the target, so it is committed with what came of it, like every answer with whatever is committed next.
   * @throws TargetError, RunStopped, the signal's reason
   */
  send<T>(step: RunStep, call: TargetCall): Promise<TargetAnswer<T>>;
  /** Takes out what a target may have repeated: the row's own credentials, and whatever looks like a key. */
  scrub(text: string): Promise<string>;
  /** Commits what is not yet. */
  save(): Promise<void>;
}

/** How far a row is, and what of it is not committed yet. */
interface Work {
  readonly plan: Pick<RunPlan, 'client' | 'time' | 'credentials'>;
  readonly recorder: Recorder;
  readonly signals: Signals;
  readonly row: PlanRow;
  progress: TokenProgress;
  pending: LedgerEntry[];
  saved: boolean;
}

/** `cutOff` ends a call in progress; `stop`, whose reason is a RunStopped, prevents further ones. */
interface Signals {
  readonly cutOff: AbortSignal;
  readonly stop: AbortSignal;
}

export const createRowWork = (
  plan: Work['plan'],
  recorder: Recorder,
  signals: Signals,
  row: PlanRow,
  progress: TokenProgress,
): RowWork => {
  const work: Work = { plan, recorder, signals, row, progress, pending: [], saved: true };
  return {
    row,
    progress: () => work.progress,
    change: (changes) => change(work, changes),
    scrub: (text) => scrub(work, text),
    send: (step, call) => send(work, step, call),
    async save() {
      if (!work.saved || work.pending.length > 0) await commit(work);
    },
  };
};

const commit = async (work: Work): Promise<void> => {
  const entries = work.pending;
  work.pending = [];
  work.saved = true;
  await work.recorder.record(entries, work.progress);
};

const change = (work: Work, changes: Partial<TokenProgress>): void => {
  work.progress = { ...work.progress, ...changes };
  work.saved = false;
};

const secretsOf = async ({ plan, row }: Work): Promise<Credentials | undefined> => {
  const opened = await plan.credentials.open([row]).catch(() => undefined);
  return opened?.get(row.id);
};
const scrub = async (work: Work, text: string): Promise<string> =>
  withoutKeysInProse(scrubOf('', await secretsOf(work))(text));

const send = async <T>(work: Work, step: RunStep, call: TargetCall): Promise<TargetAnswer<T>> => {
  const { plan, signals } = work;
  const { cutOff, stop } = signals;
  stop.throwIfAborted();
  const { doubt } = work.progress;
  await recordCall(work, step, call);
  const sentAt = systemTime.monotonic();
  const record = (result: AnswerFacts, changes: Partial<TokenProgress> = {}): void => {
    const ms = Math.round(systemTime.monotonic() - sentAt);
    work.pending.push({ what: 'answer', row: work.row.id, step, at: systemTime.now(), ms, ...result });
    change(work, { call_ms: work.progress.call_ms + ms, ...changes });
  };
  try {
    const answer = await plan.client.call<T>({
      ...call,
      signal: cutOff,
      stop,
      secrets: () => secretsOf(work),
    });
    const { statusCode: status, attempts, correlationId } = answer;
    record({ status, attempts, ...(correlationId === undefined ? {} : { correlationId }) });
    return answer;
  } catch (error) {
    const { problem, ...facts } = problemOf(error);
    const isCertain = error instanceof TargetError ? error.notCarriedOut : error instanceof RunStopped;
    record({ ...facts, problem: await scrub(work, problem) }, writes(call) && isCertain ? { doubt } : {});
    // It might succeed another time, and is tried again when the run is resumed.
    if (stop.aborted && error instanceof TargetError && error.passing) throw stop.reason;
    throw error;
  }
};

const writes = ({ method }: TargetCall): boolean => method !== 'GET';

const recordCall = async (work: Work, step: RunStep, call: TargetCall): Promise<void> => {
  const { method, path } = call;
  const { state, calls, started_at } = work.progress;
  work.pending.push({ what: 'call', row: work.row.id, step, method, path, at: systemTime.now() });
  change(work, {
    state: state === 'ready' ? 'running' : state,
    calls: calls + 1,
    started_at: started_at ?? work.plan.time.now(),
    ...(writes(call) ? { doubt: 1 } : {}),
  });
  if (writes(call)) await commit(work);
};

type AnswerFacts = Omit<Extract<LedgerEntry, { what: 'answer' }>, 'what' | 'row' | 'step' | 'at' | 'ms'>;

const problemOf = (error: unknown): AnswerFacts & { problem: string } => {
  if (error instanceof RunStopped) return { problem: error.message };
  if (!(error instanceof TargetError)) return { problem: 'cut off before the response arrived' };
  const { statusCode, correlationId, message } = error;
  return {
    ...(statusCode === undefined ? {} : { status: statusCode }),
    ...(correlationId === undefined ? {} : { correlationId }),
    problem: message,
  };
};
