/**
 * The tables of `desk.db` and `vault.db` as their migrations have made them, up to and with `0012`: where a server keeps a
 * store, it begins with these. A test holds the two to each other.
 */
export const tables: readonly string[] = [
  `create table targets (id text primary key not null, name text not null unique, base_url text not null,
    api_key blob not null, client_id text, ca_pem text, concurrency integer not null, per_second integer not
    null, created integer not null, callback_url text, proxy blob)`,
  `create table case_heads (case_id text primary key not null, seq integer not null, code text not null,
    digest text not null, imported text, seal text not null, summary text not null)`,
  `create table case_entries (case_id text not null, seq integer not null, at text not null, actor text not
    null, kind text not null, content text not null, code text not null, salt text, commitment text, signer
    text, signature text, constraint case_entries_key primary key (case_id, seq))`,
  `create table attachments (case_id text not null, digest text not null, sealed integer not null, content
    blob not null, packed integer not null default 0, constraint attachments_key primary key (case_id, digest))`,
  `create table case_secrets (case_id text not null, name text not null, value blob not null, constraint
    case_secrets_key primary key (case_id, name))`,
  `create table deleted_cases (id integer primary key autoincrement, case_id text not null, digest text not
    null, at integer not null, actor text not null)`,
  `create table token_rows (id integer primary key not null, case_id text not null, import_id text not null,
    source text not null, line integer not null, ref text, name text, description text, platform_key text,
    company_id text, connection_id text, fields text not null, mark text, problems text)`,
  'create index token_rows_case on token_rows (case_id, id)',
  `create table token_runs (id text primary key not null, case_id text not null, target_id text not null,
    target_name text not null, base_url text, scope text not null, kind text not null, state text not null,
    options text not null, actor text not null, started_at integer not null, ended_at integer, ledger_entries
    integer not null, ledger_digest text not null, calls text not null, outcome text)`,
  'create index token_runs_case on token_runs (case_id, started_at)',
  `create table token_progress (scope text not null, row_id integer not null, case_id text not null, run_id
    text not null, state text not null, step text not null, doubt integer not null, company_id text,
    company_origin text, connection_id text, connection_origin text, status_before text, connection_status
    text, put_mark text, synced_after text, sync_started_at integer, calls integer not null, call_ms integer
    not null, started_at integer, ended_at integer, datasets text, kept integer not null, failure text, note
    text, data_types text, constraint token_progress_key primary key (case_id, scope, row_id))`,
  `create table token_ledger (run_id text not null, seq integer not null, case_id text not null, entry text not
    null, constraint token_ledger_key primary key (run_id, seq))`,
  `create table desk_journal (seq integer primary key not null, at text not null, actor text not null, kind
    text not null, content text not null, salt text, commitment text not null, signer text not null, signature
    text not null, digest text not null)`,
  `create table case_summaries (case_id text primary key not null, version integer not null, state text not
    null, name text not null, integrator text not null, search text not null, target_id text not null, parts
    text not null, verdict text, owner text, owner_key text, next_title text, waiting text, due_ms integer,
    window_ms integer, webhooks real, tokens real, created text not null, updated text not null, soaking
    integer not null, observing integer not null, summary text not null, digest text not null, seal text not
    null, watched integer not null default 0)`,
  'create index case_summaries_updated on case_summaries (updated, case_id)',
  'create table case_stale (case_id text primary key not null)',
  `create table row_tags (tbl text not null, row_key text not null, tag blob not null, constraint row_tags_key
    primary key (tbl, row_key))`,
  'create table row_sums (tbl text primary key not null, sum blob not null)',
  `create table row_secrets (row_id integer primary key not null, case_id text not null, salt blob not null,
    content blob not null)`,
];

/** What a server needs besides. */
export const onServer: readonly string[] = [
  // As in `desk.db`, where a collation compares them so: the letters of ASCII, capitals or not.
  'create index token_rows_ref on token_rows (lower(ref collate "C")) where ref is not null',
  // Of the running unit of work, and empty after it: nothing of it need survive a crash.
  `create unlogged table row_changes (seq int8 generated always as identity, unit text not null, tbl text not null,
    sign int8 not null, said text not null, primary key (unit, seq))`,
  `create table desk_process (id text primary key, host text not null, pid int8 not null, since int8 not null,
    seen timestamptz not null)`,
];

/** What is in `identity.json`, `sealing.json` and `journal.head` of a data folder; what is secret in it is sealed. */
export const keptTexts: readonly string[] = [
  'create table kept_texts (name text primary key, content text not null)',
];
