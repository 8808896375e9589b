/** Lets other work of the process have its turn: answers from SQLite come without giving one. */
export const takeTurns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
