import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type KeyCommand, keyCommandWrapping } from '#base/key-command.ts';
import type { Log } from '#base/log.ts';
import type { UnitsOfWork } from '#base/store/units-of-work.ts';
import {
  countKeySets,
  noteTurn,
  type RowSecret,
  readKeySets,
  readRowsWithSalt,
  type VaultSchema,
  writeRowSecrets,
} from '#desk/store/vault-store.ts';
import { openKeyFolder } from './key-folder.ts';
import type { KeyStore } from './key-store.ts';
import { createRowKeys, isSetAhead, type KeyTurn, type RowKeys } from './row-keys.ts';

export interface RowKeyOptions {
  readonly dataDir: string;
  /** That several runners share: each has a set of its own in it. Left out: one of the data folder, for this runner. */
  readonly folder?: string | undefined;
  /** Of the data key. */
  deriveKey(purpose: string, salt: Uint8Array): Buffer;
  /** What wraps and unwraps; left out: the data key alone protects the folder. */
  readonly keyCommand?: KeyCommand | undefined;
  readonly log: Log;
}

export const rowKeysIn = (dataDir: string): string => join(dataDir, 'row-keys');

/**
 * Opens the keys of a vault, and moves those there that an earlier version left with the rows.
 * @throws CatalogueError `rowKeys.…`
 */
export const openRowKeys = async (
  vault: Pick<UnitsOfWork<VaultSchema>, 'read' | 'write'>,
  { dataDir, folder, deriveKey, keyCommand, log }: RowKeyOptions,
): Promise<RowKeys> => {
  const known = await vault.read(readKeySets);
  const wrapping = keyCommand && keyCommandWrapping(keyCommand);
  const store = await openKeyFolder(
    { folder: folder ?? rowKeysIn(dataDir), deriveKey, wrapping },
    known.map(({ set }) => set),
  );
  try {
    await reportAbsent(store, vault, log);
    // A runner that was replaced, but still runs, may write into its set.
    const own = folder === undefined ? usable(store, known) : undefined;
    const keys = createRowKeys(store, own, () => begun(store, vault));
    await moveSalts(keys, vault);
    return keys;
  } catch (error) {
    await store.close();
    throw error;
  }
};

/** Of the sets that are here the one that was used last; none that a newer state of the database has used. */
const usable = (store: KeyStore, known: readonly KeyTurn[]): KeyTurn | undefined =>
  known
    .filter(({ set, turn }) => {
      const state = store.sets.get(set);
      return state?.isOurs === true && !isSetAhead(state, turn);
    })
    .reduce<KeyTurn | undefined>((best, one) => (best && best.turn >= one.turn ? best : one), undefined);

/** A process that dies before the database knows the set leaves an empty folder. */
const begun = async (store: KeyStore, vault: Pick<UnitsOfWork<VaultSchema>, 'write'>): Promise<KeyTurn> => {
  const current = { set: await store.begin(), turn: 0 };
  await vault.write((tx) => noteTurn(tx, current));
  return current;
};

const reportAbsent = async (
  store: KeyStore,
  vault: Pick<UnitsOfWork<VaultSchema>, 'read'>,
  log: Log,
): Promise<void> => {
  for (const { set, count } of await vault.read(countKeySets)) {
    if (store.sets.get(set)?.isOurs) continue;
    log.warn(
      { set, rows: count, folder: store.place },
      store.sets.has(set)
        ? 'tokens: the keys of some rows are sealed under another data key, so their credentials cannot be opened'
        : 'tokens: the keys of some rows are in the key folder of another runner, so their credentials cannot be opened here',
    );
  }
};

const movedAtOnce = 500;
const keyBytes = 32;

/**
 * Each time the keys are on the disk first. What is sealed under them stays as it is; what somebody made a key of that
 * is none opens nothing, now as before.
 */
const moveSalts = async (
  keys: RowKeys,
  vault: Pick<UnitsOfWork<VaultSchema>, 'read' | 'write'>,
): Promise<void> => {
  for (;;) {
    const rows: RowSecret[] = await vault.read((reader) => readRowsWithSalt(reader, movedAtOnce));
    if (rows.length === 0) return;
    await keys.give(
      rows.map(({ salt }) => (salt.length === keyBytes ? salt : randomBytes(keyBytes))),
      (given) =>
        vault.write(async (tx) => {
          const moved = rows.map(({ row_id, case_id, content }, at) => {
            const key = given.keys[at]?.ref;
            if (key === undefined) throw new Error(`Row ${row_id} has no key.`);
            return { row_id, case_id, content, key };
          });
          await writeRowSecrets(tx, moved, given);
        }),
    );
  }
};
