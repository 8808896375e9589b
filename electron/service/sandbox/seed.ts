import { CatalogueError } from '#contract/errors.ts';
import type { SeedResult, Snapshot } from '#contract/sandbox.ts';
import { writeClient } from '#service/store/client-fact.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { emptySandbox, isEmptySandbox } from '#service/store/reset.ts';
import type { Tx } from '#service/store/store.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/** The sandbox as a whole: emptied, or filled from a snapshot in one transaction and without events. */
export const createSeed = (
  context: ServiceContext,
  options: SandboxOptions & Pick<Sandbox, 'dropMirror'>,
): Pick<Sandbox, 'seed' | 'reset'> => {
  const { store, announce } = context;
  const { platform, legacy, webhooks, client, emptying, flushRequests, removeBackups, dropMirror } = options;

  /** As the tables show it: whoever reads them next has been told. */
  const announceOnCommit = (tx: Tx, change: 'reset' | 'seeded'): void =>
    tx.afterCommit(() => announce({ type: 'sandbox', change }));

  const empty = async (tx: Tx, abandon: () => void): Promise<void> => {
    tx.afterCommit(abandon);
    await emptySandbox(tx);
    legacy.forget(tx);
    await webhooks.forget(tx);
  };

  /** Neither in the outbox, nor in backups, nor in the free parts of the database and its log. */
  const leaveNothing = async (): Promise<void> => {
    await legacy.emptyOutbox();
    await removeBackups();
    await options.clearTextIndex();
    await store.writeAnew();
  };

  const fill = async (tx: Tx, snapshot: Snapshot, abandon: () => void): Promise<SeedResult> => {
    if (snapshot.replace) await empty(tx, abandon);
    const isFree = (await isEmptySandbox(tx)) && (await legacy.cutOverAt(tx)) === null;
    if (!isFree) throw new CatalogueError('seed.notEmpty');
    if (snapshot.client !== undefined) {
      const named = { ...client, ...snapshot.client };
      await writeClient(tx, named);
      tx.afterCommit(() => Object.assign(client, named));
    }
    const { companies, connections } = await platform.seed(tx, snapshot);
    const { rules } = await legacy.seed(tx, snapshot, companies);
    const { webhooks: endpoints } = await webhooks.seed(tx, snapshot, companies);
    announceOnCommit(tx, 'seeded');
    return { companies, connections, rules, webhooks: endpoints };
  };

  return {
    seed: (snapshot) =>
      emptying(async (abandon) => {
        if (snapshot.replace) await dropMirror();
        const ids = await store.write((tx) => fill(tx, snapshot, abandon));
        if (snapshot.replace) await leaveNothing();
        return ids;
      }),
    reset: () =>
      emptying(async (abandon) => {
        await dropMirror();
        await flushRequests();
        await store.write(async (tx) => {
          await empty(tx, abandon);
          announceOnCommit(tx, 'reset');
        });
        await leaveNothing();
      }),
  };
};
