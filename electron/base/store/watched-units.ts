import { type Kysely, sql } from 'kysely';
import { type Cancel, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { createLatencies, type Latencies } from '#base/latencies.ts';
import type { StoreState } from '#contract/figures.ts';
import type { OpenDatabase } from './sqlite/database.ts';
import { storeStateOf } from './store-state.ts';
import type { ConcurrentUnitsOfWork } from './units-of-work.ts';

/**
 * What is known of a database by using it: whether it takes writes, and how long reads and writes take. The state
 * follows from facts alone. A write that was refused says what is wrong; that nothing is wrong is said only after a
 * write that reached the file, as a unit of work that changes nothing succeeds on a full disk too. That the file is gone
 * is found within a second, without a write, and so is its return.
 */
export interface StoreWatch {
  state(): StoreState;
  /** What the last refused write said; undefined while the store takes writes. */
  problem(): string | undefined;
  /** The state as of now: writes a little, unless it was just tried. Waits for units of work that are under way. */
  check(): Promise<StoreState>;
  readonly reads: Latencies;
  readonly writes: Latencies;
  /** Nothing is tried any more after it. */
  stop(): void;
}

/**
 * Writes a little, and leaves nothing.
 * @param isWell whether the store was, when it was tried last: one that was full has to show that there is space again
 */
export type Trial = <Schema>(db: Kysely<Schema>, isWell: boolean) => Promise<void>;

interface WatchOptions extends Pick<OpenDatabase<unknown>, 'refuseGone'> {
  /** Called with each change of the state. */
  readonly onChange: (state: StoreState) => void;
  /** Left out: that of a database that is a file. */
  readonly trial?: Trial;
}

/** How often an idle database is looked for at its path, ms. */
const lookMs = 1000;
/** A state that was tried so lately holds, ms. */
const freshMs = 5000;
/** The time between two trials while the store takes no writes, ms. */
const retryMs = 5000;
/** The same once another write went through, ms: it may have changed nothing, but more often it has. */
const hopefulMs = 250;
/** What a store that was full must take before it counts as well again, bytes. */
const trialBytes = 65_536;

interface Watched<Schema> {
  readonly units: ConcurrentUnitsOfWork<Schema>;
  readonly watch: StoreWatch;
  /** Another way to write, which tells as much of the store. */
  watchedWrite(write: ConcurrentUnitsOfWork<Schema>['write']): ConcurrentUnitsOfWork<Schema>['write'];
  /** The same of another way to read. */
  watchedRead(read: () => Promise<void>): () => Promise<void>;
}

export const watchUnits = <Schema>(
  units: ConcurrentUnitsOfWork<Schema>,
  { onChange, refuseGone, trial = ofFile }: WatchOptions,
): Watched<Schema> => {
  const reads = createLatencies();
  const writes = createLatencies();
  const { written, failed, ...state } = createState(
    (isWell) => units.write(({ db }) => trial(db, isWell)),
    onChange,
  );
  const cancelLooks = systemTime.every(lookMs, () => {
    try {
      refuseGone();
      if (state.state() === 'gone') written();
    } catch (error) {
      if (state.state() === 'ok') failed(error);
    }
  });
  return {
    units: {
      ...units,
      read: timed(reads, units.read, () => {}, failed),
      write: timed(writes, units.write, written, failed),
    },
    watchedWrite: (write) => timed(writes, write, written, failed),
    watchedRead(read) {
      const watched = timed<undefined>(
        reads,
        (work) => work(undefined),
        () => {},
        failed,
      );
      return () => watched(read);
    },
    watch: {
      ...state,
      reads,
      writes,
      stop() {
        cancelLooks();
        state.stop();
      },
    },
  };
};

interface State extends Omit<StoreWatch, 'reads' | 'writes'> {
  /** A unit of work was committed. */
  written(): void;
  failed(error: unknown): void;
}

/** @param write a trial: a small one of a store that is well, or one that needs space */
const createState = (
  write: (isWell: boolean) => Promise<void>,
  onChange: WatchOptions['onChange'],
): State => {
  let state: StoreState = 'ok';
  let problem: string | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let trial: Promise<void> | undefined;
  let cancelRetry: Cancel | undefined;
  let stopped = false;

  const become = (next: StoreState, text?: string): void => {
    problem = text;
    cancelRetry?.();
    // What is damaged stays so.
    cancelRetry =
      next === 'ok' || next === 'damaged' || stopped
        ? undefined
        : systemTime.after(retryMs, () => void tryWrite(), { unref: true });
    if (next === state) return;
    state = next;
    onChange(next);
  };
  const failed = (error: unknown): void => {
    const next = storeStateOf(error);
    if (next !== undefined) become(next, errorText(error));
  };
  const tryWrite = (): Promise<void> => {
    trial ??= write(state === 'ok')
      .then(() => become('ok'), failed)
      .finally(() => {
        triedAt = systemTime.monotonic();
        trial = undefined;
      });
    return trial;
  };

  return {
    state: () => state,
    problem: () => problem,
    failed,
    written() {
      if (state === 'ok' || state === 'damaged' || stopped) return;
      if (systemTime.monotonic() - triedAt >= hopefulMs) void tryWrite();
    },
    async check() {
      if (!stopped && systemTime.monotonic() - triedAt >= freshMs) await tryWrite();
      return state;
    },
    stop() {
      stopped = true;
      cancelRetry?.();
    },
  };
};

/** @param failed told of what it throws */
const timed =
  <Part>(
    latencies: Latencies,
    run: <T>(work: (part: Part) => Promise<T>) => Promise<T>,
    succeeded: () => void,
    failed: (error: unknown) => void,
  ) =>
  async <T>(work: (part: Part) => Promise<T>): Promise<T> => {
    const startedAt = systemTime.monotonic();
    try {
      const result = await run(work);
      succeeded();
      return result;
    } catch (error) {
      failed(error);
      throw error;
    } finally {
      latencies.add(systemTime.monotonic() - startedAt);
    }
  };

const ofFile: Trial = (db, isWell) => (isWell ? writeSame(db) : writeAndRemove(db));

/** On a server: a unit of work that writes begins with the number of its transaction, which only a server that takes writes gives. */
export const writesNothing: Trial = async () => {};

/** Writes one page of the file as it is. */
const writeSame = async <Schema>(db: Kysely<Schema>): Promise<void> => {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  await sql.raw(`pragma user_version = ${rows[0]?.user_version ?? 0}`).execute(db);
};

/** Needs space in the file and in its log, and leaves nothing. */
const writeAndRemove = async <Schema>(db: Kysely<Schema>): Promise<void> => {
  await sql.raw(`create table store_trial as select zeroblob(${trialBytes}) as bytes`).execute(db);
  await sql`drop table store_trial`.execute(db);
};
