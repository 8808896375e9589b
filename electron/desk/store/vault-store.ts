import { insertRows, selectBulk } from '#base/store/bulk.ts';
import type { ReaderOf, TxOf, UnitsOfWork } from '#base/store/units-of-work.ts';

/**
 * The vault: the credentials of rows that are still to be migrated, and nothing else. As a file it is never backed up, and
 * what is deleted is overwritten. Source: `docs/architecture.md#processes`.
 */

/** `content` is sealed under a key that follows from the data folder's and `salt`. */
export interface RowSecret {
  readonly row_id: number;
  readonly case_id: string;
  readonly salt: Buffer;
  readonly content: Buffer;
}
export interface VaultSchema {
  row_secrets: RowSecret;
}
export type VaultReader = ReaderOf<VaultSchema>;
export type VaultTx = TxOf<VaultSchema>;

export interface VaultStore extends UnitsOfWork<VaultSchema> {
  /**
   * Empties the write-ahead log, which may still hold what was deleted, and waits for the disk: commits by themselves
   * survive the death of the process, and only after this a power cut. On a server each does.
   */
  toDisk(): void;
  close(): Promise<void>;
}

/** What was there for a row is replaced. */
export const writeRowSecrets = ({ db }: VaultTx, rows: readonly RowSecret[]): Promise<void> =>
  insertRows(db, 'row_secrets', rows, ['row_id']);

export const readRowSecrets = ({ db }: VaultReader, rowIds: readonly number[]): Promise<RowSecret[]> =>
  selectBulk(db, 'select s.* from wanted join row_secrets s on s.row_id = wanted.key', rowIds);

export const readKeptRowIds = async ({ db }: VaultReader, caseId?: string): Promise<number[]> => {
  const query = db.selectFrom('row_secrets').select('row_id').orderBy('row_id');
  const rows = await (caseId === undefined ? query : query.where('case_id', '=', caseId)).execute();
  return rows.map(({ row_id }) => row_id);
};

export const deleteRowSecrets = async (tx: VaultTx, rowIds: readonly number[]): Promise<void> => {
  for (let at = 0; at < rowIds.length; at += deletedAtOnce) {
    await tx.db
      .deleteFrom('row_secrets')
      .where('row_id', 'in', rowIds.slice(at, at + deletedAtOnce))
      .execute();
  }
};
const deletedAtOnce = 500;
