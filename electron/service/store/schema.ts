import type { Generated } from 'kysely';
import type { RefusalReason } from '#contract/bulk-resend.ts';
import type { ConnectionStatus, SourceType } from '#contract/company.ts';
import type { DatasetEnd } from '#contract/data.ts';
import type { AlertStatus, RuleType } from '#contract/legacy.ts';
import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';
import type { PushChange, PushStatus } from '#contract/push.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';

/**
 * The tables of `service.db`. Instants are ms UTC; `…_json` columns hold JSON text; `seq` is the order of creation
 * and the key that lists page by; a sealed column holds a secret that only `base/sealing` opens.
 */

/** What an integrator sets for a data type of an integration. */
export interface IntegrationSettingRow {
  kind: 'supplemental' | 'custom';
  platform_key: string;
  /** The data type. */
  name: string;
  value_json: string;
}

/** A push operation. It is Pending as long as it has a `due_at`. */
export interface PushRow {
  seq: Generated<number>;
  id: string;
  company_id: string;
  /** Of a connection that may have been deleted since. */
  connection_id: string;
  data_type: string;
  change: PushChange;
  /** That of the platform; of a record that is created, the one that it gets. */
  record_id: string;
  requested_at: number;
  timeout_minutes: number | null;
  due_at: number | null;
  completed_at: number | null;
  status: PushStatus;
  status_code: number;
  error_message: string | null;
  /** What the options say of the record; null if there is none. */
  validation_json: string | null;
}

/** What a company has of its own, beside the client's. */
export interface CompanySyncSettingsRow {
  company_id: string;
  settings_json: string;
}

/** When a Linked connection is read next by its schedule. */
export interface SyncScheduleRow {
  connection_id: string;
  due_at: number;
  /** `[[data type, hours, due at], …]`, in the order in which they are read. */
  types_json: string;
}

/** Small facts of the sandbox, each JSON text under a name. */
export interface FactRow {
  name: string;
  value_json: string;
}

export interface ApiKeyRow {
  seq: Generated<number>;
  id: string;
  name: string;
  sealed_key: Uint8Array;
  created_at: number;
}

export interface CompanyRow {
  seq: Generated<number>;
  /** Raised by triggers with each change of what the company shows, its connections and their errors among it. */
  revision: Generated<number>;
  id: string;
  name: string;
  description: string | null;
  tags_json: string;
  created_at: number;
  created_by: string;
  last_sync_at: number | null;
  /** JSON list of identifiers, in the order in which they came. */
  products_json: Generated<string>;
}

/** One row, never emptied: raised by triggers with each change of what the companies show together. */
export interface CompanyRevisionRow {
  revision: number;
  /** How many companies there are. */
  total: number;
}

/** How many companies are left of 2,048 successive `seq`. The block that the next company belongs to has no row yet. */
export interface CompanyBlockRow {
  /** `seq` / 2048, rounded down */
  block: number;
  count: number;
}

/** One row, never emptied: kept by triggers on the connections. */
export interface LinkedCompaniesRow {
  count: number;
}

export interface ConnectionRow {
  seq: Generated<number>;
  id: string;
  company_id: string;
  platform_key: string;
  /** Copied from the catalogue when the connection is made, so that lists and filters need no catalogue. */
  platform_name: string;
  source_type: SourceType;
  status: ConnectionStatus;
  created_at: number;
  last_sync_at: number | null;
  sealed_credentials: Uint8Array | null;
  /** The simulated token set that its credentials came from, if the simulator issued them. */
  token_set_id: string | null;
  /** 1 once a first read has ended, so that `read.completed.initial` comes once. */
  first_read_ended: Generated<number>;
}

export interface ConnectionErrorRow {
  seq: Generated<number>;
  connection_id: string;
  status_code: string;
  status_text: string;
  error_message: string;
  errored_at: number;
  resolved_at: number | null;
}

/**
 * One call for data of one connection; its end is announced when its last dataset ends. It stands for all of its
 * datasets (`read-course.ts`), but for those of versions before 0.4.0, which have rows of their own in `datasets`.
 */
export interface ReadRow {
  seq: Generated<number>;
  id: string;
  company_id: string;
  connection_id: string;
  requested_at: number;
  /** How many of its datasets still run. */
  remaining: number;
  /** JSON list of the data types, in the order in which they were asked for; null if the datasets are rows. */
  data_types: string | null;
  /** Id, seed and duration of each dataset; null if the datasets are rows. */
  course: Uint8Array | null;
  /** How many ended by themselves, in the order of their ends. */
  ended: Generated<number>;
  /** When the next one ends; null if none does. */
  due_at: number | null;
  /** When all that still ran were cancelled, and why. */
  cancelled_at: number | null;
  cancel_reason: string | null;
  /** How many have a row in `dataset_deviations`. */
  deviations: Generated<number>;
}

/** A dataset that ended otherwise than `Complete`. */
export interface DatasetDeviationRow {
  read_seq: number;
  /** Its place in the read's `data_types`. */
  position: number;
  end_status: DatasetEnd;
  error_message: string | null;
}

/** A PullOperation of a version before 0.4.0. Its progress follows from `requested_at`, `due_at` and the time. */
export interface DatasetRow {
  seq: Generated<number>;
  id: string;
  read_id: string;
  company_id: string;
  connection_id: string;
  data_type: string;
  seed: number;
  /** How many times longer than usual everything takes; a slow platform has more than 1. */
  pace: number;
  requested_at: number;
  /** When it ends; null once it has. */
  due_at: number | null;
  ended_at: number | null;
  end_status: DatasetEnd | null;
  error_message: string | null;
  /** null: follows from the seed. */
  records_modified: number | null;
}

export interface TokenSetRow {
  seq: Generated<number>;
  id: string;
  platform_key: string;
  /** `misplaced`: its tokens were given in each other's fields. */
  behaviour: TokenBehaviour | 'misplaced';
  issued_at: number;
  /** SHA-256, hex, of the token that recognizes the set: the tokens themselves are not kept. */
  token_hash: string;
}

export interface EndpointRow {
  seq: Generated<number>;
  id: string;
  url: string;
  event_types_json: string;
  channels_json: string;
  company_tags_json: string;
  messages_per_second: number | null;
  /** `[{ name, value }]` as JSON, sealed; null when there are none. */
  sealed_headers: Uint8Array | null;
  created_at: number;
  /** First failure since the last success; null when the last attempt succeeded, or there was none. */
  first_failure_at: number | null;
  last_attempt_at: number | null;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** Deleted endpoints stay, so that the log can name them. */
  deleted_at: number | null;
  /** Ids of the legacy rules that a cutover made it from; null if a person made it. */
  rule_ids_json: string | null;
}

/** An endpoint's deliveries by where they stand, tests left out. Kept by triggers, so that they always add up. */
export interface EndpointCountsRow {
  endpoint_seq: number;
  waiting: number;
  succeeded: number;
  failed: number;
  cancelled: number;
}

export interface EndpointSecretRow {
  seq: Generated<number>;
  endpoint_seq: number;
  sealed_secret: Uint8Array;
  created_at: number;
  /** Set by a rotation: until then it signs too. */
  expires_at: number | null;
}

export interface MessageRow {
  seq: Generated<number>;
  id: string;
  event_type: string;
  company_id: string | null;
  company_tags_json: string;
  /** The exact bytes that are signed and sent. */
  body: string;
  created_at: number;
  /** 1: made by a test of one endpoint; replay leaves it out. */
  is_test: number;
}

/** A message whose payload a person edited. */
export interface EditedMessageRow {
  message_seq: number;
  /** Of a message that may be removed by now. */
  original_id: string;
}

export interface DeliveryRow {
  seq: Generated<number>;
  message_seq: number;
  endpoint_seq: number;
  status: DeliveryStatus;
  /** `scheduled`, or what made the delivery: `replay`, `test`. */
  origin: AttemptTrigger;
  /** The highest number of an attempt, of any trigger, in the log; those under way have higher ones. */
  attempts: Generated<number>;
  /** Of an attempt of the schedule that a crash cut off, and that is to be repeated under it. */
  number: number | null;
  /** How many of the schedule's attempts are used up; the one under way is not. */
  schedule_used: Generated<number>;
  /** When the next scheduled attempt falls due, or fell due if it is under way; null when there is none. */
  due_at: number | null;
  last_attempt_at: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

/** An attempt beside the schedule: a resend or a recover. The row goes when the attempt has ended. */
export interface ExtraAttemptRow {
  seq: Generated<number>;
  delivery_seq: number;
  endpoint_seq: number;
  trigger: AttemptTrigger;
  /** Of an attempt that a crash cut off, and that is to be repeated under it. */
  number: number | null;
  due_at: number;
}

/** A resend of many deliveries. */
export interface BulkResendRow {
  seq: Generated<number>;
  id: string;
  created_at: number;
  /** What waited then was never sent. */
  cancelled_at: number | null;
  /** The last time that a start found it unfinished; null: never. */
  interrupted_at: number | null;
  /** How many of it had an attempt by then. */
  sent_before: number | null;
  /** Of the request that began it: the same one may come again. null: from before that was asked. */
  request_digest: string | null;
  /** What it came to; null until it has ended. */
  result_json: string | null;
}

/** One delivery of a bulk resend. */
export interface BulkResendItemRow {
  bulk_seq: number;
  position: number;
  delivery_seq: number;
  message_id: string;
  endpoint_seq: number;
  state: 'waiting' | 'queued' | 'delivered' | 'failed' | 'refused' | 'cancelled';
  reason: RefusalReason | null;
  /** Of its extra attempt, once it is queued. */
  extra_seq: number | null;
  /** Of the attempt that it led to. */
  status_code: number | null;
  error: string | null;
  /** As versions before the migration 0016 knew its attempt. */
  after_attempt: Generated<number | null>;
}

/** What left together for one endpoint. The row goes when the last of it is recorded. */
export interface LeaseRow {
  seq: Generated<number>;
  /** Of the process that sends it. */
  generation: number;
  endpoint_seq: number;
  at: number;
  /** `[[delivery seq, number, trigger, seq of the extra attempt or null], …]` */
  members_json: string;
}

export interface AttemptRow {
  seq: Generated<number>;
  delivery_seq: number;
  number: number;
  trigger: AttemptTrigger;
  at: number;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  /** Empty if it follows from the message and the columns after `local_address`. */
  request_headers_json: string;
  /** Null if there are none, or `response_set` says them. */
  response_headers_json: string | null;
  response_body: Uint8Array | null;
  local_address: string | null;
  /** `webhook-timestamp` */
  sent_at: number | null;
  /** `webhook-signature` */
  signature: string | null;
  /** Of `header_sets`: the custom headers, each after a comma; null without any. */
  request_set: number | null;
  response_set: number | null;
  /** 1: `x-sandbox-time` said `at`. */
  on_virtual_clock: number | null;
}

/** Headers that attempts have in common. */
export interface HeaderSetRow {
  seq: Generated<number>;
  headers_json: string;
  /** No attempt before it uses the row, and only a certain number after it. */
  first_attempt_seq: number;
}

export interface RuleRow {
  seq: Generated<number>;
  id: string;
  type: RuleType;
  company_id: string | null;
  emails_json: string;
  webhook: string | null;
  created_at: number;
}

export interface AlertRow {
  seq: Generated<number>;
  id: string;
  rule_id: string;
  rule_type: RuleType;
  company_id: string | null;
  status: AlertStatus;
  url: string | null;
  payload_json: string;
  attempts: Generated<number>;
  last_status_code: number | null;
  created_at: number;
  last_attempt_at: number | null;
  due_at: number | null;
  leased_by: number | null;
}

/** The legacy attempt log: evidence of consumers that steer by Retry-After. */
export interface AlertAttemptRow {
  seq: Generated<number>;
  alert_seq: number;
  number: number;
  at: number;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  retry_after: string | null;
}

/** A mail that is to be written into the outbox: the row is there first, the file after. */
export interface AlertMailRow {
  seq: Generated<number>;
  alert_id: string;
  to_json: string;
  created_at: number;
  /** Null once it is written. */
  due_at: number | null;
  leased_by: number | null;
  written_at: number | null;
}

export interface RequestRow {
  seq: Generated<number>;
  at: number;
  method: string;
  path: string;
  route: string | null;
  status_code: number;
  duration_ms: number;
  correlation_id: string;
  api_key_id: string | null;
  deprecated: number;
  user_agent: string | null;
  /** Whether headers and bodies were recorded; null: before they were. */
  recorded: string | null;
  /** Who sent it, if the desk did: `runner`, or the seq of the request that it repeats. */
  origin: string | null;
  /** The effect of a fault that hit it. */
  fault: string | null;
}

/** Headers and bodies of a request, masked. */
export interface ExchangeRow {
  seq: number;
  at: number;
  /** Of headers and bodies as they are stored. */
  bytes: number;
  query: string | null;
  /** `[[name, value], …]` */
  request_headers_json: string;
  response_headers_json: string;
  /** In full, as it was sent; null where it is not known. */
  request_bytes: number | null;
  request_state: string;
  response_bytes: number | null;
  response_state: string;
  request_body: string | null;
  response_body: string | null;
}

/** How often messages of a slice of the text index were removed. No row: never. */
export interface TextSliceRow {
  slice: number;
  version: number;
}

export interface ServiceSchema {
  facts: FactRow;
  api_keys: ApiKeyRow;
  companies: CompanyRow;
  company_revision: CompanyRevisionRow;
  company_blocks: CompanyBlockRow;
  connections: ConnectionRow;
  linked_companies: LinkedCompaniesRow;
  connection_errors: ConnectionErrorRow;
  reads: ReadRow;
  datasets: DatasetRow;
  integration_settings: IntegrationSettingRow;
  pushes: PushRow;
  company_sync_settings: CompanySyncSettingsRow;
  sync_schedules: SyncScheduleRow;
  dataset_deviations: DatasetDeviationRow;
  token_sets: TokenSetRow;
  endpoints: EndpointRow;
  endpoint_counts: EndpointCountsRow;
  endpoint_secrets: EndpointSecretRow;
  messages: MessageRow;
  edited_messages: EditedMessageRow;
  deliveries: DeliveryRow;
  extra_attempts: ExtraAttemptRow;
  bulk_resends: BulkResendRow;
  bulk_resend_items: BulkResendItemRow;
  leases: LeaseRow;
  attempts: AttemptRow;
  header_sets: HeaderSetRow;
  rules: RuleRow;
  alerts: AlertRow;
  alert_attempts: AlertAttemptRow;
  alert_mails: AlertMailRow;
  requests: RequestRow;
  text_slices: TextSliceRow;
  exchanges: ExchangeRow;
}
