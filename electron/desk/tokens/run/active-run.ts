import { parseDurationMs } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Failure } from '#contract/token-causes.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import {
  createDirectory,
  type Directory,
  type KnownCompanies,
  lookFirst,
  readDirectory,
} from './directory.ts';
import { RunHalted, RunStopped } from './failing.ts';
import type { FirstLook } from './first-look.ts';
import { createLookAhead } from './look-ahead.ts';
import { otherDeskIn } from './other-desk.ts';
import type { PlanRow, RunPlan } from './plan.ts';
import { isOpen, takenUp } from './progress.ts';
import type { Recorder } from './recorder.ts';
import { bringOn, type DriverContext, lookAt, type Outcome, refuseUnreadable } from './row-driver.ts';
import { createRowWork, type RowWork } from './row-work.ts';
import { createShredder } from './shredder.ts';
import type { Tally } from './tally.ts';
import { createWatch } from './watch.ts';

/** Why rows are worked on no longer. */
export interface Stop {
  readonly how: 'pause' | 'cancel';
  readonly why: string;
  /** Who asked for it; undefined if it stops by itself. */
  readonly by?: string;
}

export interface ActiveRun {
  /** Works on rows until all have ended, or it is stopped; nothing is in the air then. */
  work(): Promise<Stop | undefined>;
  /** No further call is begun, nor tried again. A cancel overrides a pause. */
  stop(stop: Stop): void;
  /** Cuts off what is in the air, too. */
  abort(reason: unknown): void;
  /** How far each row is, by id. */
  progress(): ReadonlyMap<number, TokenProgress>;
  /** Why no further company is begun, while those under way come to their ends; undefined otherwise. */
  closed(): string | undefined;
}

interface Parts {
  readonly recorder: Recorder;
  readonly tally: Tally;
  readonly log: Log;
  readonly backoffMs: number;
  readonly lanes: number;
  /** What was begun to be read of the target before the run was on record. */
  readonly firstLook?: FirstLook | undefined;
  moved(): void;
}

const defaultSyncWithin = 'PT24H';

/** Rows of one company follow each other, so that the second finds what the first made. */
const groupsOf = (works: readonly RowWork[]): RowWork[][] => [
  ...Map.groupBy(works, ({ row }) => row.ref).values(),
];

/** The rows of one run on their way: as many at once as there are lanes, and those whose sync is under way beside them. */
export const createActiveRun = (plan: RunPlan, parts: Parts): ActiveRun => {
  const { recorder, tally, lanes } = parts;
  const abort = new AbortController();
  const withinMs = parseDurationMs(plan.options.syncWithin ?? defaultSyncWithin, 'syncWithin');
  const current = new Map<number, TokenProgress>();
  const shredder = createShredder(plan.credentials, (error) =>
    parts.log.error({ err: error, runId: plan.runId }, 'tokens: shredding failed'),
  );
  let stopped: Stop | undefined;
  let closed: string | undefined;
  let troubles = 0;

  const isClosed = async (): Promise<boolean> => {
    if (closed !== undefined) return true;
    closed = await plan.closed?.();
    if (closed !== undefined) parts.moved();
    return closed !== undefined;
  };

  const stop = (wanted: Stop): void => {
    if (stopped === undefined || (stopped.how === 'pause' && wanted.how === 'cancel')) stopped = wanted;
    stopping.abort(new RunStopped());
  };
  /** Ends waiting, for a time to come or to try again, when a stop is asked for. */
  const stopping = new AbortController();
  const signals = { cutOff: abort.signal, stop: stopping.signal };
  const reading = AbortSignal.any([abort.signal, stopping.signal]);
  const lookAhead = createLookAhead(plan);

  let directory: Directory = createDirectory(new Map());
  const context: DriverContext = {
    plan,
    get directory() {
      return directory;
    },
    signal: stopping.signal,
    cutOff: abort.signal,
    log: parts.log,
    backoffMs: parts.backoffMs,
    credentialsOf: ({ row }) => lookAhead.take(row.id),
  };

  const note = (work: RowWork): void => {
    const progress = work.progress();
    const before = current.get(work.row.id);
    current.set(work.row.id, progress);
    tally.moved(before, progress);
    lookAhead.heed(progress);
    if (before?.state !== progress.state) parts.moved();
  };

  /** Many rows in a row that get no answer are no fault of theirs. */
  const heedTrouble = (work: RowWork, outcome: Outcome, isLook: boolean): void => {
    const { state, failure } = work.progress();
    if (outcome === 'unanswered') troubles += 1;
    // A look that finds a sync under way tells nothing of calls that write.
    else if (!(isLook && isOpen({ state }))) troubles = 0;
    if (outcome === 'unanswered' && troubles >= lanes * 2) {
      const { message } = JSON.parse(failure as string) as Failure;
      stop({
        how: 'pause',
        why: `${troubles} companies in a row failed alike: ${message} Resume when that is over, and retry the failed ones.`,
      });
    }
  };

  const carry = async (work: RowWork, isLook: boolean, by: () => Promise<Outcome>): Promise<void> => {
    try {
      heedTrouble(work, await by(), isLook);
      // Not before it is committed: what is shredded is gone.
      const { state, kept } = work.progress();
      if (state === 'done' && kept === 0) shredder.add(work.row.id);
    } catch (error) {
      if (abort.signal.aborted || error instanceof RunStopped) return;
      if (error instanceof RunHalted) stop({ how: 'pause', why: error.message });
      else if (error instanceof CatalogueError) stop({ how: 'pause', why: error.message });
      else {
        parts.log.error({ err: error, runId: plan.runId }, 'tokens: a row failed unforeseen');
        stop({ how: 'pause', why: 'Something went wrong here; the log has the details. Resume to go on.' });
      }
    } finally {
      note(work);
    }
  };

  const pass = async (works: readonly RowWork[]): Promise<void> => {
    const groups = groupsOf(works);
    let next = 0;
    const watch = createWatch();
    const busy = new Set<Promise<void>>();
    recorder.expect(() => busy.size);
    const launch = (task: Promise<void>): void => {
      const tracked = task.finally(() => busy.delete(tracked));
      busy.add(tracked);
    };
    const watchIfSyncing = (work: RowWork, looks: number): void => {
      const progress = work.progress();
      if (isOpen(progress) && progress.step === 'verify') watch.add(work, looks, plan.time.now());
    };
    const begin = async (group: readonly RowWork[]): Promise<void> => {
      if (group.some((work) => isToBeBegun(work)) && (await isClosed())) return;
      for (const work of group) {
        if (stopped !== undefined) return;
        await carry(work, false, async () => {
          if (await lookAhead.lacks(work.progress())) return refuseUnreadable(context, work);
          await lookFirst(plan.client, directory, work, reading);
          return bringOn(context, work, () => stopped !== undefined);
        });
        // One that was Linked already needs no waiting.
        watchIfSyncing(work, work.progress().state === 'syncing' ? 1 : 0);
      }
    };
    const look = async ({ work, looks }: { work: RowWork; looks: number }): Promise<void> => {
      await carry(work, true, () => lookAt(context, work, withinMs));
      watchIfSyncing(work, looks + 1);
    };

    for (;;) {
      while (stopped === undefined && busy.size < lanes) {
        const due = watch.take(plan.time.now());
        const group = due === undefined && closed === undefined ? groups[next++] : undefined;
        if (due !== undefined) launch(look(due));
        else if (group !== undefined) launch(begin(group));
        else break;
      }
      if (busy.size > 0) {
        await Promise.race(busy);
        continue;
      }
      const dueAt = watch.nextAt();
      if (stopped === undefined && dueAt === undefined && closed !== undefined) {
        stop({ how: 'pause', why: closed });
      }
      if (stopped !== undefined || dueAt === undefined) return;
      await plan.time.until(dueAt, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
    }
  };

  const worksOf = (rows: readonly { row: PlanRow; progress: TokenProgress }[]): RowWork[] =>
    rows.map(({ row, progress }) => createRowWork(plan, recorder, signals, row, progress));

  const again = async (): Promise<boolean> => {
    const rowIds = new Set((await plan.again?.()) ?? []);
    const rows = plan.rows.filter(({ row }) => rowIds.has(row.id));
    if (stopped !== undefined || rows.length === 0) return false;
    const works = worksOf(
      rows.map(({ row }) => ({
        row,
        progress: takenUp(plan, current.get(row.id) as TokenProgress, 'sync'),
      })),
    );
    for (const work of works) note(work);
    await pass(works);
    return true;
  };

  for (const { row, progress } of plan.rows) {
    current.set(row.id, progress);
    tally.moved(undefined, progress);
  }
  for (const { progress } of plan.heldBack ?? []) tally.moved(undefined, { ...progress, state: 'ready' });

  return {
    async work() {
      const open = plan.rows.filter(({ progress }) => isOpen(progress));
      try {
        const look = (known: KnownCompanies): void => {
          const refused = otherDeskIn(plan, open, known);
          if (refused !== undefined) throw new RunHalted(refused.message);
        };
        directory = await readDirectory(plan.client, open, reading, {
          takeRead: parts.firstLook?.take,
          look,
        });
        await pass(worksOf(open));
        while (stopped === undefined && (await again()));
      } catch (error) {
        if (error instanceof RunHalted) stop({ how: 'pause', why: error.message });
        else if (!(error instanceof RunStopped)) throw error;
      } finally {
        await shredder.flush();
      }
      return stopped;
    },
    stop,
    abort(reason) {
      stop({ how: 'pause', why: 'Carryover was stopped.' });
      abort.abort(reason);
    },
    progress: () => current,
    closed: () => closed,
  };
};

/** Its sync is not under way yet, so there are calls that write. */
const isToBeBegun = (work: RowWork): boolean => isOpen(work.progress()) && work.progress().step !== 'verify';
