import { AsyncLocalStorage } from 'node:async_hooks';

/** Keeps units of work apart: one inside another would wait for the connection that the other one holds. */
export interface Nesting {
  /** @throws Error inside a unit of work */
  refuse(): void;
  /** Runs `work` as a unit of work. */
  inside<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` as though after it. */
  outside(work: () => void): void;
}

export const createNesting = (): Nesting => {
  const inUnitOfWork = new AsyncLocalStorage<boolean>();
  return {
    refuse() {
      if (inUnitOfWork.getStore() === true) {
        throw new Error('A unit of work was started inside another one; pass the Tx on instead.');
      }
    },
    inside: (work) => inUnitOfWork.run(true, work),
    outside: (work) => inUnitOfWork.run(false, work),
  };
};
