import type { Log } from '#base/log.ts';
import { selectProcesses } from '#service/store/processes.ts';
import type { Store, StoreServer } from '#service/store/store.ts';

/**
 * Does what migrations have left for when no earlier build is there any more; does nothing while one is, and once nothing is left.
 * Source: `docs/decisions/2026-11-28-expand-and-contract.md`.
 */
export const createContraction = (
  store: Pick<Store, 'read' | 'write'>,
  { history }: Pick<StoreServer, 'history'>,
  log: Log,
): (() => Promise<void>) => {
  let isDone = false;

  const contract = async (): Promise<void> => {
    if (isDone) return;
    isDone = (await store.read(history.waiting)) === undefined;
    if (isDone) return;
    isDone = await store.write(async (tx) => {
      const waiting = await history.waiting(tx);
      const known = await selectProcesses(tx);
      if (waiting === undefined || known.some(({ build }) => build < waiting)) return false;
      await history.contract(tx);
      return true;
    });
    if (isDone)
      log.info({ build: history.build }, 'No earlier build uses the store: its schema is contracted');
  };

  return () =>
    contract().catch((err: unknown) => log.warn({ err }, 'The schema could not be contracted yet'));
};
