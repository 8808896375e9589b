import { RunStopped } from './failing.ts';

/** Why a run starts no more rows. */
export interface Stop {
  readonly how: 'pause' | 'cancel';
  readonly why: string;
  /** Who asked for it; undefined if the run stops by itself. */
  readonly by?: string;
}

/**
 * `open`: companies are begun. `closed`: those under way come to their end, no further one is begun. `pausing`,
 * `cancelling`: no further call is made.
 */
type State = 'open' | 'closed' | 'pausing' | 'cancelling';
type Change = 'close' | Stop['how'];

/** A change that is not listed leaves the state as it is: a cancel overrides a pause, nothing overrides a cancel. */
const next: Readonly<Record<State, Partial<Readonly<Record<Change, State>>>>> = {
  open: { close: 'closed', pause: 'pausing', cancel: 'cancelling' },
  closed: { pause: 'pausing', cancel: 'cancelling' },
  pausing: { cancel: 'cancelling' },
  cancelling: {},
};

/** The state of one active run, and the signals that follow from it. */
export interface RunControl {
  stop(stop: Stop): void;
  close(why: string): void;
  /** Stops as a pause and cuts off calls under way. */
  abort(reason: unknown): void;
  stopped(): Stop | undefined;
  /** Why no further company is begun. */
  closed(): string | undefined;
  /** Ends waiting: for a time, for another try. */
  readonly stopping: AbortSignal;
  /** Ends calls under way. */
  readonly cutOff: AbortSignal;
  /** Ends calls that only read, by either. */
  readonly reading: AbortSignal;
}

export const createRunControl = (): RunControl => {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  let state: State = 'open';
  let stopped: Stop | undefined;
  let closed: string | undefined;
  const changed = (change: Change): boolean => {
    const to = next[state][change];
    if (to !== undefined) state = to;
    return to !== undefined;
  };
  const stop = (wanted: Stop): void => {
    if (changed(wanted.how)) stopped = wanted;
    stopping.abort(new RunStopped());
  };
  return {
    stop,
    close(why) {
      if (changed('close')) closed = why;
    },
    abort(reason) {
      stop({ how: 'pause', why: 'Carryover was stopped.' });
      cutOff.abort(reason);
    },
    stopped: () => stopped,
    closed: () => closed,
    stopping: stopping.signal,
    cutOff: cutOff.signal,
    reading: AbortSignal.any([cutOff.signal, stopping.signal]),
  };
};
