import type { Selectable } from 'kysely';
import type { JobTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Jobs of the desk. What each does is sealed before it comes here. */
export type JobRow = Selectable<JobTable>;

/** Oldest first. */
export const readJobRows = ({ db }: Reader): Promise<JobRow[]> =>
  db.selectFrom('desk_jobs').selectAll().orderBy('started').orderBy('id').execute();

export const addJobRow = async ({ db }: Tx, row: JobRow): Promise<void> => {
  await db.insertInto('desk_jobs').values(row).execute();
};

export const readJobRow = ({ db }: Reader, id: string): Promise<JobRow | undefined> =>
  db.selectFrom('desk_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * One that is gone stays so: its case was deleted. One that has ended keeps its end, also where whoever wrote that was not
 * told. Answers whether it was changed.
 */
export const changeJobRow = async ({ db }: Tx, { id, ended, content }: JobRow): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('desk_jobs')
    .set({ ended, content })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const dropJobRows = async ({ db }: Tx, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await db.deleteFrom('desk_jobs').where('id', '=', id).execute();
};

/** Also those of several cases, or of all: their results may say what was erased in the case, or with it. */
export const dropEndedJobsOf = async ({ db }: Tx, caseId: string): Promise<void> => {
  await db
    .deleteFrom('desk_jobs')
    .where((where) => where.or([where('case_id', '=', caseId), where('case_id', 'is', null)]))
    .where('ended', 'is not', null)
    .execute();
};

/** @param endedMs those that ended until then go, whatever build wrote them */
export const dropOldJobs = async ({ db }: Tx, endedMs: number): Promise<void> => {
  await db.deleteFrom('desk_jobs').where('ended', '<=', endedMs).execute();
};

/** Those of a backup were under way, and ended, at another time. */
export const dropAllJobs = async ({ db }: Tx): Promise<void> => {
  await db.deleteFrom('desk_jobs').execute();
};
