import { type Selectable, sql } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { contains } from '#base/store/dialect.ts';
import type { CaseEntryTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Entries that may tell somebody something, and what of it each person has read. */
export type TellingRow = Pick<
  Selectable<CaseEntryTable>,
  'case_id' | 'seq' | 'at' | 'actor' | 'kind' | 'content'
>;

/** @param wanted `whole`: kinds of which each entry may; `caseIds` left out: of all cases */
export const readTellingEntries = (
  { db }: Reader,
  {
    texts,
    assignment,
    whole,
    caseIds,
  }: {
    texts: readonly string[];
    assignment: string;
    whole: readonly string[];
    caseIds?: readonly string[];
  },
): Promise<TellingRow[]> => {
  const query = db
    .selectFrom('case_entries')
    .select(['case_id', 'seq', 'at', 'actor', 'kind', 'content'])
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', 'in', texts), contains(sql`content`, '@')]),
        eb.and([eb('kind', '=', assignment), contains(sql`content`, '"owner"')]),
        eb('kind', 'in', whole),
      ]),
    )
    .orderBy('case_id')
    .orderBy('seq');
  return (caseIds === undefined ? query : query.where('case_id', 'in', caseIds)).execute();
};

/** JSON; undefined for who has read none. */
export const readNotificationMarks = async ({ db }: Reader, personId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('notification_marks')
      .select('read')
      .where('person_id', '=', personId)
      .executeTakeFirst()
  )?.read;

export const writeNotificationMarks = ({ db }: Tx, personId: string, read: string): Promise<void> =>
  insertRows(db, 'notification_marks', [{ person_id: personId, read }], ['person_id']);
