/** Lets one piece of work in at a time, in the order of coming. */
export interface Lock {
  /** Undefined if it is free, and held from then on; otherwise resolves when it is the caller's turn. */
  acquire(): Promise<void> | undefined;
  release(): void;
}

/** Runs `work` while it holds the lock. */
export const whileHeld = async <T>(lock: Lock, work: () => T | Promise<T>): Promise<T> => {
  const turn = lock.acquire();
  if (turn !== undefined) await turn;
  try {
    return await work();
  } finally {
    lock.release();
  }
};

export const createLock = (): Lock => {
  let held = false;
  const waiting: (() => void)[] = [];
  return {
    acquire() {
      if (held) return new Promise<void>((resolve) => waiting.push(resolve));
      held = true;
      return undefined;
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) held = false;
      else next();
    },
  };
};
