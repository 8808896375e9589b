/**
 * The tables of `service.db` as its migrations have made them, up to and with `0021`: where a server keeps a store, it
 * begins with these. A test holds the two to each other.
 */
export const tables: readonly string[] = [
  `create table facts (name text primary key, value_json text not null) strict`,
  `create table api_keys (seq integer primary key autoincrement, id text not null unique, name text not null,
    sealed_key blob not null, created_at integer not null) strict`,
  `create table companies (seq integer primary key autoincrement, revision integer not null default 1, id text
    not null unique, name text not null, description text, tags_json text not null, created_at integer not null,
    created_by text not null, last_sync_at integer, products_json text not null default '[]') strict`,
  `create table connections (seq integer primary key autoincrement, id text not null unique, company_id text
    not null references companies(id) on delete cascade, platform_key text not null, platform_name text not
    null, source_type text not null, status text not null, created_at integer not null, last_sync_at integer,
    sealed_credentials blob, token_set_id text, first_read_ended integer not null default 0) strict`,
  `create index connections_by_company on connections (company_id, seq)`,
  `create index connections_linked on connections (company_id) where status = 'Linked'`,
  `create table connection_errors (seq integer primary key autoincrement, connection_id text not null
    references connections(id) on delete cascade, status_code text not null, status_text text not null,
    error_message text not null, errored_at integer not null, resolved_at integer) strict`,
  `create index connection_errors_by_connection on connection_errors (connection_id, seq)`,
  `create table company_revision (revision integer not null, total integer not null default 0) strict`,
  `create table reads (seq integer primary key autoincrement, id text not null unique, company_id text not null
    references companies(id) on delete cascade, connection_id text not null, requested_at integer not null,
    remaining integer not null, data_types text, course blob, ended integer not null default 0, due_at integer,
    cancelled_at integer, cancel_reason text, deviations integer not null default 0) strict`,
  `create index reads_by_company on reads (company_id)`,
  `create index reads_running on reads (connection_id) where remaining > 0`,
  `create table datasets (seq integer primary key autoincrement, id text not null unique, read_id text not null
    references reads(id) on delete cascade, company_id text not null, connection_id text not null, data_type
    text not null, seed integer not null, pace real not null, requested_at integer not null, due_at integer,
    ended_at integer, end_status text, error_message text, records_modified integer) strict`,
  `create index datasets_due on datasets (due_at, seq) where due_at is not null`,
  `create index datasets_by_read on datasets (read_id)`,
  `create table token_sets (seq integer primary key autoincrement, id text not null unique, platform_key text
    not null, behaviour text not null, issued_at integer not null, token_hash text not null unique) strict`,
  `create table endpoints (seq integer primary key autoincrement, id text not null unique, url text not null,
    event_types_json text not null, channels_json text not null, company_tags_json text not null,
    messages_per_second integer, sealed_headers blob, created_at integer not null, first_failure_at integer,
    last_attempt_at integer, disabled_at integer, disabled_reason text, deleted_at integer, rule_ids_json text)
    strict`,
  `create table endpoint_counts (endpoint_seq integer primary key references endpoints(seq) on delete cascade,
    waiting integer not null default 0, succeeded integer not null default 0, failed integer not null default 0,
    cancelled integer not null default 0) strict`,
  `create table endpoint_secrets (seq integer primary key autoincrement, endpoint_seq integer not null
    references endpoints(seq), sealed_secret blob not null, created_at integer not null, expires_at integer)
    strict`,
  `create index endpoint_secrets_by_endpoint on endpoint_secrets (endpoint_seq)`,
  `create table messages (seq integer primary key, id text not null unique, event_type text not null,
    company_id text, company_tags_json text not null, body text not null, created_at integer not null, is_test
    integer not null) strict`,
  `create index messages_by_type on messages (event_type, seq)`,
  `create index messages_by_company on messages (company_id, seq) where company_id is not null`,
  `create index messages_by_time on messages (created_at)`,
  `create table deliveries (seq integer primary key, message_seq integer not null, endpoint_seq integer not
    null, status text not null, origin text not null, attempts integer not null default 0, number integer,
    schedule_used integer not null default 0, due_at integer, last_attempt_at integer, last_status_code integer,
    last_error text) strict`,
  `create unique index deliveries_by_message on deliveries (message_seq, endpoint_seq)`,
  `create index deliveries_by_endpoint on deliveries (endpoint_seq, message_seq)`,
  `create index deliveries_unsuccessful on deliveries (status, message_seq, endpoint_seq) where status <>
    'Success'`,
  `create table extra_attempts (seq integer primary key, delivery_seq integer not null, endpoint_seq integer
    not null, trigger text not null, number integer, due_at integer not null) strict`,
  `create index extra_attempts_by_delivery on extra_attempts (delivery_seq)`,
  `create table attempts (seq integer primary key, delivery_seq integer not null, number integer not null,
    trigger text not null, at integer not null, duration_ms real not null, status_code integer, error text,
    request_headers_json text not null, response_headers_json text, response_body blob, local_address text,
    sent_at integer, signature text, request_set integer, response_set integer, on_virtual_clock integer) strict`,
  `create index attempts_by_delivery on attempts (delivery_seq)`,
  `create table rules (seq integer primary key autoincrement, id text not null unique, type text not null,
    company_id text, emails_json text not null, webhook text, created_at integer not null) strict`,
  `create table alerts (seq integer primary key autoincrement, id text not null unique, rule_id text not null,
    rule_type text not null, company_id text, status text not null, url text, payload_json text not null,
    attempts integer not null default 0, last_status_code integer, created_at integer not null, last_attempt_at
    integer, due_at integer, leased_by integer) strict`,
  `create index alerts_by_rule on alerts (rule_id, seq)`,
  `create index alerts_by_time on alerts (created_at)`,
  `create index alerts_due on alerts (rule_id, due_at, seq) where due_at is not null and leased_by is null`,
  `create index alerts_leased on alerts (leased_by) where leased_by is not null`,
  `create table alert_attempts (seq integer primary key, alert_seq integer not null, number integer not null,
    at integer not null, duration_ms real not null, status_code integer, error text, retry_after text) strict`,
  `create index alert_attempts_by_alert on alert_attempts (alert_seq)`,
  `create table alert_mails (seq integer primary key, alert_id text not null unique, to_json text not null,
    created_at integer not null, due_at integer, leased_by integer, written_at integer) strict`,
  `create index alert_mails_due on alert_mails (due_at, seq) where due_at is not null and leased_by is null`,
  `create index alert_mails_leased on alert_mails (leased_by) where leased_by is not null`,
  `create table requests (seq integer primary key autoincrement, at integer not null, method text not null,
    path text not null, route text, status_code integer not null, duration_ms real not null, correlation_id text
    not null, api_key_id text, deprecated integer not null, user_agent text, recorded text, origin text, fault
    text) strict`,
  `create index requests_deprecated on requests (seq) where deprecated = 1`,
  `create index deliveries_of_tests on deliveries (endpoint_seq, message_seq, status) where origin = 'test'`,
  `create table leases (seq integer primary key, generation integer not null, endpoint_seq integer not null, at
    integer not null, members_json text not null) strict`,
  `create index deliveries_due on deliveries (endpoint_seq, due_at, seq) where due_at is not null`,
  `create index extra_attempts_due on extra_attempts (endpoint_seq, due_at, seq)`,
  `create table header_sets (seq integer primary key, headers_json text not null, first_attempt_seq integer not
    null) strict`,
  `create index reads_due on reads (due_at, seq) where due_at is not null`,
  `create table dataset_deviations (read_seq integer not null references reads(seq) on delete cascade, position
    integer not null, end_status text not null, error_message text, primary key (read_seq, position)) strict,
    without rowid`,
  `create table linked_companies (count integer not null) strict`,
  `create table company_blocks (block integer primary key, count integer not null) strict`,
  `create table edited_messages (message_seq integer primary key, original_id text not null) strict`,
  `create index edited_messages_by_original on edited_messages (original_id, message_seq)`,
  `create index deliveries_by_code on deliveries (last_status_code, message_seq) where last_status_code >= 300`,
  `create index deliveries_by_error on deliveries (last_error, message_seq) where last_error is not null`,
  `create table text_slices (slice integer primary key, version integer not null) strict`,
  `create table bulk_resends (seq integer primary key autoincrement, id text not null unique, created_at
    integer not null, cancelled_at integer, interrupted_at integer, sent_before integer, request_digest text,
    result_json text) strict`,
  `create table bulk_resend_items (bulk_seq integer not null, position integer not null, delivery_seq integer
    not null, message_id text not null, endpoint_seq integer not null, state text not null, reason text,
    after_attempt integer, extra_seq integer, status_code integer, error text, primary key (bulk_seq, position))
    strict, without rowid`,
  `create index bulk_resend_items_waiting on bulk_resend_items (bulk_seq, position) where state = 'waiting'`,
  `create table exchanges (seq integer primary key, at integer not null, bytes integer not null, query text,
    request_headers_json text not null, response_headers_json text not null, request_bytes integer,
    request_state text not null, response_bytes integer, response_state text not null, request_body text,
    response_body text) strict`,
  `create index bulk_resend_items_queued on bulk_resend_items (extra_seq) where state = 'queued'`,
  `create index token_sets_issued on token_sets (platform_key, issued_at)`,
  `create table company_sync_settings (company_id text primary key references companies(id) on delete cascade,
    settings_json text not null) strict`,
  `create table sync_schedules (connection_id text primary key references connections(id) on delete cascade,
    due_at integer not null, types_json text not null) strict`,
  `create index sync_schedules_due on sync_schedules (due_at, connection_id)`,
  `create table pushes (seq integer primary key autoincrement, id text not null unique, company_id text not
    null references companies(id) on delete cascade, connection_id text not null, data_type text not null,
    change text not null, record_id text not null, requested_at integer not null, timeout_minutes integer,
    due_at integer, completed_at integer, status text not null, status_code integer not null, error_message
    text, validation_json text) strict`,
  `create index pushes_by_company on pushes (company_id, seq)`,
  `create index pushes_due on pushes (due_at, seq) where due_at is not null`,
  `create table integration_settings (kind text not null, platform_key text not null, name text not null,
    value_json text not null, primary key (kind, platform_key, name)) strict, without rowid`,
];
