import { type Clock, toIso, VirtualClock } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Tx } from '#service/store/store.ts';
import { writeClock } from './clock-fact.ts';
import type { UpcomingCount, UpcomingWork } from './source.ts';
import { createTurns, type TurnsOptions } from './turns.ts';

/**
 * Everything that happens later. A turn is one unit of work: it writes the results that came in, runs what is timed,
 * and leases what is due; what it leased starts after its commit. The tables are the truth; timers are only hints
 * for when to look again.
 *
 * Crash policy: a lease names the generation of the process that holds it and never runs out, as only one process
 * writes a sandbox. Start-up frees the leases of earlier generations, logs their attempts as Interrupted and repeats
 * them. Rejected: leases that expire, since a clock that is advanced would expire them while their requests run.
 */
export interface Scheduler {
  start(): Promise<void>;
  /** Something may be due. Cheap; may be called often. */
  wake(): void;
  /** Resolves when nothing is due at the clock's present instant and nothing is in flight. */
  idle(): Promise<void>;
  paused(): boolean;
  advancing(): boolean;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Virtual clock only: runs everything that falls due until `instantMs`, each at its exact due time.
   * @throws CatalogueError `clock.notVirtual`, `clock.backwards`, `clock.busy`, `clock.paused`
   */
  advanceTo(instantMs: number): Promise<void>;
  upcoming(limit: number): Promise<UpcomingWork[]>;
  /** Everything that falls due up to `until` (ms UTC, inclusive), by kind; kinds of which there is nothing left out. */
  countUntil(until: number): Promise<UpcomingCount[]>;
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
  readonly paused: boolean;
}

export const createScheduler = (options: SchedulerOptions): Scheduler => {
  const { store, clock, log, announce } = options;
  const sources = [...options.timed, ...options.leased];
  let started = false;
  let paused = options.paused;
  let stopping = false;
  let held = 0;
  let advancing = false;
  let clockWritten = clock.now();

  /** A virtual instant is in the table before anything happens at it, so that time never runs backwards. */
  const keepClock = async (tx: Tx): Promise<void> => {
    if (!(clock instanceof VirtualClock) || clock.now() === clockWritten) return;
    const now = clock.now();
    await writeClock(tx, clock, paused);
    tx.afterCommit(() => {
      clockWritten = now;
    });
  };

  const turns = createTurns({
    ...options,
    mayStart: () => started && !paused && !stopping && held === 0,
    beforeWork: keepClock,
  });

  const announceClock = (): void => announce({ type: 'clock', now: toIso(clock.now()), paused });

  const setPaused = async (value: boolean): Promise<void> => {
    paused = value;
    await store.write((tx) => writeClock(tx, clock, paused));
    announceClock();
    turns.wake();
  };

  /** From one due instant to the next, until there is none before `instantMs`, or someone stops it. */
  const stepTo = async (virtual: VirtualClock, instantMs: number): Promise<void> => {
    for (;;) {
      await turns.idle();
      if (stopping) throw new CatalogueError('server.stopping');
      // Someone paused it on the way: not all that should have happened has.
      if (paused) throw new CatalogueError('clock.paused');
      if (virtual.now() === instantMs) return;
      const next = Math.min((await turns.nextDueAt()) ?? instantMs, instantMs);
      virtual.set(Math.max(next, virtual.now()));
    }
  };

  return {
    async start() {
      await store.write(async (tx) => {
        for (const source of options.leased) {
          const count = await source.recover(tx);
          if (count > 0) log.warn({ source: source.name, count }, 'Interrupted work is repeated');
        }
        await writeClock(tx, clock, paused);
      });
      started = true;
      turns.wake();
    },
    wake: turns.wake,
    idle: turns.idle,
    paused: () => paused,
    advancing: () => advancing,
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    async advanceTo(instantMs) {
      if (!(clock instanceof VirtualClock)) throw new CatalogueError('clock.notVirtual');
      if (advancing || held > 0) throw new CatalogueError('clock.busy');
      if (paused) throw new CatalogueError('clock.paused');
      if (instantMs < clock.now()) {
        throw new CatalogueError('clock.backwards', { now: toIso(clock.now()), wanted: toIso(instantMs) });
      }
      advancing = true;
      try {
        await stepTo(clock, instantMs);
      } finally {
        advancing = false;
        announceClock();
      }
    },
    upcoming: (limit) =>
      store.read(async (reader) => {
        const lists = [];
        for (const source of sources) lists.push(await source.upcoming(reader, limit));
        return lists
          .flat()
          .sort((a, b) => a.at - b.at)
          .slice(0, limit);
      }),
    countUntil: (until) =>
      store.read(async (reader) => {
        const counts = [];
        for (const source of sources) counts.push(await source.countUntil(reader, until));
        return counts.filter(({ count }) => count > 0);
      }),
    async emptying(work) {
      if (advancing) throw new CatalogueError('clock.busy');
      held++;
      try {
        return await work(turns.abandon);
      } finally {
        held--;
        turns.wake();
      }
    },
    async stop(drainMs) {
      stopping = true;
      await turns.stop(drainMs);
    },
  };
};
