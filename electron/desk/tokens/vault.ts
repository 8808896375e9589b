import { manyRandomBytes } from '#base/random.ts';
import { createSealer } from '#base/sealing.ts';
import type { DeskContext } from '#desk/store/context.ts';
import {
  deleteRowSecrets,
  type RowSecret,
  readKeptRowIds,
  readRowSecrets,
  type VaultStore,
  writeRowSecrets,
} from '#desk/store/vault-store.ts';

/** Whether a row was sealed under the data folder's key that this derives from. */
export const isRowSecretUnder = (
  deriveKey: DeskContext['deriveKey'],
  { row_id, salt, content }: RowSecret,
): boolean =>
  createSealer(deriveKey(rowKey(row_id), salt)).openIfPossible(content, contentOf(row_id)) !== undefined;

/** The credentials of one row: field name to value. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * Credentials at rest. Each row has a data key of its own, which follows from the data folder's and 32 random bytes that
 * are kept with the row alone: once these are gone, nobody opens the row again, whatever copy of its content there is. Source: `docs/architecture.md#secrets`.
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
  /** Of the rows whose credentials are kept: another one each time that they are sealed. */
  saltsOf(rowIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** How many rows of a case, or of all, have their credentials kept. */
  countOf(caseId?: string): Promise<number>;
  /** For good: keys and contents are overwritten in the file. */
  shred(rowIds: readonly number[]): Promise<void>;
  shredCase(caseId: string): Promise<void>;
  /** Shreds what `isWanted` does not want, and overwrites what was deleted: left behind by a process that died. */
  sweep(isWanted: (rowIds: readonly number[]) => Promise<ReadonlySet<number>>): Promise<void>;
}

const rowKey = (rowId: number): string => `token row key ${rowId}`;
const contentOf = (rowId: number): string => `token row ${rowId}`;

export const createVault = ({ deriveKey }: Pick<DeskContext, 'deriveKey'>, store: VaultStore): Vault => {
  const sealerOf = (rowId: number, salt: Buffer) => createSealer(deriveKey(rowKey(rowId), salt));
  const seal = (caseId: string, rowId: number, credentials: Credentials): RowSecret => {
    const salt = manyRandomBytes(32);
    return {
      row_id: rowId,
      case_id: caseId,
      salt,
      content: sealerOf(rowId, salt).seal(JSON.stringify(credentials), contentOf(rowId)),
    };
  };

  const unseal = ({ row_id, salt, content }: RowSecret): Credentials | undefined => {
    const text = sealerOf(row_id, salt).openIfPossible(content, contentOf(row_id));
    return text === undefined ? undefined : (JSON.parse(text) as Credentials);
  };

  const shred = async (rowIds: readonly number[]): Promise<void> => {
    if (rowIds.length === 0) return;
    await store.write((tx) => deleteRowSecrets(tx, rowIds));
    store.toDisk();
  };

  return {
    async keep(caseId, rows) {
      const sealed = rows.map(({ rowId, credentials }) => seal(caseId, rowId, credentials));
      await store.write((tx) => writeRowSecrets(tx, sealed));
    },
    toDisk: () => store.toDisk(),
    async open(rowIds) {
      const opened = new Map<number, Credentials>();
      for (const row of await store.read((reader) => readRowSecrets(reader, rowIds))) {
        const credentials = unseal(row);
        if (credentials !== undefined) opened.set(row.row_id, credentials);
      }
      return opened;
    },
    keptOf: async (rowIds) => {
      const rows = await store.read((reader) => readRowSecrets(reader, rowIds));
      return new Set(rows.map(({ row_id }) => row_id));
    },
    saltsOf: async (rowIds) => {
      const rows = await store.read((reader) => readRowSecrets(reader, rowIds));
      return new Map(rows.map(({ row_id, salt }) => [row_id, salt.toString('base64')]));
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
    },
  };
};
