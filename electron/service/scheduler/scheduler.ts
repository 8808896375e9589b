import { type Clock, toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { SchedulerFigures } from '#contract/figures.ts';
import type { Announce } from '#contract/stream.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { type Advancing, createAdvancing, type SchedulerState } from './advancing.ts';
import { createClockKeeper, readPaused, writeClock } from './clock-fact.ts';
import { createForecast, type Forecast } from './forecast.ts';
import { Turns, type TurnsOptions } from './turns.ts';

/**
 * Everything that happens later. A turn is one unit of work: it writes the results that came in, runs what is timed,
 * and leases what is due; what it leased starts after its commit. The tables are the truth; timers are only hints
 * for the next check.
 *
 * Crash policy: a lease names the generation of the process that holds it and never runs out, as only one process
 * writes a sandbox. It is written before anything of it leaves, and goes when the last of it is recorded. Start-up ends
 * the leases of earlier generations, logs those of their attempts that have no result as Interrupted, and repeats them.
 * Rejected: leases that expire, since a clock that is advanced would expire them while their requests run.
 */
export interface Scheduler extends Forecast {
  start(): Promise<void>;
  /** Something may be due. Cheap; may be called often. */
  wake(): void;
  /** As `wake`, of what is leased alone: what is timed costs a look at each of its tables. */
  nudge(): void;
  /** What is in flight, and what waits to be written, is forgotten: its rows are gone, or other processes have them. */
  abandon(): void;
  /** As another process has set it. */
  followPause(reader: Reader): Promise<() => void>;
  /** Resolves when nothing is due at the clock's present instant and nothing is in flight. */
  idle(): Promise<void>;
  paused(): boolean;
  readonly advances: Pick<Advancing, 'underWay' | 'last' | 'cancel'>;
  /** How it is doing, without a look at the tables. */
  figures(): SchedulerFigures;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Virtual clock only: runs everything that falls due until `instantMs`, each at its exact due time.
   * @throws CatalogueError `clock.notVirtual`, `clock.backwards`, `clock.busy`, `clock.paused`, `clock.cancelled`
   */
  advanceTo(instantMs: number): Promise<void>;
  /**
   * Runs `work` while nothing starts; what is in flight, and what waits to be written, is forgotten once `abandon` is
   * called, which belongs right after the commit that emptied the tables. It waits for no consumer, and works also
   * when the disk is full.
   * @throws CatalogueError `clock.busy` while the clock is being advanced
   */
  emptying<T>(work: (abandon: () => void) => Promise<T>): Promise<T>;
  /** Starts nothing more, waits for what is in flight for at most `drainMs`, and writes what came in. */
  stop(drainMs: number): Promise<void>;
}

export interface SchedulerOptions extends Omit<TurnsOptions, 'mayStart' | 'beforeWork'> {
  readonly clock: Clock;
  readonly announce: Announce;
  readonly paused: boolean;
  /** Names this process in its leases. */
  readonly generation: number;
}

export const createScheduler = (options: SchedulerOptions): Scheduler => {
  const { store, clock, announce } = options;
  const state: SchedulerState = { phase: 'new', paused: options.paused, emptying: 0 };
  const turns: Turns = new Turns({
    ...options,
    mayStart: () => state.phase === 'running' && !state.paused && state.emptying === 0,
    beforeWork: createClockKeeper(clock, () => state.paused),
  });

  const announceClock = (): void =>
    announce({ type: 'clock', now: toIso(clock.now()), paused: state.paused });
  const advances = createAdvancing({ ...options, turns, state, announce: announceClock });
  const setPaused = async (value: boolean): Promise<void> => {
    state.paused = value;
    await store.write(async (tx) => {
      await writeClock(tx, clock, value);
      // What this unit of work read first was as another process had set it.
      tx.afterCommit(() => {
        state.paused = value;
      });
    });
    announceClock();
    turns.wake();
  };

  return {
    ...createForecast(store, [...options.timed, ...options.leased]),
    async start() {
      await store.write(async (tx) => {
        // Others may be at work on a server: what they leave is taken over once they are gone.
        if (options.claims === undefined) await recoverAll(tx, options);
        await writeClock(tx, clock, state.paused);
        await advances.recover(tx);
      });
      state.phase = 'running';
      turns.wake();
    },
    wake: () => turns.wake(),
    nudge: () => turns.nudge(),
    abandon: () => turns.abandon(),
    async followPause(reader) {
      const paused = await readPaused(reader);
      return () => {
        if (paused === state.paused) return;
        state.paused = paused;
        announceClock();
        turns.wake();
      };
    },
    idle: () => turns.idle(),
    paused: () => state.paused,
    advances,
    figures: () => figuresOf(state, turns),
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    advanceTo: advances.to,
    async emptying(work) {
      if (advances.underWay() !== undefined) throw new CatalogueError('clock.busy');
      state.emptying++;
      try {
        return await work(() => turns.abandon());
      } finally {
        state.emptying--;
        turns.wake();
      }
    },
    async stop(drainMs) {
      state.phase = 'stopping';
      await turns.stop(drainMs);
    },
  };
};

const figuresOf = ({ phase, paused }: SchedulerState, turns: Turns): SchedulerFigures => {
  const { isOnHold, isStopped, ...figures } = turns.state();
  const ofPhase = { new: 'starting', running: 'running', stopping: 'stopping' } as const;
  const running = paused ? 'paused' : ofPhase[phase];
  return { ...figures, state: isStopped ? 'stopped' : isOnHold ? 'on hold' : running };
};

/** Frees the leases of earlier processes. */
const recoverAll = async (tx: Tx, { leased, log, generation }: SchedulerOptions): Promise<void> => {
  for (const source of leased) {
    const count = await source.recover(tx, { allBut: generation });
    if (count > 0) log.warn({ source: source.name, count }, 'Interrupted work is repeated');
  }
};
