import { systemTime } from '#base/clock.ts';
import { throttle } from '#base/throttle.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Run } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRunState, type TokenRunRecord } from '#desk/store/token-runs.ts';
import type { Held } from '#desk/tokens/tokens.ts';
import type { UnreadableOf } from '#desk/tokens/unreadable.ts';
import { type ActiveRun, createActiveRun } from './active-run.ts';
import { createBeginnings } from './beginnings.ts';
import type { FirstLook } from './first-look.ts';
import { lookForDuplicates } from './look-for-duplicates.ts';
import { firstLookFor, refuseOtherDesk } from './other-desk.ts';
import type { RunPlan } from './plan.ts';
import { createRecorder, emptyLedger, type Recorder } from './recorder.ts';
import type { Stop } from './run-control.ts';
import { createRunRecords, type Standing } from './run-records.ts';
import { linkedBefore, runView } from './run-view.ts';
import { createTally, type Tally } from './tally.ts';

/**
 * Carries out runs: each is on record before its first call leaves, goes on by itself, and is put on record again when
 * it is paused and when it ends. One at a time for a case. Source: `docs/architecture.md#a-migration`.
 */
export interface Engine {
  /**
   * Answers when it is on record, after a look at the target for another desk that may take some seconds.
   * @throws CatalogueError `tokens.runActive`, `tokens.otherDesk`, `server.stopping`
   */
  start(plan: RunPlan): Promise<Run>;
  /** Goes on with one that was paused or interrupted; `plan.rows` are those that have not ended, and its own others. */
  resume(plan: RunPlan, after: 'paused' | 'interrupted'): Promise<Run>;
  /** Ends one that was paused or interrupted, without a call. @throws CatalogueError `tokens.runActive` */
  end(record: TokenRunRecord, about: { readonly actor: string; readonly why: string }): Promise<void>;
  active(caseId: string): Active | undefined;
  /** One that is being begun is under way or refused when this answers, however slow its target is. Never rejects. */
  hurry(caseId: string): Promise<void>;
  /** Ends what runs, as a pause; what is still in the air after `graceMs` is cut off. */
  stop(graceMs: number): Promise<void>;
}

export interface Active {
  readonly runId: string;
  readonly kind: RunPlan['kind'];
  view(): Run;
  stop(stop: Stop): Promise<void>;
  /** Answers when it is on record again. Never rejects. */
  readonly ended: Promise<void>;
}

export interface EngineOptions {
  readonly cases: Cases;
  /** The first wait before a call is made again, ms. */
  readonly backoffMs?: number;
  /** How long a beginning waits for what its target has, ms (`first-look.ts`). */
  readonly lookWaitMs?: number;
  readonly unreadableOf: UnreadableOf;
  /** Why a row is held back, for the results. */
  readonly heldOf: (caseId: string) => Promise<Held>;
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
const noLook = (): undefined => undefined;

export const createEngine = (context: DeskContext, options: EngineOptions): Engine => {
  const { store, log, announce } = context;
  const { backoffMs = 1000 } = options;
  const records = createRunRecords(context, options);
  const running = new Map<string, Running>();
  const beginnings = createBeginnings();

  const begin = (plan: RunPlan, recorder: Recorder, record: Run, firstLook?: FirstLook): Run => {
    const tally = createTally();
    const now = throttle(announcedEveryMs);
    const view = (): Run => {
      const remark = run.closed();
      return { ...viewNow(record, recorder, tally), ...(remark === undefined ? {} : { remark }) };
    };
    const tell = (): void => announce(runAnnouncement(view()));
    const { target } = plan.client;
    const run = createActiveRun(plan, {
      recorder,
      tally,
      log,
      backoffMs,
      lanes: Math.min(plan.options.concurrency ?? target.concurrency, target.concurrency),
      firstLook,
      moved: () => now(tell),
    });
    const ended = carryOut({ plan, run, recorder, tally }).then(async () => {
      if (running.get(plan.caseId) === entry) running.delete(plan.caseId);
      await records.read(plan.runId).then(
        (last) => announce(runAnnouncement(last)),
        (error: unknown) => log.error({ err: error, runId: plan.runId }, 'tokens: an end was not announced'),
      );
    });
    const stop = async (wanted: Stop): Promise<void> => {
      run.stop(wanted);
      await ended;
    };
    const entry: Running = { runId: plan.runId, kind: plan.kind, view, stop, run, ended };
    running.set(plan.caseId, entry);
    tell();
    return view();
  };

  /** Never rejects: whatever happens, the run is put on record as paused, so that it can be gone on with. */
  const carryOut = async (parts: RunParts): Promise<void> => {
    const { plan } = parts;
    let stop: Stop | undefined;
    try {
      stop = await parts.run.work();
    } catch (error) {
      log.error({ err: error, runId: plan.runId }, 'tokens: a run failed unforeseen');
      stop = { how: 'pause', why: wordsOf(error) };
    }
    try {
      if (stop?.how === 'pause' && plan.kind !== 'rehearsal') {
        await records.paused(plan, standingOf(parts), stop);
      } else await end(parts, stop);
    } catch (error) {
      log.error({ err: error, runId: plan.runId }, 'tokens: a run could not be put on record');
      await fallBack(plan).catch((later: unknown) => log.error({ err: later }, 'tokens: nor as interrupted'));
    }
    await plan
      .release?.()
      .catch((error: unknown) => log.error({ err: error }, 'tokens: a rehearsal was not released'));
  };

  const end = async (parts: RunParts, stop: Stop | undefined): Promise<void> => {
    const { plan, run } = parts;
    const { duplicates, remark } = await lookForDuplicates(plan, run, stop !== undefined);
    const remarks = [plan.remark, stop?.why, remark].filter((text) => text !== undefined);
    const state = stop === undefined ? 'done' : 'cancelled';
    const about = { ...plan, actor: stop?.by ?? plan.actor };
    await records.ended(about, standingOf(parts), { was: 'running', state, duplicates, remarks });
  };

  /** A rehearsal can't be gone on with: it is interrupted only until its end can be put on record. */
  const fallBack = async ({ runId, kind, actor }: RunPlan): Promise<void> => {
    try {
      if (kind === 'rehearsal')
        await records.cutOff(runId, { actor, remark: 'Its results could not be kept.' });
    } finally {
      await records.interrupted(runId);
    }
  };

  /** Also while one that was paused or has ended is still being settled. */
  const refuseRunning = (caseId: string): void => {
    if (running.has(caseId)) throw new CatalogueError('tokens.runActive', { what: 'is running' });
  };

  return {
    async start(plan) {
      refuseRunning(plan.caseId);
      const lookFor = (): FirstLook | undefined => firstLookFor(plan, options.lookWaitMs);
      return beginnings.begin(plan.caseId, lookFor, async (look) => {
        await refuseOtherDesk(plan, look);
        const record = await records.started(plan);
        return begin(plan, createRecorder(store, plan, { ledger: emptyLedger, calls: {} }), record, look);
      });
    },

    async resume(plan, after) {
      refuseRunning(plan.caseId);
      return beginnings.begin(plan.caseId, noLook, async () => {
        const record = await records.read(plan.runId);
        await records.resumed(plan, record, after);
        const { remark: _, ...begun } = record;
        const { remark, heldCauses } = plan;
        const said = {
          ...(remark === undefined ? {} : { remark }),
          ...(heldCauses === undefined ? {} : { heldCauses }),
        };
        return begin(plan, createRecorder(store, plan, record), { ...begun, ...said, state: 'running' });
      });
    },

    async end(record, { actor, why }) {
      const { id: runId, case_id: caseId, scope, kind, state: was, target_name: targetName } = record;
      refuseRunning(caseId);
      if (kind === 'rehearsal') return records.cutOff(runId, { actor, remark: why });
      const tallied = await store.read((reader) => readRunState(reader, record));
      const { ledger, calls } = runView(record);
      const remarks = [why, 'Whether the target has anything twice was not looked up.'];
      const about = { runId, caseId, scope, kind, targetName, actor };
      const ending = { was, state: 'cancelled', duplicates: [], remarks } as const;
      await records.ended(about, { tallied, ledger, calls }, ending);
    },

    active: (caseId) => running.get(caseId),
    hurry: beginnings.hurry,

    async stop(graceMs) {
      await beginnings.stop();
      const all = [...running.values()];
      for (const { run } of all) run.stop({ how: 'pause', why: 'Carryover was stopped. Resume to go on.' });
      const cancel = systemTime.after(graceMs, () => {
        for (const { run } of all) run.abort(new CatalogueError('server.stopping'));
      });
      await Promise.all(all.map(({ ended }) => ended));
      cancel();
    },
  };
};

const standingOf = ({ recorder, tally }: RunParts): Standing => ({
  tallied: { counts: tally.counts(), failures: tally.failures(), alreadyLinked: tally.alreadyLinked() },
  calls: { ...recorder.calls() },
  ledger: recorder.ledger(),
});

const wordsOf = (error: unknown): string =>
  error instanceof CatalogueError
    ? withoutKeysInProse(error.message)
    : 'Something went wrong here; the log has the details.';

const viewNow = (record: Run, recorder: Recorder, tally: Tally): Run => {
  const perMinute = tally.perMinute();
  const leftMs = tally.leftMs();
  return {
    ...record,
    counts: tally.counts(),
    failures: tally.failures(),
    ...linkedBefore(record.kind, tally.alreadyLinked()),
    calls: { ...recorder.calls() },
    ledger: recorder.ledger(),
    ...(perMinute === undefined ? {} : { perMinute: Math.round(perMinute) }),
    ...(leftMs === undefined ? {} : { leftMs }),
  };
};

const runAnnouncement = ({ id, caseId, kind, state, counts, perMinute, leftMs }: Run) => ({
  type: 'run' as const,
  caseId,
  runId: id,
  kind,
  state,
  rows: counts.rows,
  done: counts.done,
  failed: counts.failed,
  syncing: counts.syncing,
  ...(perMinute === undefined ? {} : { perMinute }),
  ...(leftMs === undefined ? {} : { leftMs }),
});
