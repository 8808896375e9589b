import type { DeskSchema } from './schema.ts';

/**
 * Which tables of `desk.db` have a tag on each row, and by which columns a row is found. All columns are covered, whatever
 * columns a migration adds: one that is null, or has its default, says nothing, so that tags of before hold.
 */
export const sealedTables = {
  targets: ['id'],
  deleted_cases: ['id'],
  attachments: ['case_id', 'digest'],
  case_secrets: ['case_id', 'name'],
  token_rows: ['id'],
  token_runs: ['id'],
  token_progress: ['case_id', 'scope', 'row_id'],
} as const satisfies Partial<Record<keyof DeskSchema, readonly string[]>>;

export type SealedTable = keyof typeof sealedTables;
export const sealedTableNames = Object.keys(sealedTables) as SealedTable[];

/** What holds the rows of the other tables. */
export const heldOtherwise = {
  case_entries: 'a chain for each case',
  case_heads: 'a keyed code of their own, the chain that they are the end of, and the journal',
  case_summaries: 'a keyed code of their own, and the head of the chain that they are derived from',
  case_stale: 'nothing: it says which of case_summaries is to be derived again',
  desk_journal: 'the chain of the journal, and its head outside desk.db',
  token_ledger: 'a digest for each run, in its row and in the chain of its case',
  row_tags: 'the rows that they are of',
  row_sums: 'the journal',
  desk_jobs: 'the data key: what was not sealed here is no job, and is dropped',
  person_sign_ins: 'the data key: whose sign-in was not sealed here signs in again',
  notification_marks: 'nothing: it says which notifications each person has read',
  audit_streams:
    'the data key, and the journal, which tells of each with a keyed code of its settings: they are compared',
} as const satisfies Record<Exclude<keyof DeskSchema, SealedTable>, string>;

/** Written at each call of a run: the journal tells of them when it tells of something else, not by an entry of their own. */
export const busyTables: readonly SealedTable[] = ['token_runs', 'token_progress'];
