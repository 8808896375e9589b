import type { Insertable, Selectable, Updateable } from 'kysely';
import type { TargetTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Remote targets. Keys are sealed before they come here. */
export type TargetRow = Selectable<TargetTable>;

export const readTargets = ({ db }: Reader): Promise<TargetRow[]> =>
  db.selectFrom('targets').selectAll().orderBy('name').execute();

export const readTarget = ({ db }: Reader, id: string): Promise<TargetRow | undefined> =>
  db.selectFrom('targets').selectAll().where('id', '=', id).executeTakeFirst();

export const insertTarget = async ({ db }: Tx, row: Insertable<TargetTable>): Promise<void> => {
  await db.insertInto('targets').values(row).execute();
};

export const updateTarget = async (
  { db }: Tx,
  id: string,
  changes: Omit<Updateable<TargetTable>, 'id'>,
): Promise<void> => {
  await db.updateTable('targets').set(changes).where('id', '=', id).execute();
};

export const deleteTarget = async ({ db }: Tx, id: string): Promise<void> => {
  await db.deleteFrom('targets').where('id', '=', id).execute();
};
