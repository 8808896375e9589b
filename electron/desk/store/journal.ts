import type { Insertable, Selectable } from 'kysely';
import type { JournalTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** The journal of the desk. Nothing here knows what an entry means. */
export type JournalRow = Selectable<JournalTable>;

export const readJournal = ({ db }: Reader, after = 0): Promise<JournalRow[]> =>
  db.selectFrom('desk_journal').selectAll().where('seq', '>', after).orderBy('seq').execute();

export const readJournalEnd = ({ db }: Reader): Promise<JournalRow | undefined> =>
  db.selectFrom('desk_journal').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();

export const insertJournalEntry = async ({ db }: Tx, row: Insertable<JournalTable>): Promise<void> => {
  await db.insertInto('desk_journal').values(row).execute();
};
