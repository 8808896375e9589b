import { parseDurationMs } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { eachInTurns } from '#base/take-turns.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Thresholds } from '#contract/token-runs.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import {
  createDirectory,
  type Directory,
  findExisting,
  type KnownCompanies,
  readDirectory,
} from './directory.ts';
import { RunHalted, RunStopped } from './failing.ts';
import type { FirstReading } from './first-reading.ts';
import { type OpenedCredentials, openCredentials } from './opened-credentials.ts';
import { otherDeskIn } from './other-desk.ts';
import { pass } from './pass.ts';
import type { PlannedRow, PlanRow, RunPlan } from './plan.ts';
import { failureOf, isOpen, resumedAt } from './progress.ts';
import type { Recorder } from './recorder.ts';
import { bringOn, checkSync, type DriverContext, type Outcome, refuseUnreadable } from './row-driver.ts';
import { createRowWork, type RowWork } from './row-work.ts';
import { createRunControl, type RunControl, type Stop } from './run-control.ts';
import { createShredder, type Shredder } from './shredder.ts';
import { createSyncTimes } from './sync-times.ts';
import type { Tally } from './tally.ts';
import { type Ended, noneEnded, passedThreshold, withEnd } from './thresholds.ts';
import type { ParkedRow } from './watch.ts';

export interface ActiveRun {
  /** Works on rows until all have ended or it is stopped; no call is under way then. */
  work(): Promise<Stop | undefined>;
  /** No further call is begun, nor tried again. A cancel overrides a pause. */
  stop(stop: Stop): void;
  /** Cuts off calls under way, too. */
  abort(reason: unknown): void;
  /** Holds from the next row that ends on, and for those that have. */
  setThresholds(thresholds: Thresholds): void;
  /** Why no further company is begun, while those under way come to their ends; undefined otherwise. */
  closed(): string | undefined;
}

/** What a run is worked on with. */
export interface ActiveRunParts {
  readonly recorder: Recorder;
  readonly tally: Tally;
  readonly log: Log;
  readonly backoffMs: number;
  readonly lanes: number;
  /** Reading of the target that began before the run was recorded. */
  readonly firstReading?: FirstReading | undefined;
  /** Rows that ended before, as far as they count for the thresholds. */
  readonly ended?: Ended;
  moved(): void;
}

/** A run while it is worked on. */
interface Active {
  readonly plan: RunPlan;
  readonly parts: ActiveRunParts;
  readonly control: RunControl;
  readonly shredder: Shredder;
  readonly openedCredentials: OpenedCredentials;
  readonly driver: DriverContext;
  /** How far those that are worked on were when it was last counted. */
  readonly counted: WeakMap<RowWork, TokenProgress>;
  readonly withinMs: number;
  directory: Directory;
  /** Rows in a row that got no response. */
  unanswered: number;
  thresholds: Thresholds;
  ended: Ended;
}

const defaultSyncWithin = 'PT24H';

/** The rows of one run on their way. */
export const createActiveRun = (plan: RunPlan, parts: ActiveRunParts): ActiveRun => {
  const active = activeOf(plan, parts);
  const { control } = active;
  return {
    work: () => workOn(active),
    stop: control.stop,
    abort: control.abort,
    closed: control.closed,
    setThresholds(thresholds) {
      active.thresholds = thresholds;
      heedThresholds(active);
    },
  };
};

const activeOf = (plan: RunPlan, parts: ActiveRunParts): Active => {
  const { log } = parts;
  const control = createRunControl();
  const openedCredentials = openCredentials(plan.credentials);
  const active: Active = {
    plan,
    parts,
    control,
    openedCredentials,
    shredder: createShredder(plan.credentials, (error) =>
      log.error({ err: error, runId: plan.runId }, 'tokens: shredding failed'),
    ),
    driver: {
      plan,
      get directory() {
        return active.directory;
      },
      signal: control.stopping,
      cutOff: control.cutOff,
      log,
      backoffMs: parts.backoffMs,
      syncTimes: createSyncTimes(),
      credentialsOf: ({ row }) => openedCredentials.take(row),
    },
    counted: new WeakMap(),
    withinMs: parseDurationMs(plan.options.syncWithin ?? defaultSyncWithin, 'syncWithin'),
    directory: createDirectory(),
    unanswered: 0,
    // A rehearsal can't be resumed.
    thresholds: plan.kind === 'rehearsal' ? {} : (plan.options.thresholds ?? {}),
    ended: parts.ended ?? noneEnded,
  };
  return active;
};

/** Counts the rows of a run before it begins. */
export const countPlanned = async (tally: Tally, { rows, held }: RunPlan): Promise<void> => {
  await eachInTurns(rows, ({ progress }) => tally.moved(undefined, progress));
  if (held === undefined) return;
  await eachInTurns(held, ({ progress }) => tally.moved(undefined, { ...progress, state: 'ready' }));
};

const workOn = async (active: Active): Promise<Stop | undefined> => {
  const { plan, control } = active;
  try {
    // The process may have died between the failure that passed one and the pause.
    heedThresholds(active);
    if (control.stopped() !== undefined) throw new RunStopped();
    active.directory = await readDirectory(plan.client, plan.rows, control.reading, {
      takeRead: active.parts.firstReading?.take,
      async check(known: KnownCompanies) {
        const refused = await otherDeskIn(plan, plan.rows, known);
        if (refused !== undefined) throw new RunHalted(refused.message);
      },
    });
    await onePass(active, openWorks(active));
    while (control.stopped() === undefined && (await again(active)));
  } catch (error) {
    if (error instanceof RunHalted) control.stop({ how: 'pause', why: error.message });
    else if (!(error instanceof RunStopped)) throw error;
  } finally {
    await active.shredder.flush();
    active.directory.close();
  }
  return control.stopped();
};

const onePass = (active: Active, works: Iterable<readonly RowWork[]>): Promise<void> => {
  const { plan, parts, control } = active;
  return pass(
    works,
    {
      begin: (work) => carry(active, work, false, () => beginRow(active, work)),
      check: (work) => carry(active, work, true, () => checkSync(active.driver, work, active.withinMs)),
      endsAt: (work, checks) => endsAt(active, work, checks),
      recall: (parked) => recall(active, parked),
      failed: (error) => pauseAfter(active, error),
      isClosed: () => isClosed(active),
      expect: parts.recorder.expect,
    },
    { time: plan.time, lanes: parts.lanes, control },
  );
};

/** The second pass of a rehearsal. @returns whether there was one */
const again = async (active: Active): Promise<boolean> => {
  const { plan, parts, control } = active;
  const rowIds = (await plan.again?.()) ?? [];
  if (control.stopped() !== undefined || rowIds.length === 0) return false;
  const before = await parts.recorder.read(rowIds);
  const groups: RowWork[][] = [];
  await eachInTurns(plan.rows.groups(), (group) => {
    const works = group.flatMap(({ row }) => {
      const progress = before.get(row.id);
      return progress === undefined ? [] : [workAgain(active, row, progress)];
    });
    if (works.length > 0) groups.push(works);
  });
  await onePass(active, groups);
  return groups.length > 0;
};

const workAgain = (active: Active, row: PlanRow, before: TokenProgress): RowWork => {
  const work = workOf(active, { row, progress: resumedAt(active.plan, before, 'sync') });
  active.counted.set(work, before);
  note(active, work);
  return work;
};

/** The rows that have not ended, as they are about to be begun. */
function* openWorks(active: Active): Generator<RowWork[]> {
  const ahead: (readonly PlannedRow[])[] = [];
  const groups = active.plan.rows.groups()[Symbol.iterator]();
  for (;;) {
    // Their credentials are opened together.
    while (ahead.length < readAhead) {
      const { value: group, done } = groups.next();
      if (done) break;
      const open = group.filter(({ progress }) => isOpen(progress));
      if (open.length === 0) continue;
      active.openedCredentials.expect(open);
      ahead.push(open);
    }
    const group = ahead.shift();
    if (group === undefined) return;
    yield group.map((planned) => workOf(active, planned));
  }
}
const readAhead = 64;

const workOf = (active: Active, { row, progress }: PlannedRow): RowWork => {
  const { plan, parts, control, counted } = active;
  const signals = { cutOff: control.cutOff, stop: control.stopping };
  const work = createRowWork(plan, parts.recorder, signals, row, progress);
  counted.set(work, progress);
  return work;
};

const recall = async (active: Active, { id, ref }: ParkedRow): Promise<RowWork> => {
  const planned = active.plan.rows.ofRef(ref).find(({ row }) => row.id === id);
  const progress = (await active.parts.recorder.read([id])).get(id);
  if (planned === undefined || progress === undefined) throw new Error(`Row ${id} of the run is gone.`);
  return workOf(active, { row: planned.row, progress });
};

/** A remote target may queue datasets one after the other, so how many there are is looked at soon, and again at the end. */
const endsAt = ({ plan, driver }: Active, work: RowWork, checks: number): number | undefined => {
  const { sync_started_at: startedAt } = work.progress();
  const usual = driver.syncTimes.usualMs(work.row.platformKey);
  const isToBeCounted = plan.client.target.kind !== 'local' && checks <= 1;
  return startedAt === null || usual === undefined || isToBeCounted ? undefined : startedAt + usual;
};

const isClosed = async ({ plan, parts, control }: Active): Promise<boolean> => {
  if (control.closed() !== undefined) return true;
  const why = await plan.closed?.();
  if (why === undefined) return false;
  control.close(why);
  parts.moved();
  return true;
};

const beginRow = async (active: Active, work: RowWork): Promise<Outcome> => {
  const { plan, control, driver } = active;
  if (await active.openedCredentials.lacks(work.row, work.progress())) return refuseUnreadable(driver, work);
  await findExisting(plan.client, active.directory, work, control.reading);
  return bringOn(driver, work, () => control.stopped() !== undefined);
};

/** Never rejects: an error that is not the row's pauses the run. */
const carry = async (
  active: Active,
  work: RowWork,
  isCheck: boolean,
  by: () => Promise<Outcome>,
): Promise<void> => {
  try {
    heedUnanswered(active, work, await by(), isCheck);
    // Only after the commit: shredded credentials are gone.
    const { state, kept } = work.progress();
    if (state === 'done' && kept === 0) active.shredder.add(work.row.id);
  } catch (error) {
    pauseAfter(active, error);
  } finally {
    note(active, work);
  }
};

const pauseAfter = ({ plan, parts, control }: Active, error: unknown): void => {
  if (control.cutOff.aborted || error instanceof RunStopped) return;
  if (error instanceof RunHalted || error instanceof CatalogueError) {
    control.stop({ how: 'pause', why: error.message });
    return;
  }
  parts.log.error({ err: error, runId: plan.runId }, 'tokens: a row failed unexpectedly');
  control.stop({ how: 'pause', why: 'Internal error; see the log for details. Resume to continue.' });
};

const note = (active: Active, work: RowWork): void => {
  const { parts, counted, openedCredentials } = active;
  const now = work.progress();
  const before = counted.get(work);
  counted.set(work, now);
  parts.tally.moved(before, now);
  openedCredentials.heed(now);
  if (before?.state === now.state) return;
  active.ended = withEnd(active.ended, now);
  heedThresholds(active);
  parts.moved();
};

/** What failures say of the others is a person's to decide: the run pauses. */
const heedThresholds = ({ control, thresholds, ended }: Active): void => {
  const why = passedThreshold(thresholds, ended);
  if (why !== undefined) control.stop({ how: 'pause', why });
};

/** Many consecutive rows without a response are not their own fault: the run pauses. */
const heedUnanswered = (active: Active, work: RowWork, outcome: Outcome, isCheck: boolean): void => {
  const { state, failure } = work.progress();
  if (outcome === 'unanswered') active.unanswered += 1;
  // The check of a sync shows nothing about calls that write.
  else if (!(isCheck && isOpen({ state }))) active.unanswered = 0;
  if (outcome !== 'unanswered' || active.unanswered < active.parts.lanes * 2) return;
  const message = failureOf({ failure })?.message;
  active.control.stop({
    how: 'pause',
    why: `${active.unanswered} companies in a row failed with the same error: ${message} Resume when it is solved, then retry the failed ones.`,
  });
};
