import { type Kysely, sql } from 'kysely';

/** Append-only: a change of the schema is a new migration, never an edit of this one. */
export const initial = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** @param companyOf SQL for the id of the company that a row belongs to */
const revisedBy = (table: string, companyOf: (row: 'old' | 'new') => string): string[] =>
  (
    [
      ['insert', 'new'],
      ['update', 'old', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([change, ...rows]) => `create trigger ${table}_revised_by_${change} after ${change} on ${table} begin
      update companies set revision = revision + 1 where id in (${rows.map(companyOf).join(', ')}); end`,
  );

const statements = [
  `create table facts (name text primary key, value_json text not null) strict`,
  `create table api_keys (
    seq integer primary key autoincrement, id text not null unique, name text not null,
    sealed_key blob not null, created_at integer not null) strict`,

  `create table companies (
    seq integer primary key autoincrement, revision integer not null default 1, id text not null unique,
    name text not null, description text, tags_json text not null, created_at integer not null,
    created_by text not null, last_sync_at integer) strict`,
  `create table connections (
    seq integer primary key autoincrement, id text not null unique,
    company_id text not null references companies(id) on delete cascade,
    platform_key text not null, platform_name text not null, source_type text not null, status text not null,
    created_at integer not null, last_sync_at integer, sealed_credentials blob, token_set_id text,
    first_read_ended integer not null default 0) strict`,
  `create index connections_by_company on connections (company_id, seq)`,
  `create index connections_linked on connections (company_id) where status = 'Linked'`,
  `create table connection_errors (
    seq integer primary key autoincrement,
    connection_id text not null references connections(id) on delete cascade,
    status_code text not null, status_text text not null, error_message text not null,
    errored_at integer not null, resolved_at integer) strict`,
  `create index connection_errors_by_connection on connection_errors (connection_id, seq)`,
  // A company's revision rises with whatever it shows: its own row, its connections and their errors.
  `create trigger companies_revised after update on companies when new.revision = old.revision begin
    update companies set revision = revision + 1 where seq = new.seq; end`,
  // And with each such change, and each company that comes or goes, that of all of them. It is never set back.
  `create table company_revision (revision integer not null) strict`,
  `insert into company_revision values (0)`,
  ...['insert', 'update', 'delete'].map(
    (change) => `create trigger company_revision_by_${change} after ${change} on companies begin
      update company_revision set revision = revision + 1; end`,
  ),
  ...revisedBy('connections', (row) => `${row}.company_id`),
  ...revisedBy(
    'connection_errors',
    (row) => `(select company_id from connections where id = ${row}.connection_id)`,
  ),
  `create table reads (
    seq integer primary key autoincrement, id text not null unique,
    company_id text not null references companies(id) on delete cascade,
    connection_id text not null, requested_at integer not null, remaining integer not null) strict`,
  `create index reads_by_company on reads (company_id)`,
  `create index reads_running on reads (connection_id) where remaining > 0`,
  `create table datasets (
    seq integer primary key autoincrement, id text not null unique,
    read_id text not null references reads(id) on delete cascade,
    company_id text not null, connection_id text not null, data_type text not null, seed integer not null,
    pace real not null, requested_at integer not null, due_at integer, ended_at integer, end_status text,
    error_message text, records_modified integer) strict`,
  `create index datasets_due on datasets (due_at, seq) where due_at is not null`,
  `create index datasets_by_read on datasets (read_id)`,
  `create table token_sets (
    seq integer primary key autoincrement, id text not null unique, platform_key text not null,
    behaviour text not null, issued_at integer not null, token_hash text not null unique) strict`,

  `create table endpoints (
    seq integer primary key autoincrement, id text not null unique, url text not null,
    event_types_json text not null, channels_json text not null, company_tags_json text not null,
    messages_per_second integer, sealed_headers blob, created_at integer not null, first_failure_at integer,
    last_attempt_at integer, disabled_at integer, disabled_reason text, deleted_at integer,
    rule_ids_json text) strict`,
  // Beside the endpoints, as a small row is written faster, and these change with each delivery.
  `create table endpoint_counts (
    endpoint_seq integer primary key references endpoints(seq) on delete cascade,
    waiting integer not null default 0, succeeded integer not null default 0, failed integer not null default 0,
    cancelled integer not null default 0) strict`,
  `create trigger endpoints_counted after insert on endpoints begin
    insert into endpoint_counts (endpoint_seq) values (new.seq);
  end`,
  `create table endpoint_secrets (
    seq integer primary key autoincrement, endpoint_seq integer not null references endpoints(seq),
    sealed_secret blob not null, created_at integer not null, expires_at integer) strict`,
  `create index endpoint_secrets_by_endpoint on endpoint_secrets (endpoint_seq)`,
  `create table messages (
    seq integer primary key, id text not null unique, event_type text not null, company_id text,
    company_tags_json text not null, body text not null, created_at integer not null, is_test integer not null) strict`,
  `create index messages_by_type on messages (event_type, seq)`,
  `create index messages_by_company on messages (company_id, seq) where company_id is not null`,
  `create index messages_by_time on messages (created_at)`,
  `create table deliveries (
    seq integer primary key, message_seq integer not null, endpoint_seq integer not null,
    status text not null, origin text not null, attempts integer not null default 0, number integer,
    schedule_used integer not null default 0, due_at integer, leased_by integer, last_attempt_at integer,
    last_status_code integer, last_error text) strict`,
  `create unique index deliveries_by_message on deliveries (message_seq, endpoint_seq)`,
  // The log of one endpoint, newest first.
  `create index deliveries_by_endpoint on deliveries (endpoint_seq, message_seq)`,
  // What may be leased, in the order in which it falls due, one lane an endpoint.
  `create index deliveries_due on deliveries (endpoint_seq, due_at, seq)
    where due_at is not null and leased_by is null`,
  `create index deliveries_leased on deliveries (leased_by) where leased_by is not null`,
  // Most deliveries succeed; the index keeps to the few that a person filters for.
  `create index deliveries_unsuccessful on deliveries (status, message_seq, endpoint_seq)
    where status <> 'Success'`,
  // An endpoint's counters follow the status of each delivery, whoever changes it.
  `create trigger deliveries_counted after insert on deliveries when new.origin <> 'test' begin
    update endpoint_counts set waiting = waiting + 1 where endpoint_seq = new.endpoint_seq;
  end`,
  `create trigger deliveries_recounted after update of status on deliveries
    when new.status <> old.status and new.origin <> 'test' begin
    update endpoint_counts set
      waiting = waiting + (new.status in ('Sending', 'Attempting')) - (old.status in ('Sending', 'Attempting')),
      succeeded = succeeded + (new.status = 'Success') - (old.status = 'Success'),
      failed = failed + (new.status = 'Failed') - (old.status = 'Failed'),
      cancelled = cancelled + (new.status = 'Cancelled') - (old.status = 'Cancelled')
    where endpoint_seq = new.endpoint_seq;
  end`,
  `create table extra_attempts (
    seq integer primary key, delivery_seq integer not null, endpoint_seq integer not null,
    trigger text not null, number integer, due_at integer not null, leased_by integer) strict`,
  `create index extra_attempts_due on extra_attempts (endpoint_seq, due_at, seq) where leased_by is null`,
  `create index extra_attempts_by_delivery on extra_attempts (delivery_seq)`,
  `create table attempts (
    seq integer primary key, delivery_seq integer not null, number integer not null,
    trigger text not null, at integer not null, duration_ms real not null, status_code integer, error text,
    request_headers_json text not null, response_headers_json text, response_body blob, local_address text) strict`,
  `create index attempts_by_delivery on attempts (delivery_seq)`,

  `create table rules (
    seq integer primary key autoincrement, id text not null unique, type text not null, company_id text,
    emails_json text not null, webhook text, created_at integer not null) strict`,
  `create table alerts (
    seq integer primary key autoincrement, id text not null unique, rule_id text not null, rule_type text not null,
    company_id text, status text not null, url text, payload_json text not null,
    attempts integer not null default 0, last_status_code integer, created_at integer not null,
    last_attempt_at integer, due_at integer, leased_by integer) strict`,
  `create index alerts_by_rule on alerts (rule_id, seq)`,
  `create index alerts_by_time on alerts (created_at)`,
  `create index alerts_due on alerts (rule_id, due_at, seq) where due_at is not null and leased_by is null`,
  `create index alerts_leased on alerts (leased_by) where leased_by is not null`,
  `create table alert_attempts (
    seq integer primary key, alert_seq integer not null, number integer not null,
    at integer not null, duration_ms real not null, status_code integer, error text, retry_after text) strict`,
  `create index alert_attempts_by_alert on alert_attempts (alert_seq)`,
  `create table alert_mails (
    seq integer primary key, alert_id text not null unique, to_json text not null,
    created_at integer not null, due_at integer, leased_by integer, written_at integer) strict`,
  `create index alert_mails_due on alert_mails (due_at, seq) where due_at is not null and leased_by is null`,
  `create index alert_mails_leased on alert_mails (leased_by) where leased_by is not null`,

  `create table requests (
    seq integer primary key, at integer not null, method text not null, path text not null,
    route text, status_code integer not null, duration_ms real not null, correlation_id text not null,
    api_key_id text, deprecated integer not null) strict`,
  `create index requests_deprecated on requests (seq) where deprecated = 1`,
];
