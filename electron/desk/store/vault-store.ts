import { sql } from 'kysely';
import { insertRows, selectBulk } from '#base/store/bulk.ts';
import type { ReaderOf, TxOf, UnitsOfWork } from '#base/store/units-of-work.ts';
import type { KeyRef } from './row-keys/key-store.ts';
import type { KeyTurn, RowKeys } from './row-keys/row-keys.ts';

/**
 * The vault: the credentials of rows that are still to be migrated, and nothing else. As a file it is never backed up, and
 * what is deleted is overwritten. The keys of the rows are outside of it. Source: `docs/architecture.md#processes`.
 */

/** `content` is sealed under a key that follows from the data folder's and from that of the row. */
export interface RowSecret {
  readonly row_id: number;
  readonly case_id: string;
  /** Empty. The key of a row that an earlier version wrote, until the vault is opened. */
  readonly salt: Buffer;
  readonly content: Buffer;
  /** Where the key of the row is; null only for one that an earlier version wrote, until the vault is opened. */
  readonly key_set: string | null;
  readonly key_id: Buffer | null;
}
export interface VaultSchema {
  row_secrets: RowSecret;
  /** Sets of keys that rows were sealed with, and the turn of the last unit of work that wrote such rows. */
  row_key_sets: { readonly id: string; readonly turn: number };
}
export type VaultReader = ReaderOf<VaultSchema>;
export type VaultTx = TxOf<VaultSchema>;

export interface VaultStore extends UnitsOfWork<VaultSchema> {
  readonly keys: RowKeys;
  /**
   * Empties the write-ahead log, which may still hold what was deleted, and waits for the disk: commits by themselves
   * survive the death of the process, and only after this a power cut. On a server each does.
   */
  toDisk(): void;
  close(): Promise<void>;
}

/** A row as it is to be written. */
export type SealedRow = Pick<RowSecret, 'row_id' | 'case_id' | 'content'> & { readonly key: KeyRef };

/** What was there for a row is replaced. @returns keys that are not needed any more */
export const writeRowSecrets = async (
  tx: VaultTx,
  rows: readonly SealedRow[],
  { set, turn }: KeyTurn,
): Promise<KeyRef[]> => {
  const replaced = await readKeyRefs(
    tx,
    rows.map(({ row_id }) => row_id),
  );
  await insertRows(
    tx.db,
    'row_secrets',
    rows.map(({ key, ...row }) => ({ ...row, salt: noSalt, key_set: key.set, key_id: key.id })),
    ['row_id'],
  );
  await noteTurn(tx, { set, turn });
  return [...replaced.values()];
};
const noSalt = Buffer.alloc(0);

export const readRowSecrets = ({ db }: VaultReader, rowIds: readonly number[]): Promise<RowSecret[]> =>
  selectBulk(db, 'select s.* from wanted join row_secrets s on s.row_id = wanted.key', rowIds);

/** Of the rows that are kept, by id. */
export const readKeyRefs = async (
  { db }: VaultReader,
  rowIds: readonly number[],
): Promise<Map<number, KeyRef>> => {
  const rows = await selectBulk<VaultSchema, Pick<RowSecret, 'row_id' | 'key_set' | 'key_id'>>(
    db,
    'select s.row_id, s.key_set, s.key_id from wanted join row_secrets s on s.row_id = wanted.key',
    rowIds,
  );
  return new Map(rows.flatMap((row) => refOf(row).map((ref) => [row.row_id, ref] as const)));
};

/** Of a row that has one. */
export const refOf = ({ key_set, key_id }: Pick<RowSecret, 'key_set' | 'key_id'>): KeyRef[] =>
  key_set === null || key_id === null ? [] : [{ set: key_set, id: key_id }];

export const readKeptRowIds = async ({ db }: VaultReader, caseId?: string): Promise<number[]> => {
  const query = db.selectFrom('row_secrets').select('row_id').orderBy('row_id');
  const rows = await (caseId === undefined ? query : query.where('case_id', '=', caseId)).execute();
  return rows.map(({ row_id }) => row_id);
};

/** @returns their keys, to be destroyed once this is committed */
export const deleteRowSecrets = async (tx: VaultTx, rowIds: readonly number[]): Promise<KeyRef[]> => {
  const deleted: KeyRef[] = [];
  for (let at = 0; at < rowIds.length; at += deletedAtOnce) {
    const rows = await tx.db
      .deleteFrom('row_secrets')
      .where('row_id', 'in', rowIds.slice(at, at + deletedAtOnce))
      .returning(['key_set', 'key_id'])
      .execute();
    deleted.push(...rows.flatMap(refOf));
  }
  return deleted;
};
const deletedAtOnce = 500;

export const readKeySets = ({ db }: VaultReader): Promise<KeyTurn[]> =>
  db.selectFrom('row_key_sets').select(['id as set', 'turn']).orderBy('id').execute();

/** Also makes the set known. */
export const noteTurn = ({ db }: VaultTx, { set, turn }: KeyTurn): Promise<void> =>
  insertRows(db, 'row_key_sets', [{ id: set, turn }], ['id']);

/** A set that no row has a key of. */
export const deleteKeySet = async ({ db }: VaultTx, set: string): Promise<void> => {
  await db.deleteFrom('row_key_sets').where('id', '=', set).execute();
};

/** The ids of keys of a set that rows have. */
export const readKeyIds = async ({ db }: VaultReader, set: string): Promise<Buffer[]> => {
  const rows = await db.selectFrom('row_secrets').select('key_id').where('key_set', '=', set).execute();
  return rows.flatMap(({ key_id }) => (key_id === null ? [] : [key_id]));
};

/** How many rows have a key of each set. */
export const countKeySets = async ({ db }: VaultReader): Promise<{ set: string; count: number }[]> => {
  const rows = await db
    .selectFrom('row_secrets')
    .select(['key_set', sql<number>`count(*)`.as('count')])
    .groupBy('key_set')
    .execute();
  return rows.flatMap(({ key_set: set, count }) => (set === null ? [] : [{ set, count }]));
};

/** Rows of an earlier version, which have their keys with them. */
export const readRowsWithSalt = ({ db }: VaultReader, limit: number): Promise<RowSecret[]> =>
  db
    .selectFrom('row_secrets')
    .selectAll()
    .where('key_set', 'is', null)
    .orderBy('row_id')
    .limit(limit)
    .execute();
