import { isStoreTrouble, isUncertain } from '#base/store/store-state.ts';

/** The most units that share a commit; more would keep others waiting. */
const mostTogether = 64;

/**
 * Lets units of work that wait at the same time share one commit, which costs as much for one as for many: all that have
 * come until the turn to write begins. They are gathered until the event loop has read what all clients sent, so a lone
 * unit does not wait.
 * @param isBeside units that are unrelated run beside each other, so that the statements of all leave together: for a
 * database that is a way off
 */
export const createJointWriter = <Tx>(
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { isBeside = false }: { readonly isBeside?: boolean } = {},
): JointWrite<Tx> => {
  let waiting: Unit<Tx>[] = [];
  /** A turn is waited for. */
  let isComing = false;

  const comeSoon = (): void => {
    if (isComing || waiting.length === 0) return;
    isComing = true;
    setImmediate(() => void commitTogether());
  };
  const taken = (most: number): Unit<Tx>[] => {
    const units = waiting.slice(0, most);
    waiting = waiting.slice(most);
    isComing = false;
    return units;
  };

  const commitTogether = async (): Promise<void> => {
    let units: readonly Unit<Tx>[] | undefined;
    try {
      const results = await write((tx) => {
        units = taken(mostTogether);
        return isBeside ? besideEachOther(units, tx) : inTurn(units, tx);
      });
      comeSoon();
      units?.forEach(({ resolve }, index) => {
        resolve(results[index]);
      });
    } catch (error) {
      // No turn began: it would for none of those that wait.
      if (units === undefined) return rejectAll(taken(waiting.length), error);
      comeSoon();
      // What may have been done already is not done again.
      if (units.length === 1 || isUncertain(error)) rejectAll(units, error);
      else await commitEach(units);
    }
  };
  /** Who failed is found by doing each alone, unless the store takes none: to learn that for each would keep the last waiting. */
  const commitEach = async (units: readonly Unit<Tx>[]): Promise<void> => {
    for (const [at, { work, resolve, reject }] of units.entries()) {
      try {
        resolve(await write(work));
      } catch (error) {
        reject(error);
        if (isStoreTrouble(error) && !isUncertain(error)) return rejectAll(units.slice(at + 1), error);
      }
    }
  };

  return <T>(work: (tx: Tx) => Promise<T>, { isUnrelated = false }: JointOptions = {}) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, isUnrelated, resolve: (result) => resolve(result as T), reject });
      comeSoon();
    });
};

export interface JointOptions {
  /** It looks at nothing that others which say so write. */
  readonly isUnrelated?: boolean;
}

export type JointWrite<Tx> = <T>(work: (tx: Tx) => Promise<T>, options?: JointOptions) => Promise<T>;

interface Unit<Tx> {
  work(tx: Tx): Promise<unknown>;
  readonly isUnrelated: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const rejectAll = <Tx>(units: readonly Unit<Tx>[], error: unknown): void => {
  for (const { reject } of units) reject(error);
};

const inTurn = async <Tx>(units: readonly Unit<Tx>[], tx: Tx): Promise<unknown[]> => {
  const ended: unknown[] = [];
  for (const { work } of units) ended.push(await work(tx));
  return ended;
};

/** Those that are related have their turn where they came among the others. */
const besideEachOther = async <Tx>(units: readonly Unit<Tx>[], tx: Tx): Promise<unknown[]> => {
  const ended: unknown[] = [];
  for (let at = 0; at < units.length; at = ended.length) {
    const related = units.findIndex(({ isUnrelated }, n) => n > at && !isUnrelated);
    const end = units[at]?.isUnrelated !== true ? at + 1 : related < 0 ? units.length : related;
    ended.push(...(await allOf(units.slice(at, end).map(({ work }) => work(tx)))));
  }
  return ended;
};

/** As `Promise.all`, but none of them is at work any more when it ends. */
const allOf = async (works: readonly Promise<unknown>[]): Promise<unknown[]> => {
  await Promise.allSettled(works);
  return Promise.all(works);
};
