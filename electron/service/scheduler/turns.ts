import { type Cancel, type Clock, systemTime, VirtualClock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { isStoreTrouble, isUncertain } from '#base/store/store-state.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { SchedulerFigures } from '#contract/figures.ts';
import { type Claims, upkeepClaim } from '#service/core/context.ts';
import type { Store, Tx } from '#service/store/store.ts';
import { createHoldBack, type HoldBack } from './hold-back.ts';
import { createLeasedRunner, type LeasedRunner } from './leased-runner.ts';
import { isTurning, nextPhase, type Phase, type PhaseEvent } from './phase.ts';
import type { LeasedSource, TimedSource } from './source.ts';
import { createTimedRunner, earliestDue, type TimedRunner } from './timed-runner.ts';
import { createTurnSize } from './turn-size.ts';

export interface TurnsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly timed: readonly TimedSource[];
  // Each source knows its own job and result types; here they only pass through.
  // biome-ignore lint/suspicious/noExplicitAny: the list holds sources of different types
  readonly leased: readonly LeasedSource<any, any>[];
  /** Whether work may start now; results are written in any case. */
  readonly mayStart: () => boolean;
  /** Called in each turn's unit of work before anything happens in it. */
  readonly beforeWork: (tx: Tx) => Promise<void>;
  /** What this process does of a store that others have, too; left out: it has it alone. */
  readonly claims?: Claims;
  /** Units of work are refused as those of a process that is gone, or nobody knows whether one was committed. */
  readonly lost?: () => void;
}

/** What a turn does in one unit of work. */
interface Part {
  readonly write: Store['write'];
  /** With what is timed. */
  readonly isTimed: boolean;
  readonly leased: readonly LeasedRunner[];
  isNeeded(now: number | undefined): boolean;
  /** Whether this process may begin something of it. */
  mayBegin(): boolean;
}

/** How long results may wait for company before they are written, ms. */
const gatherMs = 2;
/** A timer is reset at least this often, so that a machine that slept wakes up to the right time, ms. */
const longestTimerMs = 30_000;

/** On a server, a turn waits for answers most of the time, and the thread is free meanwhile: more at once costs nobody. */
const onServer = 512;
/**
 * A turn on a server costs as much as some ten deliveries. So where nothing waits for a place, one begins so long after the
 * one before, ms, or once so many results wait: a process that has few deliveries takes rarer turns, not smaller ones.
 */
const spacingMs = 40;
const enough = 128;

/** The pump of the scheduler: one turn after another, each one unit of work. `phase.ts` says which event does what. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #holdBack: HoldBack;
  readonly #timed: TimedRunner;
  readonly #leased: readonly LeasedRunner[];
  readonly #parts: readonly Part[];
  readonly #size = createTurnSize();
  readonly #quietWaiters: (() => void)[] = [];
  #phase: Phase = 'quiet';
  #stopping = false;
  /** When the present turn began, monotonic ms; undefined between turns. */
  #turnBeganAt: number | undefined;
  /** When the last one did. */
  #beganAt = Number.NEGATIVE_INFINITY;
  /** Until the next piece of work falls due. */
  #cancelTimer: Cancel | undefined;
  /** Until results that came in are written. */
  #cancelGather: Cancel | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#holdBack = createHoldBack(options);
    const isAlone = ({ isBeside = false }: Pick<LeasedSource<unknown, unknown>, 'isBeside'>) => !isBeside;
    this.#timed = createTimedRunner(
      options.timed,
      options.claims === undefined ? [] : options.leased.filter(isAlone),
    );
    this.#leased = options.leased.map((source) => createLeasedRunner(source, () => this.#resultCame()));
    this.#parts = this.#partsOf(options);
  }

  /** Something may be due: takes a turn as soon as the event loop lets it. Cheap; may be called often. */
  wake(): void {
    this.#timed.lookAgain();
    this.#turnSoon();
  }

  /** As `wake`, of what is leased alone. */
  nudge(): void {
    this.#turnSoon();
  }

  /** Resolves when nothing may start at the clock's present instant and nothing is in flight. */
  idle(): Promise<void> {
    if (this.#phase === 'stopped') return Promise.resolve();
    return new Promise((resolve) => {
      this.#quietWaiters.push(resolve);
      this.wake();
    });
  }

  /** When the next piece of work may start, ms UTC. */
  nextDueAt(): Promise<number | undefined> {
    const { store, timed, leased, claims } = this.#options;
    const isOthers = claims?.has(upkeepClaim) === false;
    const own = isOthers ? leased.filter(({ isBeside }) => isBeside) : [...timed, ...leased];
    return store.readInTurn((reader) => earliestDue(reader, own));
  }

  /** How the pump is doing. */
  state(): Omit<SchedulerFigures, 'state'> & { readonly isOnHold: boolean; readonly isStopped: boolean } {
    const problem = this.#holdBack.problem();
    return {
      isOnHold: this.#phase === 'on hold' || this.#phase === 'retrying',
      isStopped: this.#phase === 'stopped',
      inFlight: this.#inFlight(),
      results: this.#waiting(),
      ...(this.#turnBeganAt === undefined ? {} : { turnMs: systemTime.monotonic() - this.#turnBeganAt }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  /** Forgets what is in flight and what waits to be written: its rows are gone. */
  abandon(): void {
    for (const runner of this.#leased) runner.abandon();
  }

  /** Waits for what is in flight for at most `drainMs`, and writes all that came in. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    const deadline = systemTime.monotonic() + drainMs;
    while (this.#inFlight() > 0 && systemTime.monotonic() < deadline) await systemTime.sleep(10);
    while (isTurning(this.#phase)) await systemTime.sleep(1);
    this.#on('stop');
    this.#cancelTimer?.();
    this.#stopGathering();
    try {
      while (this.#waiting() > 0) await this.#unitOfWork();
    } catch (error) {
      // What can't be written any more stays leased: the next start repeats it.
      this.#options.log.error(
        { err: error, results: this.#waiting() },
        'Results could not be written at the end',
      );
    }
    this.#tellQuiet();
  }

  /** Takes an event. Returns whether a turn is to begin. */
  #on(event: PhaseEvent): boolean {
    const before = this.#phase;
    this.#phase = nextPhase(before, event);
    return isTurning(this.#phase) && (event === 'done' || !isTurning(before));
  }

  #inFlight(): number {
    return this.#leased.reduce((sum, runner) => sum + runner.inFlight(), 0);
  }

  #waiting(): number {
    return this.#leased.reduce((sum, runner) => sum + runner.waiting(), 0);
  }

  /** Results that come close together are written together: a commit costs as much for one as for many. */
  #resultCame(): void {
    if (this.#waiting() > this.#inFlight() || (this.#isShared() && this.#waiting() >= enough))
      this.#turnSoon();
    else this.#gather();
  }

  #gather(): void {
    this.#cancelGather ??= systemTime.after(Math.max(gatherMs, this.#spaceLeftMs()), () => this.#turnNow());
  }

  #turnSoon(): void {
    if (this.#spaceLeftMs() > 0) this.#gather();
    else this.#turnNow();
  }

  #turnNow(): void {
    this.#stopGathering();
    if (this.#on('wake')) this.#begin();
  }

  /** How long the next turn is to wait for company. */
  #spaceLeftMs(): number {
    if (!this.#isShared()) return 0;
    const isAwaited = this.#quietWaiters.length > 0 || this.#waiting() >= enough;
    if (isAwaited || this.#leased.some((runner) => runner.hasMore())) return 0;
    return Math.max(0, this.#beganAt + spacingMs - systemTime.monotonic());
  }

  #isShared(): boolean {
    return this.#options.claims !== undefined;
  }

  #stopGathering(): void {
    this.#cancelGather?.();
    this.#cancelGather = undefined;
  }

  #begin(): void {
    this.#stopGathering();
    setImmediate(() => void this.#turn());
  }

  async #turn(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    let started: number;
    this.#turnBeganAt = systemTime.monotonic();
    this.#beganAt = this.#turnBeganAt;
    try {
      started = await this.#unitOfWork();
    } catch (error) {
      if (isOfAnother(error)) this.#options.lost?.();
      await this.#undo(error);
      this.#holdWorkBack(error);
      return;
    } finally {
      this.#turnBeganAt = undefined;
    }
    this.#holdBack.worked();
    if (this.#on('done')) this.#begin();
    else if (started > 0 || this.#waiting() > 0 || this.#cancelGather !== undefined) this.#gather();
    else await this.#becomeQuiet();
  }

  /**
   * All in one unit of work on a file. On a server deliveries have one of their own, which runs beside those of other
   * processes, and all else is done by the process that has claimed it.
   */
  #partsOf({ store, claims }: TurnsOptions): Part[] {
    const { server, write } = store;
    if (server === undefined || claims === undefined)
      return [{ write, isTimed: true, leased: this.#leased, isNeeded: always, mayBegin: always }];
    const waits = (runners: readonly LeasedRunner[]) => runners.some((runner) => runner.waiting() > 0);
    const alone = this.#leased.filter(({ isBeside }) => !isBeside);
    const beside = this.#leased.filter(({ isBeside }) => isBeside);
    return [
      {
        write,
        isTimed: true,
        leased: alone,
        isNeeded: (now) =>
          waits(alone) || (now !== undefined && claims.has(upkeepClaim) && this.#timed.mayRun(now)),
        mayBegin: () => claims.has(upkeepClaim),
      },
      { write: server.writeBeside, isTimed: false, leased: beside, isNeeded: always, mayBegin: always },
    ];
  }

  /** Returns how much was run or leased. */
  async #unitOfWork(): Promise<number> {
    const now = this.#mayStart() ? this.#options.clock.now() : undefined;
    let started = 0;
    for (const part of this.#parts) if (part.isNeeded(now)) started += await this.#unitOf(part, now);
    return started;
  }

  async #unitOf(part: Part, now: number | undefined): Promise<number> {
    const { write, isTimed, leased: runners } = part;
    const { beforeWork } = this.#options;
    let startedAt = 0;
    const { ran, leases } = await write(async (tx) => {
      startedAt = systemTime.threadWork();
      await beforeWork(tx);
      // Others may have paused it until this unit of work began, or have it now.
      const at = this.#mayStart() && part.mayBegin() ? now : undefined;
      const ran = at === undefined || !isTimed ? 0 : await this.#timed.run(tx, at);
      const most = this.#options.store.server === undefined ? this.#size.most() : onServer;
      const leases = [];
      for (const runner of runners) leases.push(await runner.turn(tx, at, most));
      return { ran, leases };
    });
    for (const { begin } of leases) begin();
    const leased = leases.reduce((sum, one) => sum + one.leased, 0);
    const recorded = leases.reduce((sum, one) => sum + one.recorded, 0);
    if (ran === 0) this.#size.took(leased + recorded, systemTime.threadWork() - startedAt);
    return ran + leased;
  }

  #mayStart(): boolean {
    return this.#options.mayStart() && !this.#stopping;
  }

  async #undo(error: unknown): Promise<void> {
    this.#timed.lookAgain();
    for (const runner of this.#leased) runner.giveBack();
    if (!isStoreTrouble(error)) await this.#salvage(error);
  }

  /** A result that can't be written must not hold up all others: its attempt stays leased, for the next start. */
  async #salvage(cause: unknown): Promise<void> {
    const { log, store, lost } = this.#options;
    const write: Store['write'] = (work) =>
      store.write(work).catch((error: unknown) => {
        if (isOfAnother(error)) lost?.();
        throw error;
      });
    log.error({ err: cause }, 'A turn failed; its results are written one by one');
    for (const runner of this.#leased) {
      for (const error of await runner.salvage(write)) {
        log.error(
          { err: error, source: runner.name },
          'A result is dropped; the next start repeats its attempt',
        );
      }
    }
  }

  #holdWorkBack(error: unknown): void {
    this.#on('failed');
    this.#holdBack.failed(error, () => {
      if (!this.#stopping && this.#on('retry')) void this.#turn();
    });
  }

  /** Nothing could be started: sets the timer for what falls due next, and tells those who wait for quiet. */
  async #becomeQuiet(): Promise<void> {
    try {
      const next = this.#mayStart() ? await this.nextDueAt() : undefined;
      if (this.#phase !== 'quiet') return;
      if (next !== undefined && next <= this.#options.clock.now()) return this.wake();
      if (next !== undefined) this.#wakeAt(next);
      if (this.#inFlight() + this.#waiting() === 0) this.#tellQuiet();
    } catch (error) {
      // A turn that began meanwhile meets the same trouble, or shows that it is over.
      if (this.#phase === 'quiet') this.#holdWorkBack(error);
    }
  }

  /** A virtual clock needs no timer: whoever moves it wakes the scheduler. */
  #wakeAt(instantMs: number): void {
    const { clock } = this.#options;
    if (clock instanceof VirtualClock) return;
    this.#cancelTimer?.();
    this.#cancelTimer = systemTime.after(Math.min(instantMs - clock.now(), longestTimerMs), () =>
      this.wake(),
    );
  }

  #tellQuiet(): void {
    for (const resolve of this.#quietWaiters.splice(0)) resolve();
  }
}

const always = (): boolean => true;

/** What this process has under way may be done by another one by now. */
const isOfAnother = (error: unknown): boolean =>
  isUncertain(error) || (error instanceof CatalogueError && error.code === 'store.takenForGone');
