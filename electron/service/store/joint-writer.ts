import { isUncertain } from '#base/store/store-state.ts';

/** The most units that share a commit; more would keep others waiting. */
const mostTogether = 64;

/**
 * Lets units of work that wait at the same time share one commit, which costs as much for one as for many.
 * They are gathered until the event loop has read what all clients sent, so a lone unit does not wait.
 */
export const createJointWriter = <Tx>(write: Write<Tx>): Write<Tx> => {
  let waiting: Unit<Tx>[] = [];

  const commitTogether = async (): Promise<void> => {
    const units = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    if (waiting.length > 0) setImmediate(commitTogether);
    try {
      const results = await write(async (tx) => {
        const ended: unknown[] = [];
        for (const { work } of units) ended.push(await work(tx));
        return ended;
      });
      units.forEach(({ resolve }, index) => {
        resolve(results[index]);
      });
    } catch (error) {
      // What may have been done already is not done again.
      const isFinal = units.length === 1 || isUncertain(error);
      for (const { work, resolve, reject } of units) {
        if (isFinal) reject(error);
        // Who failed is found by doing each alone.
        else await write(work).then(resolve, reject);
      }
    }
  };

  return <T>(work: (tx: Tx) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: (result) => resolve(result as T), reject });
      if (waiting.length === 1) setImmediate(commitTogether);
    });
};

type Write<Tx> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface Unit<Tx> {
  work(tx: Tx): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}
