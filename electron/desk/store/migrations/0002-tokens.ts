import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Written at every call: a table that is its own index is written once. */
const withoutRowid = sql`without rowid`;

/** Token migrations: rows, runs, how far each row is, the ledger of calls, and the callback URL of a target. */
export const tokens: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('token_rows')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('line', 'integer', (c) => c.notNull())
      .addColumn('ref', 'text')
      .addColumn('name', 'text')
      .addColumn('description', 'text')
      .addColumn('platform_key', 'text')
      .addColumn('company_id', 'text')
      .addColumn('connection_id', 'text')
      .addColumn('fields', 'text', (c) => c.notNull())
      .addColumn('mark', 'text')
      .addColumn('problems', 'text')
      .execute();
    await db.schema.createIndex('token_rows_case').on('token_rows').columns(['case_id', 'id']).execute();
    await db.schema
      .createTable('token_runs')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('target_id', 'text', (c) => c.notNull())
      .addColumn('target_name', 'text', (c) => c.notNull())
      .addColumn('base_url', 'text')
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('options', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('started_at', 'integer', (c) => c.notNull())
      .addColumn('ended_at', 'integer')
      .addColumn('ledger_entries', 'integer', (c) => c.notNull())
      .addColumn('ledger_digest', 'text', (c) => c.notNull())
      .addColumn('calls', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text')
      .execute();
    await db.schema
      .createIndex('token_runs_case')
      .on('token_runs')
      .columns(['case_id', 'started_at'])
      .execute();
    await db.schema
      .createTable('token_progress')
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('row_id', 'integer', (c) => c.notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('step', 'text', (c) => c.notNull())
      .addColumn('doubt', 'integer', (c) => c.notNull())
      .addColumn('company_id', 'text')
      .addColumn('company_origin', 'text')
      .addColumn('connection_id', 'text')
      .addColumn('connection_origin', 'text')
      .addColumn('status_before', 'text')
      .addColumn('connection_status', 'text')
      .addColumn('put_mark', 'text')
      .addColumn('synced_after', 'text')
      .addColumn('sync_started_at', 'integer')
      .addColumn('calls', 'integer', (c) => c.notNull())
      .addColumn('call_ms', 'integer', (c) => c.notNull())
      .addColumn('started_at', 'integer')
      .addColumn('ended_at', 'integer')
      .addColumn('datasets', 'text')
      .addColumn('kept', 'integer', (c) => c.notNull())
      .addColumn('failure', 'text')
      .addColumn('note', 'text')
      .addPrimaryKeyConstraint('token_progress_key', ['case_id', 'scope', 'row_id'])
      .modifyEnd(withoutRowid)
      .execute();
    await db.schema
      .createTable('token_ledger')
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('entry', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('token_ledger_key', ['run_id', 'seq'])
      .modifyEnd(withoutRowid)
      .execute();
    await db.schema.alterTable('targets').addColumn('callback_url', 'text').execute();
  },
};
