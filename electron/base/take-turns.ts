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
