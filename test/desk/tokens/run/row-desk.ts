import { silentLog } from '#base/log.ts';
import type { Failure } from '#contract/token-causes.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { createDirectory, type Directory } from '#desk/tokens/run/directory.ts';
import { RunStopped } from '#desk/tokens/run/failing.ts';
import type { PlannedRow, PlanRow, RunPlan } from '#desk/tokens/run/plan.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { emptyLedger, type LedgerEntry, type Recorder } from '#desk/tokens/run/recorder.ts';
import { bringOn, checkSync, type DriverContext } from '#desk/tokens/run/row-driver.ts';
import { createRowWork, type RowWork } from '#desk/tokens/run/row-work.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';
import { createSyncTimes } from '#desk/tokens/run/sync-times.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import { type MemoryTarget, memoryTarget } from './memory-target.ts';

/** Rows brought on over a target in memory, without a database: what is committed is kept for inspection. */

export const hour = 3_600_000;

export const planRow = (change: Partial<PlanRow> = {}): PlanRow => ({
  id: 1,
  line: 1,
  ref: 'a',
  name: 'Company a',
  isNamed: true,
  description: undefined,
  platformKey: 'gbol',
  companyId: undefined,
  connectionId: undefined,
  mark: 'mark',
  ...change,
});

export const about = { runId: 'run', caseId: 'case', scope: 'target:local', options: {} };

export const progressOfRow = (
  row: Pick<PlanRow, 'id'>,
  change: Partial<TokenProgress> = {},
): TokenProgress => ({
  ...notBegun(about, row),
  ...change,
});

export const memoryRecorder = () => {
  const entries: LedgerEntry[] = [];
  const commits: TokenProgress[] = [];
  const recorder: Recorder = {
    expect() {},
    async record(some, progress) {
      entries.push(...some);
      commits.push(progress);
    },
    read: async (rowIds) =>
      new Map(commits.filter(({ row_id }) => rowIds.includes(row_id)).map((one) => [one.row_id, one])),
    ledger: () => ({ ...emptyLedger, entries: entries.length }),
    calls: () => ({}),
  };
  return { recorder, entries, commits };
};

/** A plan over a target in memory, whose time a test moves. */
export const memoryPlan = (
  target: MemoryTarget,
  rows: Iterable<PlannedRow>,
  change: Partial<RunPlan> = {},
): RunPlan & {
  readonly clock: { now: number };
  readonly tokens: Map<number, Credentials>;
  readonly shredded: number[];
} => {
  const clock = { now: Date.UTC(2026, 0, 15, 9) };
  const tokens = new Map(
    Iterator.from(rows).map(({ row }) => [row.id, { accessToken: `token of ${row.id}` } as Credentials]),
  );
  const shredded: number[] = [];
  return {
    ...about,
    targetId: target.client.target.id,
    targetName: target.client.target.name,
    kind: 'run',
    actor: 'tester',
    marker: 'desk-1 2026-01-15T09:00:00.000Z',
    client: target.client,
    time: {
      now: () => clock.now,
      async until(atMs, signal) {
        signal.throwIfAborted();
        clock.now = Math.max(clock.now, atMs);
      },
    },
    credentials: {
      open: async (wanted) =>
        new Map(
          wanted.flatMap(({ id }) => (tokens.has(id) ? [[id, tokens.get(id) as Credentials] as const] : [])),
        ),
      done: async (rowIds) => void shredded.push(...rowIds),
    },
    rows: runRowsOf(rows),
    clock,
    tokens,
    shredded,
    ...change,
  };
};

/** One row, and what brings it on. */
export const rowDesk = (
  row: Partial<PlanRow> = {},
  progress: Partial<TokenProgress> = {},
  {
    target = memoryTarget(),
    directory = createDirectory(),
    plan: change = {},
  }: { target?: MemoryTarget; directory?: Directory; plan?: Partial<RunPlan> } = {},
) => {
  const planned = planRow(row);
  const begun = progressOfRow(planned, progress);
  const plan = memoryPlan(target, [{ row: planned, progress: begun }], change);
  const { recorder, entries, commits } = memoryRecorder();
  const [cutOff, stop] = [new AbortController(), new AbortController()];
  const signals = { cutOff: cutOff.signal, stop: stop.signal };
  const logged: object[] = [];
  const context: DriverContext = {
    plan,
    directory,
    signal: stop.signal,
    cutOff: cutOff.signal,
    log: { ...silentLog(), error: (fields: object) => void logged.push(fields) } as never,
    backoffMs: 1,
    syncTimes: createSyncTimes(),
    credentialsOf: async ({ row: { id } }) => plan.tokens.get(id),
  };
  const work: RowWork = createRowWork(plan, recorder, signals, planned, begun);
  return {
    target,
    plan,
    work,
    context,
    directory,
    entries,
    commits,
    logged,
    cutOff: (reason: unknown = new Error('cut off')) => cutOff.abort(reason),
    stop: () => stop.abort(new RunStopped()),
    /** Until its sync is under way, or it has ended. */
    bringOn: () => bringOn(context, work, () => stop.signal.aborted),
    look: (withinMs = hour) => checkSync(context, work, withinMs),
    /** To its end. */
    async carryOut(): Promise<TokenProgress> {
      await bringOn(context, work, () => false);
      if (work.progress().step === 'verify' && work.progress().state !== 'failed') {
        await checkSync(context, work, hour);
      }
      return work.progress();
    },
    progress: () => work.progress(),
    failure: (): Failure | undefined => {
      const { failure } = work.progress();
      return failure === null ? undefined : JSON.parse(failure);
    },
    calls: () => target.calls.map(({ call }) => call),
    writes: () => target.calls.map(({ call }) => call).filter((call) => !call.startsWith('GET')),
  };
};
