import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What lists show of the cases, kept; and which of it is out of date. Triggers note that in the unit of work that changes
 * what a summary is derived from, whoever writes. They say `where not exists`, as the conflict clause of a statement
 * outweighs that of its triggers.
 */
export const caseSummaries: Migration = {
  async up(db: Kysely<unknown>) {
    for (const text of [...tables, ...staleTriggers]) await sql.raw(text).execute(db);
  },
};

const tables = [
  `create table case_summaries (
    case_id text primary key not null,
    version integer not null,
    state text not null,
    name text not null,
    integrator text not null,
    search text not null,
    target_id text not null,
    parts text not null,
    verdict text,
    owner text,
    owner_key text,
    next_title text,
    waiting text,
    due_ms integer,
    window_ms integer,
    webhooks real,
    tokens real,
    created text not null,
    updated text not null,
    soaking integer not null,
    observing integer not null,
    summary text not null,
    digest text not null,
    seal text not null
  ) without rowid`,
  'create index case_summaries_updated on case_summaries (updated, case_id)',
  'create table case_stale (case_id text primary key not null) without rowid',
  'insert into case_stale select case_id from case_heads union select case_id from case_entries',
];

const marks = (caseId: string): string =>
  `insert into case_stale select ${caseId} where not exists (select 1 from case_stale where case_id = ${caseId});`;

const trigger = (table: string, event: 'insert' | 'update' | 'delete', body: string): string =>
  `create trigger stale_${table}_${event} after ${event} on ${table} begin ${body} end`;

/** Of rows that are of a case. */
const ofCase = (table: string): string[] => [
  trigger(table, 'insert', marks('new.case_id')),
  trigger(table, 'update', marks('new.case_id')),
  trigger(table, 'delete', marks('old.case_id')),
];

/** Steps depend on the callback URL. */
const ofTarget = (id: string): string =>
  `insert into case_stale select case_id from case_summaries s where s.target_id = ${id}
   and not exists (select 1 from case_stale c where c.case_id = s.case_id);`;

/** Never changed once released: a verification takes any other trigger for one that somebody added. */
export const staleTriggers: readonly string[] = [
  ...['case_heads', 'token_rows', 'token_progress'].flatMap(ofCase),
  // Contents are replaced when they are erased: nothing of them may stay here.
  trigger(
    'case_entries',
    'update',
    `delete from case_summaries where case_id = new.case_id; ${marks('new.case_id')}`,
  ),
  trigger('case_entries', 'delete', marks('old.case_id')),
  trigger('case_entries', 'insert', marks('new.case_id')),
  trigger('targets', 'insert', ofTarget('new.id')),
  trigger('targets', 'update', ofTarget('new.id')),
  trigger('targets', 'delete', ofTarget('old.id')),
];
