import type { Insertable, Selectable } from 'kysely';
import type { AttachmentTable, CaseSecretTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** What belongs to a case and is too large, or too secret, for its chain. Secrets are sealed before they come here. */
export type AttachmentRow = Selectable<AttachmentTable>;
export type CaseSecretRow = Selectable<CaseSecretTable>;

export const readAttachment = (
  { db }: Reader,
  caseId: string,
  digest: string,
): Promise<AttachmentRow | undefined> =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('digest', '=', digest)
    .executeTakeFirst();

export const readAttachments = ({ db }: Reader, caseId: string): Promise<AttachmentRow[]> =>
  db.selectFrom('attachments').selectAll().where('case_id', '=', caseId).orderBy('digest').execute();

/** The same content twice is kept once; one that is sealed now stays sealed. */
export const writeAttachment = async ({ db }: Tx, row: Insertable<AttachmentTable>): Promise<void> => {
  const { sealed, content, packed = 0 } = row;
  await db
    .insertInto('attachments')
    .values({ ...row, packed })
    .onConflict((conflict) =>
      conflict.columns(['case_id', 'digest']).doUpdateSet({ sealed, content, packed }),
    )
    .execute();
};

export const deleteAttachment = async ({ db }: Tx, caseId: string, digest: string): Promise<void> => {
  await db.deleteFrom('attachments').where('case_id', '=', caseId).where('digest', '=', digest).execute();
};

export const readSecrets = ({ db }: Reader, caseId: string): Promise<CaseSecretRow[]> =>
  db.selectFrom('case_secrets').selectAll().where('case_id', '=', caseId).orderBy('name').execute();

export const readSecret = (
  { db }: Reader,
  caseId: string,
  name: string,
): Promise<CaseSecretRow | undefined> =>
  db
    .selectFrom('case_secrets')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('name', '=', name)
    .executeTakeFirst();

export const writeSecret = async ({ db }: Tx, row: CaseSecretRow): Promise<void> => {
  await db
    .insertInto('case_secrets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['case_id', 'name']).doUpdateSet({ value: row.value }))
    .execute();
};

export const deleteSecret = async ({ db }: Tx, caseId: string, name: string): Promise<void> => {
  await db.deleteFrom('case_secrets').where('case_id', '=', caseId).where('name', '=', name).execute();
};
