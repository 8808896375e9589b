import { type Clock, systemTime, toIso, VirtualClock } from '#base/clock.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Reader, Tx } from '#service/store/store.ts';

/** Where the clock of the sandbox stands; `null` until it is first written. */
interface ClockState {
  readonly mode: 'system' | 'virtual';
  /** ms UTC */
  readonly now: number;
  readonly paused: boolean;
}

const clockFact: Fact<ClockState | null> = { name: 'clock', fallback: null };

export const writeClock = (tx: Tx, clock: Clock, paused: boolean): Promise<void> =>
  writeFact(tx, clockFact, {
    mode: clock instanceof VirtualClock ? 'virtual' : 'system',
    now: clock.now(),
    paused,
  });

export const readPaused = async (reader: Reader): Promise<boolean> =>
  (await readFact(reader, clockFact))?.paused ?? false;

/** Writes a virtual instant before anything happens at it, so that time never runs backwards. */
export const createClockKeeper = (clock: Clock, paused: () => boolean): ((tx: Tx) => Promise<void>) => {
  let written = clock.now();
  return async (tx) => {
    const now = clock.now();
    if (!(clock instanceof VirtualClock) || now === written) return;
    await writeClock(tx, clock, paused());
    tx.afterCommit(() => {
      written = now;
    });
  };
};

/**
 * The clock of a sandbox: the system's, or a virtual one that stands where it was left, and at the system's time when
 * the sandbox is new.
 * @throws Error if the system's clock is behind what the sandbox has already seen
 */
export const takeClock = async (
  reader: Reader,
  mode: 'system' | 'virtual',
): Promise<{ clock: Clock; paused: boolean }> => {
  const state = await readFact(reader, clockFact);
  const paused = state?.paused ?? false;
  const systemNow = systemTime.now();
  if (mode === 'virtual') {
    const now = state?.mode === 'virtual' ? state.now : Math.max(systemNow, state?.now ?? 0);
    return { clock: new VirtualClock(now), paused };
  }
  if (state?.mode === 'virtual' && state.now > systemNow) {
    throw new Error(
      `The sandbox's clock was advanced to ${toIso(state.now)}, ahead of the system clock. Start with --clock virtual, or use another data folder.`,
    );
  }
  return { clock: systemTime, paused };
};
