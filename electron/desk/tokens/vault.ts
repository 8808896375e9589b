import { manyRandomBytes } from '#base/random.ts';
import { createSealer } from '#base/sealing.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { KeyProblem } from '#desk/store/row-keys/key-store.ts';
import {
  deleteKeySet,
  deleteRowSecrets,
  type RowSecret,
  readKeptRowIds,
  readKeyIds,
  readKeyRefs,
  readKeySets,
  readRowSecrets,
  refOf,
  type VaultStore,
  writeRowSecrets,
} from '#desk/store/vault-store.ts';

/** Whether a row of an earlier version was sealed under the data folder's key that this derives from. */
export const isRowSecretUnder = (
  deriveKey: DeskContext['deriveKey'],
  { row_id, salt, content }: Pick<RowSecret, 'row_id' | 'salt' | 'content'>,
): boolean =>
  createSealer(deriveKey(rowKey(row_id), salt)).openIfPossible(content, contentOf(row_id)) !== undefined;

/** The credentials of one row: field name to value. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * Credentials at rest. Each row is sealed under a key that follows from the data folder's and from 32 random bytes of its
 * own, which are kept outside the database: once these are gone, nobody opens the row again, whatever copy of the database
 * there is. Source: `docs/reference/security-model.md`.
 */
export interface Vault {
  /** Seals credentials; what was kept for a row is replaced. */
  keep(
    caseId: string,
    rows: readonly { readonly rowId: number; readonly credentials: Credentials }[],
  ): Promise<void>;
  /** What is kept by now survives a power cut. */
  toDisk(): void;
  /** Of the rows whose credentials are kept, and whose key is not lost. */
  open(rowIds: readonly number[]): Promise<Map<number, Credentials>>;
  /** Those of the rows whose credentials are kept. */
  keptOf(rowIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Of the rows whose credentials are kept: another text each time that they are sealed. */
  sealsOf(rowIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Of the rows whose credentials are kept, and whose key can't be had: why. */
  keyProblemsOf(rowIds: readonly number[]): Promise<ReadonlyMap<number, KeyProblem>>;
  /** How many rows of a case, or of all, have their credentials kept. */
  countOf(caseId?: string): Promise<number>;
  /** For good: keys are destroyed, and contents are overwritten where the vault is a file. */
  shred(rowIds: readonly number[]): Promise<void>;
  shredCase(caseId: string): Promise<void>;
  /** Shreds what `isWanted` does not want, keys without a row, and what was deleted: left behind by a process that died. */
  sweep(isWanted: (rowIds: readonly number[]) => Promise<ReadonlySet<number>>): Promise<void>;
}

const rowKey = (rowId: number): string => `token row key ${rowId}`;
const contentOf = (rowId: number): string => `token row ${rowId}`;

type Context = Pick<DeskContext, 'deriveKey' | 'log'>;

export const createVault = ({ deriveKey, log }: Context, store: VaultStore): Vault => {
  const { keys } = store;
  const sealerOf = (rowId: number, key: Buffer) => createSealer(deriveKey(rowKey(rowId), key));

  const unseal = ({ row_id, content }: RowSecret, key: Buffer): Credentials | undefined => {
    const text = sealerOf(row_id, key).openIfPossible(content, contentOf(row_id));
    return text === undefined ? undefined : (JSON.parse(text) as Credentials);
  };

  /** The rows with their keys, or why there is none. */
  const withKeys = async (rowIds: readonly number[]): Promise<[RowSecret, Buffer | KeyProblem][]> => {
    const rows = await store.read((reader) => readRowSecrets(reader, rowIds));
    const kept = rows.flatMap((row) => refOf(row).map((ref) => ({ row, ref })));
    const found = await keys.get(kept.map(({ ref }) => ref));
    return kept.map(({ row }, at) => [row, found[at] ?? 'missing']);
  };

  /** The rows whose key is missing again, while another one is named each time: they are being sealed anew. */
  const opening = async (
    rowIds: readonly number[],
    before: ReadonlyMap<number, string> = new Map(),
  ): Promise<[RowSecret, Buffer | KeyProblem][]> => {
    const found = await withKeys(rowIds);
    const missing = new Map<number, string>();
    for (const [{ row_id, key_id }, key] of found) {
      const named = String(key_id?.toString('hex'));
      if (key === 'missing' && before.get(row_id) !== named) missing.set(row_id, named);
    }
    if (missing.size === 0) return found;
    const again = await opening([...missing.keys()], missing);
    return [...found.filter(([{ row_id }]) => !missing.has(row_id)), ...again];
  };

  const shred = async (rowIds: readonly number[]): Promise<void> => {
    if (rowIds.length === 0) return;
    const deleted = await store.write((tx) => deleteRowSecrets(tx, rowIds));
    store.toDisk();
    await keys.destroy(deleted);
  };

  return {
    async keep(caseId, rows) {
      if (rows.length === 0) return;
      const replaced = await keys.give(
        rows.map(() => manyRandomBytes(32)),
        (given) => {
          const sealed = given.keys.map(({ ref, key }, at) => {
            const { rowId, credentials } = rows[at] as (typeof rows)[number];
            const content = sealerOf(rowId, key).seal(JSON.stringify(credentials), contentOf(rowId));
            return { row_id: rowId, case_id: caseId, content, key: ref };
          });
          return store.write((tx) => writeRowSecrets(tx, sealed, given));
        },
      );
      await keys.destroy(replaced);
    },
    toDisk: () => store.toDisk(),
    async open(rowIds) {
      const opened = new Map<number, Credentials>();
      for (const [row, key] of await opening(rowIds)) {
        const credentials = typeof key === 'string' ? undefined : unseal(row, key);
        if (credentials !== undefined) opened.set(row.row_id, credentials);
      }
      return opened;
    },
    keptOf: async (rowIds) => {
      const refs = await store.read((reader) => readKeyRefs(reader, rowIds));
      return new Set(refs.keys());
    },
    sealsOf: async (rowIds) => {
      const refs = await store.read((reader) => readKeyRefs(reader, rowIds));
      return new Map([...refs].map(([rowId, { set, id }]) => [rowId, `${set} ${id.toString('base64')}`]));
    },
    async keyProblemsOf(rowIds) {
      const problems = new Map<number, KeyProblem>();
      for (const [{ row_id }, key] of await opening(rowIds)) {
        if (typeof key === 'string') problems.set(row_id, key);
      }
      return problems;
    },
    countOf: async (caseId) => (await store.read((reader) => readKeptRowIds(reader, caseId))).length,
    shred,
    shredCase: async (caseId) => shred(await store.read((reader) => readKeptRowIds(reader, caseId))),
    async sweep(isWanted) {
      const kept = await store.read((reader) => readKeptRowIds(reader));
      const wanted = await isWanted(kept);
      await shred(kept.filter((rowId) => !wanted.has(rowId)));
      // It may have died between a deletion and this.
      store.toDisk();
      const reaped = await keys.reap({
        known: (set) =>
          store.read(async (reader) => ({
            turn: (await readKeySets(reader)).find((one) => one.set === set)?.turn ?? 0,
            ids: await readKeyIds(reader, set),
          })),
        forget: (set) => store.write((tx) => deleteKeySet(tx, set)),
      });
      if (reaped.destroyed > 0) {
        log.info({ keys: reaped.destroyed }, 'tokens: keys that no row has were destroyed');
      }
      if (reaped.ahead > 0) {
        log.warn(
          { keys: reaped.ahead },
          'tokens: the key folder has keys of a newer state of the vault; they are kept for it',
        );
      }
    },
  };
};
