import { type Clock, toIso, VirtualClock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { AdvanceOutcome } from '#contract/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Store, Tx } from '#service/store/store.ts';
import type { Turns } from './turns.ts';

/** Instants are ms UTC. */
export interface AdvanceUnderWay {
  readonly from: number;
  readonly to: number;
  /** It ends once the work of the clock's present instant is done. */
  readonly cancelling: boolean;
}

export interface EndedAdvance {
  readonly from: number;
  readonly to: number;
  /** Where the clock stood, and stands until the next advance. */
  readonly ended: number;
  readonly outcome: AdvanceOutcome;
}

/**
 * The advances of a virtual clock, one at a time. Each is in the table from before its first step until its outcome is
 * there, too: one that has none at the start was interrupted with its process. It is not continued by itself, as nobody
 * waits for it any more; the clock stands where it was written last, and the same instant may be asked for again.
 */
export interface Advancing {
  underWay(): AdvanceUnderWay | undefined;
  last(): EndedAdvance | undefined;
  /** At the start of the process. */
  recover(tx: Tx): Promise<void>;
  /** @throws CatalogueError `clock.notVirtual`, `clock.backwards`, `clock.busy`, `clock.paused`, `clock.cancelled` */
  to(instantMs: number): Promise<void>;
  /** Resolves once it has ended. @throws CatalogueError `clock.notAdvancing` */
  cancel(): Promise<void>;
}

interface AdvancingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly turns: Pick<Turns, 'idle' | 'nextDueAt'>;
  readonly state: Readonly<SchedulerState>;
  /** It began, is being cancelled, or ended. */
  readonly announce: () => void;
}

/** Work starts while it runs, is not paused, and nobody empties the tables. */
export interface SchedulerState {
  phase: 'new' | 'running' | 'stopping';
  paused: boolean;
  /** How many are emptying the tables. */
  emptying: number;
}

interface StoredAdvance {
  readonly from: number;
  readonly to: number;
  readonly end?: { readonly at: number; readonly outcome: AdvanceOutcome };
}

const advanceFact: Fact<StoredAdvance | null> = { name: 'advance', fallback: null };

interface Current {
  readonly from: number;
  readonly to: number;
  cancelling: boolean;
  readonly ended: Promise<void>;
}

export const createAdvancing = (options: AdvancingOptions): Advancing => {
  const { store, clock, log, announce } = options;
  let current: Current | undefined;
  let last: EndedAdvance | undefined;

  const write = (advance: StoredAdvance): Promise<void> =>
    store.write((tx) => writeFact(tx, advanceFact, advance));

  const end = async ({ from, to }: Current, outcome: AdvanceOutcome): Promise<void> => {
    const at = clock.now();
    last = { from, to, ended: at, outcome };
    // What can't be written is told as interrupted after the next start: the clock stands at the same instant.
    await write({ from, to, end: { at, outcome } }).catch((err: unknown) =>
      log.warn({ err }, 'The end of an advance could not be written'),
    );
  };

  return {
    underWay: () => current,
    last: () => last,
    async recover(tx) {
      const stored = await readFact(tx, advanceFact);
      last = stored === null ? undefined : endedOf(stored, clock.now());
    },
    async to(instantMs) {
      const virtual = advanceable(options, instantMs, current !== undefined);
      const { promise, resolve } = Promise.withResolvers<void>();
      const advance: Current = { from: virtual.now(), to: instantMs, cancelling: false, ended: promise };
      current = advance;
      announce();
      try {
        await write({ from: advance.from, to: instantMs });
        const outcome = await stepTo(virtual, advance, options);
        await end(advance, outcome);
        if (outcome !== 'completed') throw refusalOf(outcome, advance, virtual.now());
      } finally {
        current = undefined;
        announce();
        resolve();
      }
    },
    async cancel() {
      if (current === undefined) throw new CatalogueError('clock.notAdvancing', { now: toIso(clock.now()) });
      const { ended } = current;
      current.cancelling = true;
      announce();
      await ended;
    },
  };
};

/** undefined: the clock was moved by something else since, as in a copy of a sandbox. */
const endedOf = ({ from, to, end }: StoredAdvance, now: number): EndedAdvance | undefined => {
  const { at, outcome } = end ?? { at: now, outcome: 'interrupted' };
  return at === now && from <= now && now <= to ? { from, to, ended: now, outcome } : undefined;
};

const refusalOf = (outcome: 'cancelled' | 'paused', { to }: Current, now: number): CatalogueError =>
  outcome === 'paused'
    ? new CatalogueError('clock.paused')
    : new CatalogueError('clock.cancelled', { now: toIso(now), wanted: toIso(to) });

/** The clock, if it may be advanced to an instant. */
const advanceable = (
  { clock, state }: AdvancingOptions,
  instantMs: number,
  isAdvancing: boolean,
): VirtualClock => {
  if (!(clock instanceof VirtualClock)) throw new CatalogueError('clock.notVirtual');
  if (isAdvancing || state.emptying > 0) throw new CatalogueError('clock.busy');
  if (state.paused) throw new CatalogueError('clock.paused');
  if (instantMs >= clock.now()) return clock;
  throw new CatalogueError('clock.backwards', { now: toIso(clock.now()), wanted: toIso(instantMs) });
};

/**
 * From one due instant to the next, until there is none before the wanted one, or someone pauses, cancels or stops it.
 * It ends between two instants only: what is due at the clock's present one has ended by then.
 */
const stepTo = async (
  virtual: VirtualClock,
  advance: Current,
  { state, turns }: AdvancingOptions,
): Promise<'completed' | 'cancelled' | 'paused'> => {
  for (;;) {
    await turns.idle();
    if (state.phase === 'stopping') throw new CatalogueError('server.stopping');
    if (state.paused) return 'paused';
    if (virtual.now() === advance.to) return 'completed';
    if (advance.cancelling) return 'cancelled';
    const next = Math.min((await turns.nextDueAt()) ?? advance.to, advance.to);
    virtual.set(Math.max(next, virtual.now()));
  }
};
