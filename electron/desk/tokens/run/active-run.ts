import { parseDurationMs } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
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
import type { PlanRow, RunPlan } from './plan.ts';
import { failureOf, isOpen, resumedAt } from './progress.ts';
import type { Recorder } from './recorder.ts';
import { bringOn, checkSync, type DriverContext, type Outcome, refuseUnreadable } from './row-driver.ts';
import { createRowWork, type RowWork } from './row-work.ts';
import { createRunControl, type RunControl, type Stop } from './run-control.ts';
import { createShredder, type Shredder } from './shredder.ts';
import type { Tally } from './tally.ts';

export interface ActiveRun {
  /** Works on rows until all have ended or it is stopped; no call is under way then. */
  work(): Promise<Stop | undefined>;
  /** No further call is begun, nor tried again. A cancel overrides a pause. */
  stop(stop: Stop): void;
  /** Cuts off calls under way, too. */
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
  /** Reading of the target that began before the run was recorded. */
  readonly firstReading?: FirstReading | undefined;
  moved(): void;
}

/** A run while it is worked on. */
interface Active {
  readonly plan: RunPlan;
  readonly parts: Parts;
  readonly control: RunControl;
  readonly shredder: Shredder;
  readonly openedCredentials: OpenedCredentials;
  readonly driver: DriverContext;
  readonly progress: Map<number, TokenProgress>;
  readonly withinMs: number;
  directory: Directory;
  /** Rows in a row that got no response. */
  unanswered: number;
}

const defaultSyncWithin = 'PT24H';

/** The rows of one run on their way. */
export const createActiveRun = (plan: RunPlan, parts: Parts): ActiveRun => {
  const active = activeOf(plan, parts);
  const { control } = active;
  return {
    work: () => workOn(active),
    stop: control.stop,
    abort: control.abort,
    progress: () => active.progress,
    closed: control.closed,
  };
};

const activeOf = (plan: RunPlan, parts: Parts): Active => {
  const { tally, log } = parts;
  const control = createRunControl();
  const openedCredentials = openCredentials(plan);
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
      credentialsOf: ({ row }) => openedCredentials.take(row.id),
    },
    progress: new Map(plan.rows.map(({ row, progress }) => [row.id, progress])),
    withinMs: parseDurationMs(plan.options.syncWithin ?? defaultSyncWithin, 'syncWithin'),
    directory: createDirectory(new Map()),
    unanswered: 0,
  };
  for (const { progress } of plan.rows) tally.moved(undefined, progress);
  for (const { progress } of plan.held ?? []) tally.moved(undefined, { ...progress, state: 'ready' });
  return active;
};

const workOn = async (active: Active): Promise<Stop | undefined> => {
  const { plan, control } = active;
  const open = plan.rows.filter(({ progress }) => isOpen(progress));
  try {
    active.directory = await readDirectory(plan.client, open, control.reading, {
      takeRead: active.parts.firstReading?.take,
      check(known: KnownCompanies) {
        const refused = otherDeskIn(plan, open, known);
        if (refused !== undefined) throw new RunHalted(refused.message);
      },
    });
    await onePass(active, worksOf(active, open));
    while (control.stopped() === undefined && (await again(active)));
  } catch (error) {
    if (error instanceof RunHalted) control.stop({ how: 'pause', why: error.message });
    else if (!(error instanceof RunStopped)) throw error;
  } finally {
    await active.shredder.flush();
  }
  return control.stopped();
};

const onePass = (active: Active, works: readonly RowWork[]): Promise<void> => {
  const { plan, parts, control } = active;
  return pass(
    works,
    {
      begin: (work) => carry(active, work, false, () => beginRow(active, work)),
      check: (work) => carry(active, work, true, () => checkSync(active.driver, work, active.withinMs)),
      isClosed: () => isClosed(active),
      expect: parts.recorder.expect,
    },
    { time: plan.time, lanes: parts.lanes, control },
  );
};

/** The second pass of a rehearsal. @returns whether there was one */
const again = async (active: Active): Promise<boolean> => {
  const { plan, control, progress } = active;
  const rowIds = new Set((await plan.again?.()) ?? []);
  const rows = plan.rows.filter(({ row }) => rowIds.has(row.id));
  if (control.stopped() !== undefined || rows.length === 0) return false;
  const works = worksOf(
    active,
    rows.map(({ row }) => ({
      row,
      progress: resumedAt(plan, progress.get(row.id) as TokenProgress, 'sync'),
    })),
  );
  for (const work of works) note(active, work);
  await onePass(active, works);
  return true;
};

const worksOf = (
  { plan, parts, control }: Active,
  rows: readonly { readonly row: PlanRow; readonly progress: TokenProgress }[],
): RowWork[] => {
  const signals = { cutOff: control.cutOff, stop: control.stopping };
  return rows.map(({ row, progress }) => createRowWork(plan, parts.recorder, signals, row, progress));
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
  if (await active.openedCredentials.lacks(work.progress())) return refuseUnreadable(driver, work);
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

const note = ({ parts, progress, openedCredentials }: Active, work: RowWork): void => {
  const now = work.progress();
  const before = progress.get(work.row.id);
  progress.set(work.row.id, now);
  parts.tally.moved(before, now);
  openedCredentials.heed(now);
  if (before?.state !== now.state) parts.moved();
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
