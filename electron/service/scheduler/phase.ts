/** What the pump of turns is doing. */
export type Phase =
  /** No turn runs; a wake, a result or a timer begins the next one. */
  | 'quiet'
  | 'turning'
  /** A turn runs, and another follows at once. */
  | 'repeating'
  /** A turn failed; the next one comes after a wait, whatever wakes it before. */
  | 'on hold'
  | 'retrying'
  | 'stopped';

export type PhaseEvent = 'wake' | 'done' | 'failed' | 'retry' | 'stop';

const transitions: Readonly<Record<Phase, Partial<Record<PhaseEvent, Phase>>>> = {
  quiet: { wake: 'turning', failed: 'on hold', stop: 'stopped' },
  turning: { wake: 'repeating', done: 'quiet', failed: 'on hold' },
  repeating: { done: 'turning', failed: 'on hold' },
  'on hold': { retry: 'retrying', stop: 'stopped' },
  retrying: { done: 'quiet', failed: 'on hold' },
  stopped: {},
};

/** The phase after an event; the same one where the event means nothing in it. */
export const nextPhase = (phase: Phase, event: PhaseEvent): Phase => transitions[phase][event] ?? phase;

export const isTurning = (phase: Phase): boolean =>
  phase === 'turning' || phase === 'repeating' || phase === 'retrying';
