import type { Selectable } from 'kysely';
import type { AuditStreamTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Audit streams. What each is and how far it is are sealed before they come here. */
export type AuditStreamRow = Selectable<AuditStreamTable>;

/** Oldest first. */
export const readAuditStreams = ({ db }: Reader): Promise<AuditStreamRow[]> =>
  db.selectFrom('audit_streams').selectAll().orderBy('created').orderBy('id').execute();

export const insertAuditStream = async ({ db }: Tx, row: AuditStreamRow): Promise<void> => {
  await db.insertInto('audit_streams').values(row).execute();
};

/** Nothing is changed where it is gone. */
export const changeAuditStream = async (
  { db }: Tx,
  id: string,
  changes: Partial<Pick<AuditStreamRow, 'settings' | 'progress'>>,
): Promise<void> => {
  await db.updateTable('audit_streams').set(changes).where('id', '=', id).execute();
};

export const deleteAuditStream = async ({ db }: Tx, id: string): Promise<void> => {
  await db.deleteFrom('audit_streams').where('id', '=', id).execute();
};

/** Those of another database take the place of the ones that are there. */
export const replaceAuditStreams = async (tx: Tx, rows: readonly AuditStreamRow[]): Promise<void> => {
  await tx.db.deleteFrom('audit_streams').execute();
  for (const row of rows) await insertAuditStream(tx, row);
};
