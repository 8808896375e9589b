import type { RunTime } from './plan.ts';
import { isOpen } from './progress.ts';
import type { RowWork } from './row-work.ts';
import type { RunControl } from './run-control.ts';
import { createWatch, type Due, type ParkedRow } from './watch.ts';

/** What a pass does with rows. None rejects but `recall`. */
interface RowTasks {
  /** Begins a row, up to the sync that it waits for. */
  begin(work: RowWork): Promise<void>;
  /** Checks a row whose sync is under way. */
  check(work: RowWork): Promise<void>;
  /** When the sync of a row that was checked so often has probably ended, ms; undefined if nothing is known of it. */
  endsAt(work: RowWork, checks: number): number | undefined;
  /** A row whose sync is under way, as it is committed. @throws CatalogueError */
  recall(parked: ParkedRow): Promise<RowWork>;
  /** `recall` failed. */
  failed(error: unknown): void;
  /** Whether further companies may be begun. */
  isClosed(): Promise<boolean>;
  /** Told how many tasks are under way, for batches. */
  expect(busy: () => number): void;
}

interface PassOptions {
  readonly time: RunTime;
  /** Tasks at once. */
  readonly lanes: number;
  readonly control: RunControl;
}

/** Works on rows until all have ended or the run is stopped: as many at once as there are lanes, syncs are watched beside. */
export const pass = async (
  /** By ref, each in turn. */
  works: Iterable<readonly RowWork[]>,
  tasks: RowTasks,
  { time, lanes, control }: PassOptions,
): Promise<void> => {
  const groups = works[Symbol.iterator]();
  const watch = createWatch();
  const busy = new Set<Promise<void>>();
  tasks.expect(() => busy.size);

  const watchIfSyncing = (work: RowWork, checks: number): void => {
    if (isSyncing(work)) watch.add(work.row, checks, time.now(), tasks.endsAt(work, checks));
  };
  const begin = async (group: readonly RowWork[]): Promise<void> => {
    if (group.some(isToBeBegun) && (await tasks.isClosed())) return;
    for (const work of group) {
      if (control.stopped() !== undefined) return;
      await tasks.begin(work);
      // A row that was Linked before needs no waiting.
      watchIfSyncing(work, work.progress().state === 'syncing' ? 1 : 0);
    }
  };
  const check = async ({ row, checks }: Due): Promise<void> => {
    try {
      const work = await tasks.recall(row);
      await tasks.check(work);
      watchIfSyncing(work, checks + 1);
    } catch (error) {
      tasks.failed(error);
    }
  };
  const nextTask = (): Promise<void> | undefined => {
    const due = watch.take(time.now());
    if (due !== undefined) return check(due);
    const group = control.closed() === undefined ? groups.next().value : undefined;
    return group && begin(group);
  };
  const fill = (): void => {
    while (control.stopped() === undefined && busy.size < lanes) {
      const task = nextTask();
      if (task === undefined) return;
      const tracked = task.finally(() => busy.delete(tracked));
      busy.add(tracked);
    }
  };

  for (;;) {
    fill();
    if (busy.size > 0) {
      await Promise.race(busy);
      continue;
    }
    const dueAt = watch.nextAt();
    const closed = control.closed();
    if (dueAt === undefined && closed !== undefined) control.stop({ how: 'pause', why: closed });
    if (control.stopped() !== undefined || dueAt === undefined) return;
    await time.until(dueAt, control.stopping).catch((error: unknown) => {
      if (!control.stopping.aborted) throw error;
    });
  }
};

const isSyncing = (work: RowWork): boolean => isOpen(work.progress()) && work.progress().step === 'verify';

/** Its sync is not under way yet, so there are calls that write. */
const isToBeBegun = (work: RowWork): boolean => isOpen(work.progress()) && work.progress().step !== 'verify';
