import { systemTime, toIso } from '#base/clock.ts';
import { present } from '#base/lists.ts';
import { throttle } from '#base/throttle.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Run, Thresholds } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readEnded, readRunState, type TokenRunRecord } from '#desk/store/token-runs.ts';
import type { Held } from '#desk/tokens/tokens.ts';
import type { UnreadableOf } from '#desk/tokens/unreadable.ts';
import { type ActiveRun, type ActiveRunParts, countPlanned, createActiveRun } from './active-run.ts';
import { createBeginnings } from './beginnings.ts';
import { checkForDuplicates } from './check-for-duplicates.ts';
import type { FirstReading } from './first-reading.ts';
import { firstReadingFor, refuseOtherDesk } from './other-desk.ts';
import type { RunPlan } from './plan.ts';
import { createRecorder, emptyLedger, type Recorder } from './recorder.ts';
import type { Stop } from './run-control.ts';
import { createRunRecords, type RunProgress, type RunRecords } from './run-records.ts';
import { linkedBefore, runView } from './run-view.ts';
import { createTally, type Tally } from './tally.ts';
import { type Ended, isByThreshold, noneEnded, passedThreshold, withEnd } from './thresholds.ts';

/**
 * Carries out runs in the background, one at a time for a case: each is recorded before its first call, when it is
 * paused and when it ends. Source: `docs/architecture.md#a-migration`.
 */
export interface Engine {
  /**
   * Resolves when it is recorded, after a check of the target for another desk that may take some seconds.
   * @throws CatalogueError `tokens.runActive`, `tokens.otherDesk`, `server.stopping`
   */
  start(plan: RunPlan): Promise<Run>;
  /** Resumes one that was paused or interrupted; `plan.rows` are those that have not ended, and its own others. */
  resume(plan: RunPlan, after: 'paused' | 'interrupted'): Promise<Run>;
  /** Ends one that was paused or interrupted, without a call. @throws CatalogueError `tokens.runActive` */
  end(record: TokenRunRecord, about: { readonly actor: string; readonly why: string }): Promise<void>;
  active(caseId: string): Active | undefined;
  /** One that is being begun is under way or refused when this answers, however slow its target is. Never rejects. */
  hurry(caseId: string): Promise<void>;
  /** Pauses what runs; calls in progress after `graceMs` are cut off. */
  stop(graceMs: number): Promise<void>;
}

export interface Active {
  readonly runId: string;
  readonly kind: RunPlan['kind'];
  view(): Run;
  stop(stop: Stop): Promise<void>;
  setThresholds(thresholds: Thresholds): void;
  /** Resolves when its end is recorded. Never rejects. */
  readonly ended: Promise<void>;
}

export interface EngineOptions {
  readonly cases: Cases;
  /** The first wait before a call is made again, ms. */
  readonly backoffMs?: number;
  /** How long a beginning waits for what its target has, ms (`first-reading.ts`). */
  readonly readingWaitMs?: number;
  readonly unreadableOf: UnreadableOf;
  /** Why a row is held, for the results. */
  readonly heldOf: (caseId: string) => Promise<Held>;
}

/** Collaborators of the engine. */
interface EngineParts {
  readonly context: DeskContext;
  readonly records: RunRecords;
  /** The first wait before a call is made again, ms. */
  readonly backoffMs: number;
  /** By case. */
  readonly running: Map<string, Running>;
}

/** A run while it is worked on. */
interface RunParts {
  readonly plan: RunPlan;
  readonly run: ActiveRun;
  readonly recorder: Recorder;
  readonly tally: Tally;
}

interface Running extends Active {
  readonly run: ActiveRun;
}

const announcedEveryMs = 200;

export const createEngine = (context: DeskContext, options: EngineOptions): Engine => {
  const records = createRunRecords(context, options);
  const running = new Map<string, Running>();
  const engine: EngineParts = { context, records, backoffMs: options.backoffMs ?? 1000, running };
  const beginnings = createBeginnings();

  /** Also while a run that was paused or has ended is still being recorded. */
  const refuseRunning = (caseId: string): void => {
    if (running.has(caseId)) throw new CatalogueError('tokens.runActive', { what: 'is running' });
  };

  return {
    async start(plan) {
      refuseRunning(plan.caseId);
      const read = (): FirstReading | undefined => firstReadingFor(plan, options.readingWaitMs);
      return beginnings.begin(plan.caseId, read, async (reading) => {
        await refuseOtherDesk(plan, reading);
        const record = await records.started(plan);
        const recorder = createRecorder(context.store, plan, { ledger: emptyLedger, calls: {} });
        return begin(engine, plan, recorder, record, { firstReading: reading });
      });
    },
    async resume(plan, after) {
      refuseRunning(plan.caseId);
      const noReading = (): undefined => undefined;
      return beginnings.begin(plan.caseId, noReading, async () => {
        const record = await records.read(plan.runId);
        const { counted, ended } = await countedFrom(engine, plan, after);
        await records.resumed(counted, record, after);
        const recorder = createRecorder(context.store, counted, record);
        return begin(engine, counted, recorder, resumedRecord(record, counted), { ended });
      });
    },
    async end(record, about) {
      refuseRunning(record.case_id);
      await endIdle(engine, record, about);
    },
    active: (caseId) => running.get(caseId),
    hurry: beginnings.hurry,
    async stop(graceMs) {
      await beginnings.stop();
      await stopAll([...running.values()], graceMs);
    },
  };
};

const stopAll = async (all: readonly Running[], graceMs: number): Promise<void> => {
  for (const { run } of all) run.stop({ how: 'pause', why: 'Carryover was stopped. Resume to continue.' });
  const cancel = systemTime.after(graceMs, () => {
    for (const { run } of all) run.abort(new CatalogueError('server.stopping'));
  });
  await Promise.all(all.map(({ ended }) => ended));
  cancel();
};

/**
 * The rows that ended before count on, also over a crash; but a person who resumes a run that a threshold has paused has
 * seen them.
 */
const countedFrom = async (
  { context }: EngineParts,
  plan: RunPlan,
  after: 'paused' | 'interrupted',
): Promise<{ readonly counted: RunPlan; readonly ended: Ended }> => {
  const { runId, caseId, scope, countedSinceMs = 0, options } = plan;
  const about = { id: runId, case_id: caseId, scope };
  const rows = await context.store.read((reader) => readEnded(reader, about, countedSinceMs));
  const ended = rows.reduce(withEnd, noneEnded);
  const isSeen = after === 'paused' && passedThreshold(options.thresholds ?? {}, ended) !== undefined;
  if (!isSeen) return { counted: plan, ended };
  return { counted: { ...plan, countedSinceMs: plan.time.now() }, ended: noneEnded };
};

const resumedRecord = (
  { remark: _, ...begun }: Run,
  { remark, heldCauses, countedSinceMs }: RunPlan,
): Run => ({
  ...begun,
  ...present({ remark, heldCauses }),
  ...(countedSinceMs === undefined ? {} : { countedSince: toIso(countedSinceMs) }),
  state: 'running',
});

const begin = async (
  engine: EngineParts,
  plan: RunPlan,
  recorder: Recorder,
  record: Run,
  begun: Pick<ActiveRunParts, 'firstReading' | 'ended'>,
): Promise<Run> => {
  const { context, running } = engine;
  let { options } = record;
  const tally = createTally();
  await countPlanned(tally, plan);
  const now = throttle(announcedEveryMs);
  const view = (): Run => {
    const remark = run.closed();
    return {
      ...viewNow({ ...record, options }, recorder, tally),
      ...(remark === undefined ? {} : { remark }),
    };
  };
  const tell = (): void => context.announce(runAnnouncement(view()));
  // Its end is announced by itself, and the last move may be told after it.
  const tellWhileRunning = (): void => {
    if (running.get(plan.caseId) === entry) tell();
  };
  const { target } = plan.client;
  const run = createActiveRun(plan, {
    recorder,
    tally,
    log: context.log,
    backoffMs: engine.backoffMs,
    lanes: Math.min(plan.options.concurrency ?? target.concurrency, target.concurrency),
    ...begun,
    moved: () => now(tellWhileRunning),
  });
  const ended = carryOut(engine, { plan, run, recorder, tally }).then(async () => {
    if (running.get(plan.caseId) === entry) running.delete(plan.caseId);
    await announceEnd(engine, plan.runId);
  });
  const stop = async (wanted: Stop): Promise<void> => {
    run.stop(wanted);
    await ended;
  };
  const setThresholds = (thresholds: Thresholds): void => {
    options = { ...options, thresholds };
    run.setThresholds(thresholds);
  };
  const about = { runId: plan.runId, kind: plan.kind };
  const entry: Running = { ...about, view, stop, setThresholds, run, ended };
  running.set(plan.caseId, entry);
  tell();
  return view();
};

const announceEnd = ({ context, records }: EngineParts, runId: string): Promise<void> =>
  records.read(runId).then(
    (last) => context.announce(runAnnouncement(last)),
    (error: unknown) => context.log.error({ err: error, runId }, 'tokens: an end was not announced'),
  );

/** Never rejects: whatever happens, the run is recorded as paused, so that it can be resumed. */
const carryOut = async (engine: EngineParts, parts: RunParts): Promise<void> => {
  const { plan } = parts;
  const { log } = engine.context;
  try {
    await recordStop(engine, parts, await outcomeOf(engine, parts));
  } catch (error) {
    log.error({ err: error, runId: plan.runId }, 'tokens: a run could not be recorded');
    await fallBack(engine, plan).catch((later: unknown) =>
      log.error({ err: later }, 'tokens: nor as interrupted'),
    );
  }
  plan.rows.close();
  plan.held?.close();
  await plan
    .release?.()
    .catch((error: unknown) => log.error({ err: error }, 'tokens: a rehearsal was not released'));
};

const outcomeOf = async ({ context }: EngineParts, { plan, run }: RunParts): Promise<Stop | undefined> => {
  try {
    return await run.work();
  } catch (error) {
    context.log.error({ err: error, runId: plan.runId }, 'tokens: a run failed unexpectedly');
    return { how: 'pause', why: messageOf(error) };
  }
};

/** A rehearsal can't be resumed, so a pause ends it. */
const recordStop = async (engine: EngineParts, parts: RunParts, stop: Stop | undefined): Promise<void> => {
  const { plan, recorder } = parts;
  const { records } = engine;
  if (stop?.how === 'pause' && plan.kind !== 'rehearsal') {
    await records.paused(plan, progressOf(parts), stop);
    return;
  }
  const { duplicates, remark } = await checkForDuplicates(plan, recorder, stop !== undefined);
  const remarks = [plan.remark, stop?.why, remark].filter((text) => text !== undefined);
  const state = stop === undefined ? 'done' : 'cancelled';
  const about = { ...plan, actor: stop?.by ?? plan.actor };
  await records.ended(about, progressOf(parts), { was: 'running', state, duplicates, remarks });
};

/** A rehearsal is interrupted only until its end can be recorded. */
const fallBack = async ({ records }: EngineParts, { runId, kind, actor }: RunPlan): Promise<void> => {
  try {
    if (kind === 'rehearsal')
      await records.cutOff(runId, { actor, remark: 'Its results could not be stored.' });
  } finally {
    await records.interrupted(runId);
  }
};

const endIdle = async (
  { context, records }: EngineParts,
  record: TokenRunRecord,
  { actor, why }: { readonly actor: string; readonly why: string },
): Promise<void> => {
  const { id: runId, case_id: caseId, scope, kind, state: was, target_name: targetName } = record;
  if (kind === 'rehearsal') return records.cutOff(runId, { actor, remark: why });
  const tallied = await context.store.read((reader) => readRunState(reader, record));
  const { ledger, calls } = runView(record);
  const remarks = [why, 'The target was not checked for duplicates.'];
  const about = { runId, caseId, scope, kind, targetName, actor };
  const ending = { was, state: 'cancelled', duplicates: [], remarks } as const;
  await records.ended(about, { tallied, ledger, calls }, ending);
};

const progressOf = ({ recorder, tally }: RunParts): RunProgress => ({
  tallied: { counts: tally.counts(), failures: tally.failures(), alreadyLinked: tally.alreadyLinked() },
  calls: { ...recorder.calls() },
  ledger: recorder.ledger(),
});

const messageOf = (error: unknown): string =>
  error instanceof CatalogueError
    ? withoutKeysInProse(error.message)
    : 'Internal error; see the log for details.';

const viewNow = (record: Run, recorder: Recorder, tally: Tally): Run => {
  const perMinute = tally.perMinute();
  return {
    ...record,
    counts: tally.counts(),
    failures: tally.failures(),
    ...linkedBefore(record.kind, tally.alreadyLinked()),
    calls: { ...recorder.calls() },
    ledger: recorder.ledger(),
    ...present({ perMinute: perMinute && Math.round(perMinute), leftMs: tally.leftMs() }),
  };
};

const runAnnouncement = ({ id, caseId, kind, state, counts, perMinute, leftMs, remark }: Run) => ({
  type: 'run' as const,
  caseId,
  runId: id,
  kind,
  state,
  rows: counts.rows,
  done: counts.done,
  failed: counts.failed,
  syncing: counts.syncing,
  ...present({ perMinute, leftMs }),
  ...(state === 'paused' && remark !== undefined
    ? { why: remark, ...(isByThreshold(remark) ? { byThreshold: true as const } : {}) }
    : {}),
});
