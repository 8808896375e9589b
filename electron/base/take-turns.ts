import { systemTime } from './clock.ts';

/** Lets other work of the process have its turn: answers from SQLite come without giving one. */
export const takeTurns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const inOneTurn = 500;

/** Looks at each of many, a few hundred at a time: other work has its turn in between. */
export const eachInTurns = async <T>(all: Iterable<T>, look: (one: T) => void): Promise<void> => {
  let looked = 0;
  for (const one of all) {
    look(one);
    looked += 1;
    if (looked % inOneTurn === 0) await takeTurns();
  }
};

/** The same by the chunk, for what takes many at once. */
export const chunksInTurns = async <T>(
  all: Iterable<T>,
  look: (some: readonly T[]) => Promise<void>,
): Promise<void> => {
  let chunk: T[] = [];
  for (const one of all) {
    chunk.push(one);
    if (chunk.length < inOneTurn) continue;
    await look(chunk);
    chunk = [];
    await takeTurns();
  }
  if (chunk.length > 0) await look(chunk);
};

/** So long one turn of the event loop may be taken, ms. */
const turnMs = 2;

/** Called between steps: lets other work have its turn, where one is due. */
type Pause = () => Promise<void> | undefined;

/** A pause that is due once `turnMs` have passed since the last; several runs of steps may share it. */
export const createPauses = (): Pause => {
  let begunAt = systemTime.monotonic();
  return () => {
    if (systemTime.monotonic() - begunAt < turnMs) return undefined;
    return takeTurns().then(() => {
      begunAt = systemTime.monotonic();
    });
  };
};

/** Takes steps to their end, with a pause between two where one is due. */
export const stepsInTurns = async <T>(steps: Generator<void, T>, pause: Pause): Promise<T> => {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
};

/** The same in one turn, for what is short. */
export const stepsAtOnce = <T>(steps: Generator<void, T>): T => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};
