import type { Selectable } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
import type { DeskSchema, JournalTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** The journal of the desk. Nothing here knows what an entry means. */
export type JournalRow = Selectable<JournalTable>;

/** Entries after `after`, oldest first; all of them without a limit. */
export const readJournal = ({ db }: Reader, after = 0, limit?: number): Promise<JournalRow[]> => {
  const query = db.selectFrom('desk_journal').selectAll().where('seq', '>', after).orderBy('seq');
  return (limit === undefined ? query : query.limit(limit)).execute();
};

export const readJournalEntry = ({ db }: Reader, seq: number): Promise<JournalRow | undefined> =>
  db.selectFrom('desk_journal').selectAll().where('seq', '=', seq).executeTakeFirst();

const journalEnd = prepared<DeskSchema, object, JournalRow>((db) =>
  db.selectFrom('desk_journal').selectAll().orderBy('seq', 'desc').limit(1),
);
export const readJournalEnd = ({ db }: Reader): Promise<JournalRow | undefined> => journalEnd.first(db, {});

/** Whether it has an entry of any of these kinds. */
export const hasJournalKind = async ({ db }: Reader, ...kinds: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('desk_journal')
    .select('seq')
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Entries of some kinds, oldest first. */
export const readJournalOf = ({ db }: Reader, kinds: readonly string[]): Promise<JournalRow[]> =>
  db.selectFrom('desk_journal').selectAll().where('kind', 'in', kinds).orderBy('seq').execute();

/** The number of the first entry that was made then or later; undefined if none was. @param at UTC, ISO 8601 */
export const readFirstSince = async ({ db }: Reader, at: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('desk_journal')
      .select('seq')
      .where('at', '>=', at)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
  )?.seq;

export const insertJournalEntry = ({ db }: Tx, row: JournalRow): Promise<void> =>
  insertRows(db, 'desk_journal', [row]);

/** Another journal takes the place of the one that is there. */
export const replaceJournal = async ({ db }: Tx, rows: readonly JournalRow[]): Promise<void> => {
  await db.deleteFrom('desk_journal').execute();
  await insertRows(db, 'desk_journal', rows);
};

/** The journal's table, where it was taken away by hand: without it nothing could be told any more. */
export const ensureJournal = async ({ db }: Tx): Promise<void> => {
  await db.schema
    .createTable('desk_journal')
    .ifNotExists()
    .addColumn('seq', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('salt', 'text')
    .addColumn('commitment', 'text', (c) => c.notNull())
    .addColumn('signer', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .execute();
};
