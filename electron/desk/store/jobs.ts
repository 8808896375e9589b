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

/** One that is gone stays so: its case was deleted. */
export const changeJobRow = async ({ db }: Tx, { id, ended, content }: JobRow): Promise<void> => {
  await db.updateTable('desk_jobs').set({ ended, content }).where('id', '=', id).execute();
};

export const dropJobRows = async ({ db }: Tx, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await db.deleteFrom('desk_jobs').where('id', '=', id).execute();
};

/** Their results may say what was erased in the case. */
export const dropEndedJobsOf = async ({ db }: Tx, caseId: string): Promise<void> => {
  await db.deleteFrom('desk_jobs').where('case_id', '=', caseId).where('ended', 'is not', null).execute();
};

/** Those of a backup were under way, and ended, at another time. */
export const dropAllJobs = async ({ db }: Tx): Promise<void> => {
  await db.deleteFrom('desk_jobs').execute();
};
