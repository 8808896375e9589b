/** Does what is asked of one thing one after the other, whatever becomes of each; of different things, side by side. */
export const createTurns = (): (<T>(of: string, work: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (of, work) => {
    const before = last.get(of);
    const mine = before === undefined ? work() : before.then(work, work);
    last.set(of, mine);
    try {
      return await mine;
    } finally {
      if (last.get(of) === mine) last.delete(of);
    }
  };
};
