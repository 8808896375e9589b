import { type Selectable, sql } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { isJson, jsonText } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import type { CaseEntryTable, CaseHeadTable, DeskSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** The chains of cases and their heads. Nothing here knows what an entry means. */
export type EntryRow = Selectable<CaseEntryTable>;
export type HeadRow = Selectable<CaseHeadTable>;

export const readHeads = ({ db }: Reader): Promise<HeadRow[]> =>
  db.selectFrom('case_heads').selectAll().orderBy('case_id').execute();

/** Names of the cases that are carried out on a target, as their lists show them. */
export const readCaseNamesOf = async ({ db }: Reader, targetId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('case_heads')
    .select(jsonText(sql`summary`, 'name').$castTo<string>().as('name'))
    .where(isJson(sql`summary`))
    .where(jsonText(sql`summary`, 'targetId'), '=', targetId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

/** Chains that have no head: the head is kept apart, and somebody took it away. */
export const readHeadless = async ({ db }: Reader): Promise<string[]> => {
  const rows = await db
    .selectFrom('case_entries')
    .leftJoin('case_heads', 'case_heads.case_id', 'case_entries.case_id')
    .where('case_heads.case_id', 'is', null)
    .select('case_entries.case_id')
    .distinct()
    .execute();
  return rows.map((row) => row.case_id);
};

/** Whether a case has any entry, with a head or without. */
export const hasEntries = async ({ db }: Reader, caseId: string): Promise<boolean> =>
  (await db
    .selectFrom('case_entries')
    .select('seq')
    .where('case_id', '=', caseId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const headOf = prepared<DeskSchema, { caseId: string }, HeadRow>((db, value) =>
  db.selectFrom('case_heads').selectAll().where('case_id', '=', value('caseId')),
);
export const readHead = ({ db }: Reader, caseId: string): Promise<HeadRow | undefined> =>
  headOf.first(db, { caseId });

/** Entries after `after`, oldest first; all of them without a limit. */
export const readEntries = (
  { db }: Reader,
  caseId: string,
  after: number,
  limit?: number,
): Promise<EntryRow[]> => {
  const query = db
    .selectFrom('case_entries')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('seq', '>', after)
    .orderBy('seq');
  return (limit === undefined ? query : query.limit(limit)).execute();
};

/** The entries of one kind, oldest first. */
export const readEntriesOf = ({ db }: Reader, caseId: string, kind: string): Promise<EntryRow[]> =>
  db
    .selectFrom('case_entries')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('kind', '=', kind)
    .orderBy('seq')
    .execute();

/** Cases with an entry of a kind. */
export const readCasesWith = async ({ db }: Reader, kind: string): Promise<string[]> =>
  (await db.selectFrom('case_entries').select('case_id').distinct().where('kind', '=', kind).execute()).map(
    (row) => row.case_id,
  );

/** What remains of a content in the place of it. */
export const replaceContent = async (
  { db }: Tx,
  caseId: string,
  { seq, content }: Pick<EntryRow, 'seq' | 'content'>,
): Promise<void> => {
  await db
    .updateTable('case_entries')
    .set({ content, salt: null })
    .where('case_id', '=', caseId)
    .where('seq', '=', seq)
    .execute();
};

export const insertEntry = ({ db }: Tx, row: EntryRow): Promise<void> =>
  insertRows(db, 'case_entries', [row]);

/** Makes the head, or moves it on. */
export const writeHead = ({ db }: Tx, row: HeadRow): Promise<void> =>
  insertRows(db, 'case_heads', [row], ['case_id']);

/** A chain under another key: the same entries with other codes, and its head. */
export const replaceCodes = async (
  tx: Tx,
  head: HeadRow,
  codes: readonly { readonly seq: number; readonly code: string }[],
): Promise<void> => {
  for (const { seq, code } of codes) {
    await tx.db
      .updateTable('case_entries')
      .set({ code })
      .where('case_id', '=', head.case_id)
      .where('seq', '=', seq)
      .execute();
  }
  await writeHead(tx, head);
};

export interface CaseSizes {
  readonly attachments: number;
  readonly attachmentBytes: number;
  readonly secrets: number;
  readonly tokenRows: number;
  readonly tokenRuns: number;
  readonly ledgerEntries: number;
}

export const readSizes = async ({ db }: Reader, caseId: string): Promise<CaseSizes> => {
  const files = await db
    .selectFrom('attachments')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(length(content)), 0)`.as('bytes')])
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  const count = async (table: (typeof caseTables)[number]): Promise<number> => {
    const counted = await db
      .selectFrom(table)
      .select(sql<number>`count(*)`.as('count'))
      .where('case_id', '=', caseId)
      .executeTakeFirstOrThrow();
    return counted.count;
  };
  return {
    attachments: files.count,
    attachmentBytes: files.bytes,
    secrets: await count('case_secrets'),
    tokenRows: await count('token_rows'),
    tokenRuns: await count('token_runs'),
    ledgerEntries: await count('token_ledger'),
  };
};

const caseTables = [
  'case_entries',
  'case_heads',
  'attachments',
  'case_secrets',
  'token_rows',
  'token_runs',
  'token_progress',
  'token_ledger',
  'desk_jobs',
] as const;

/** Takes everything of a case away, and keeps that it was. */
export const deleteCase = async (
  { db }: Tx,
  { caseId, digest, at, actor }: { caseId: string; digest: string; at: number; actor: string },
): Promise<void> => {
  for (const table of caseTables) {
    await db.deleteFrom(table).where('case_id', '=', caseId).execute();
  }
  await db.insertInto('deleted_cases').values({ case_id: caseId, digest, at, actor }).execute();
};
