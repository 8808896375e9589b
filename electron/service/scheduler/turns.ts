import { type Cancel, type Clock, systemTime, VirtualClock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Announce } from '#contract/stream.ts';
import type { Reader, Store, Tx } from '#service/store/store.ts';
import { createHoldBack } from './hold-back.ts';
import { createLeasedRunner, isStoreTrouble } from './leased-runner.ts';
import type { LeasedSource, TimedSource } from './source.ts';

/** The pump of the scheduler: one turn after another, each one unit of work. */
export interface Turns {
  /** Something may be due: takes a turn as soon as the event loop lets it. Cheap; may be called often. */
  wake(): void;
  /** Resolves when nothing may start at the clock's present instant and nothing is in flight. */
  idle(): Promise<void>;
  /** When the next piece of work may start, ms UTC. */
  nextDueAt(): Promise<number | undefined>;
  /** Forgets what is in flight and what waits to be written: its rows are gone. */
  abandon(): void;
  /** Waits for what is in flight for at most `drainMs`, and writes all that came in. */
  stop(drainMs: number): Promise<void>;
}

export interface TurnsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly announce: Announce;
  readonly timed: readonly TimedSource[];
  // Each source knows its own job and result types; here they only pass through.
  // biome-ignore lint/suspicious/noExplicitAny: the list holds sources of different types
  readonly leased: readonly LeasedSource<any, any>[];
  /** Whether work may start now; results are written in any case. */
  readonly mayStart: () => boolean;
  /** Called in each turn's unit of work before anything happens in it. */
  readonly beforeWork: (tx: Tx) => Promise<void>;
}

/** Timed work done in one unit of work at most. */
const timedBatch = 500;
/** How long results may wait for company before they are written, ms. */
const gatherMs = 2;
/** A timer is set anew at least this often, so that a machine that slept wakes up to the right time, ms. */
const longestTimerMs = 30_000;

export const createTurns = (options: TurnsOptions): Turns => {
  const { store, clock, log, mayStart } = options;
  let turning = false;
  let again = false;
  let stopping = false;
  /** Whether timed work is looked for in the next turn; asking every source in each turn would cost too much. */
  let lookForTimed = true;
  /** When timed work falls due next, as of the last look, ms UTC. */
  let timedDueAt = Number.POSITIVE_INFINITY;
  let cancelTimer: Cancel | undefined;
  let cancelGather: Cancel | undefined;
  const quietWaiters: (() => void)[] = [];

  const holdBack = createHoldBack(options);
  const runners = options.leased.map((source) => createLeasedRunner(source, () => onEnded()));
  const inFlight = (): number => runners.reduce((sum, runner) => sum + runner.inFlight(), 0);
  const waiting = (): number => runners.reduce((sum, runner) => sum + runner.waiting(), 0);

  /** Results that come close together are written together: a commit costs as much for one as for many. */
  const onEnded = (): void => {
    if (waiting() > inFlight()) soon();
    else gather();
  };
  const gather = (): void => {
    cancelGather ??= systemTime.after(gatherMs, soon);
  };
  const soon = (): void => {
    cancelGather?.();
    cancelGather = undefined;
    if (holdBack.holds()) return;
    if (turning) {
      again = true;
      return;
    }
    turning = true;
    again = false;
    setImmediate(() => void turn());
  };

  const wake = (): void => {
    lookForTimed = true;
    soon();
  };

  const turn = async (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    let didSomething = false;
    try {
      didSomething = await unitOfWork();
      holdBack.worked();
    } catch (error) {
      lookForTimed = true;
      for (const runner of runners) runner.giveBack();
      if (!isStoreTrouble(error)) await salvage(error);
      tryLater(error);
    }
    turning = false;
    if (holdBack.holds()) return;
    if (again) soon();
    else if (didSomething || waiting() > 0) gather();
    else await becomeQuiet();
  };

  const unitOfWork = async (): Promise<boolean> => {
    const now = mayStart() && !stopping ? clock.now() : undefined;
    const { ran, leases } = await store.write(async (tx) => {
      await options.beforeWork(tx);
      const ran = now === undefined ? 0 : await runTimed(tx, now);
      const leases = [];
      for (const runner of runners) leases.push(await runner.turn(tx, now));
      return { ran, leases };
    });
    let leased = 0;
    for (const lease of leases) {
      leased += lease.leased;
      lease.begin();
    }
    return ran + leased > 0;
  };

  const runTimed = async (tx: Tx, now: number): Promise<number> => {
    if (!lookForTimed && now < timedDueAt) return 0;
    lookForTimed = false;
    let ran = 0;
    for (const source of options.timed) ran += await source.runDue(tx, now, timedBatch);
    // What ran may have left more, or made some.
    if (ran > 0) lookForTimed = true;
    else timedDueAt = (await earliest(tx, options.timed)) ?? Number.POSITIVE_INFINITY;
    return ran;
  };

  /** Nothing could be started: set the timer for what falls due next, and tell those who wait for it. */
  const becomeQuiet = async (): Promise<void> => {
    try {
      const next = mayStart() && !stopping ? await nextDueAt() : undefined;
      if (turning || again) return;
      if (next !== undefined && next <= clock.now()) return wake();
      if (next !== undefined && !(clock instanceof VirtualClock)) {
        cancelTimer?.();
        cancelTimer = systemTime.after(Math.min(next - clock.now(), longestTimerMs), wake);
      }
      if (inFlight() + waiting() === 0) tellQuiet();
    } catch (error) {
      tryLater(error);
    }
  };
  const tellQuiet = (): void => {
    for (const resolve of quietWaiters.splice(0)) resolve();
  };

  const tryLater = (error: unknown): void => {
    holdBack.failed(error, () => {
      if (stopping || turning) return;
      turning = true;
      void turn();
    });
  };

  /** A result that can't be written must not hold up all others: its attempt stays leased, for the next start. */
  const salvage = async (cause: unknown): Promise<void> => {
    log.error({ err: cause }, 'A turn failed; its results are written one by one');
    for (const runner of runners) {
      for (const error of await runner.salvage(store.write)) {
        log.error(
          { err: error, source: runner.name },
          'A result is dropped; the next start repeats its attempt',
        );
      }
    }
  };

  const nextDueAt = (): Promise<number | undefined> =>
    store.read((reader) => earliest(reader, [...options.timed, ...options.leased]));

  return {
    wake,
    nextDueAt,
    idle: () =>
      new Promise((resolve) => {
        quietWaiters.push(resolve);
        wake();
      }),
    abandon() {
      for (const runner of runners) runner.abandon();
    },
    async stop(drainMs) {
      stopping = true;
      const deadline = systemTime.monotonic() + drainMs;
      while (inFlight() > 0 && systemTime.monotonic() < deadline) await systemTime.sleep(10);
      while (turning) await systemTime.sleep(1);
      cancelTimer?.();
      cancelGather?.();
      try {
        while (waiting() > 0) await unitOfWork();
      } catch (error) {
        // What can't be written any more stays leased: the next start repeats it.
        log.error({ err: error, results: waiting() }, 'Results could not be written at the end');
      }
      tellQuiet();
    },
  };
};

const earliest = async (
  reader: Reader,
  sources: readonly { nextDueAt(reader: Reader): Promise<number | undefined> }[],
): Promise<number | undefined> => {
  let first: number | undefined;
  for (const source of sources) {
    const at = await source.nextDueAt(reader);
    if (at !== undefined && (first === undefined || at < first)) first = at;
  }
  return first;
};
