import PQueue from 'p-queue';
import { newSigningKey, type PublicKey } from '#base/signing.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JournalAction } from '#contract/journal.ts';
import type { Identity } from '#desk/core/identity.ts';
import { program } from '#desk/core/program.ts';
import { createJournal, journalChain } from '#desk/journal/journal.ts';
import { proveKeyChange } from '#desk/journal/key-changes.ts';
import { foldSigners } from '#desk/journal/signers.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal, readJournalEnd } from '#desk/store/journal.ts';
import type { MovedKey } from './key-file.ts';

type Context = Pick<DeskContext, 'store' | 'identity' | 'journalHead' | 'log'>;

export interface KeyChanges {
  /** Signs with a new key from now on. */
  rotate(actor: string): Promise<void>;
  /** Signs with the key of another data folder from now on. @throws CatalogueError `identity.ownKey` */
  move(moved: Pick<MovedKey, 'privateKey' | 'earlier'>, actor: string): Promise<void>;
}

/**
 * A change of the signing key in three steps, so that a crash loses neither key: the new one is sealed beside the present
 * one; the journal's entry, signed by the present one, names it; then it takes its place. A start finds what was begun,
 * and finishes it if the journal names the new key, or drops it.
 */
export const createKeyChanges = (context: Context, identity: Identity): KeyChanges => {
  const { store } = context;
  /** One at a time: a second one would drop the key that the first one has proposed. */
  const changes = new PQueue({ concurrency: 1 });

  const change = (privateKey: Uint8Array, earlier: readonly PublicKey[] | undefined, actor: string) =>
    changes.add(async () => {
      await finishKeyChange(context, identity);
      const next = await identity.propose(privateKey);
      if (next.publicKey === identity.publicKey) {
        await identity.settle();
        throw new CatalogueError('identity.ownKey');
      }
      try {
        await store.write(async (tx) => {
          const former = identity.publicKey;
          const journal = createJournal(context);
          if ((await readJournalEnd(tx)) === undefined) {
            await journal.append(tx, program, { kind: 'journal.opened', content: { cases: [] } });
          }
          const before = (await readJournalEnd(tx))?.digest ?? '';
          const proof = proveKeyChange(next, { chain: journalChain, before }, former);
          const content = { former, publicKey: next.publicKey, proof };
          const action: JournalAction =
            earlier === undefined
              ? { kind: 'identity.rotated', content }
              : { kind: 'identity.moved', content: { ...content, earlier } };
          await journal.append(tx, actor, action);
          tx.afterCommit(() => identity.accept());
        });
      } finally {
        // Also after an error, whose commit may have come to pass all the same.
        await finishKeyChange(context, identity);
      }
    });

  return {
    rotate: (actor) => change(newSigningKey(), undefined, actor),
    move: ({ privateKey, earlier }, actor) => change(privateKey, earlier, actor),
  };
};

/** Finishes a change that the journal tells of, and drops one that it does not. */
export const finishKeyChange = async ({ store }: Context, identity: Identity): Promise<void> => {
  const { next, publicKey } = identity;
  if (next !== undefined) {
    const rows = await store.read((reader) => readJournal(reader));
    const [newest] = foldSigners(rows, next).former;
    if (newest?.publicKey === publicKey) identity.accept();
  }
  await identity.settle();
};

/**
 * Brings the identity and the journal together at a start: a change that was under way is ended; a key that was made as
 * the former one was lost, or that is newer than a database that was put back, is named by an entry of its own.
 * Only a former key that is noted under the data key is: what is in the table alone proves nothing.
 */
export const settleIdentity = async (context: Context, identity: Identity): Promise<void> => {
  if (identity.next !== undefined) await finishKeyChange(context, identity);
  await context.store.write(async (tx) => {
    const rows = await readJournal(tx);
    const end = rows.at(-1);
    const { publicKey } = identity;
    if (end === undefined || foldSigners(rows, publicKey).since !== undefined) return;
    const { follows, former } = identity.history;
    const before = [...(follows === undefined ? [] : [follows]), ...former].find((key) => key === end.signer);
    if (before === undefined) {
      context.log.warn('desk: the journal was not written by the signing key of this folder');
      return;
    }
    const content = { former: before, publicKey };
    await createJournal(context).append(tx, program, { kind: 'identity.lost', content });
  });
};
