import type { Generated } from 'kysely';
import type { CaseStateName } from '#contract/case.ts';
import type { Origin, RowState } from '#contract/token-rows.ts';
import type { RunKind, RunState, RunStep } from '#contract/token-runs.ts';

/** The tables of `desk.db`. Instants are ISO 8601 text where they are part of the chain, ms UTC elsewhere. */

/** Remote targets; the local one is not kept. */
export interface TargetTable {
  id: string;
  name: string;
  base_url: string;
  api_key: Buffer;
  client_id: string | null;
  ca_pem: string | null;
  /** The sealed URL of the proxy that it is reached by. */
  proxy: Buffer | null;
  callback_url: string | null;
  concurrency: number;
  per_second: number;
  created: number;
}

/** The audit chains. Only ever inserted into, until a case is deleted as a whole. */
export interface CaseEntryTable {
  case_id: string;
  seq: number;
  at: string;
  actor: string;
  kind: string;
  /** Canonical JSON. */
  content: string;
  /** Keyed code over the entry and the one before, hex. */
  code: string;
  /** Of signed entries: see `core/signed-entry.ts`. Null in those that were made before there were signatures. */
  salt: string | null;
  commitment: string | null;
  signer: string | null;
  signature: string | null;
}

/** What became of the cases: a signed chain. Only ever inserted into. */
export interface JournalTable {
  seq: number;
  at: string;
  actor: string;
  kind: string;
  /** Canonical JSON. */
  content: string;
  salt: string | null;
  commitment: string;
  signer: string;
  signature: string;
  /** The chain's, after this entry. */
  digest: string;
}

/** One row a case: the head of its chain, kept apart, and what lists show. */
export interface CaseHeadTable {
  case_id: string;
  seq: number;
  code: string;
  /** SHA-256 over the chain, hex: the same on every machine. */
  digest: string;
  /** JSON about an import, or null. */
  imported: string | null;
  /** Keyed code over all of the above, hex. */
  seal: string;
  /** JSON of a CaseSummary. */
  summary: string;
}

/** What a list shows of a case, with what it is searched, filtered and sorted by. Derived; rebuilt at any time. */
export interface CaseSummaryTable {
  case_id: string;
  /** Of the derivation. */
  version: number;
  state: CaseStateName;
  /** As sorted: without accents and capitals; so are the other texts, but for `owner` and `summary`. */
  name: string;
  integrator: string;
  search: string;
  target_id: string;
  /** Each between commas. */
  parts: string;
  verdict: string | null;
  owner: string | null;
  owner_key: string | null;
  next_title: string | null;
  /** The parties that the next steps wait for, each between commas. */
  waiting: string | null;
  due_ms: number | null;
  window_ms: number | null;
  /** The share of its steps that are done; null for a part that the case does not have. */
  webhooks: number | null;
  tokens: number | null;
  created: string;
  updated: string;
  /** 1: a soak on its target was started. */
  soaking: number;
  /** 1: it has an open observation. */
  observing: number;
  /** 1: it set up, checked or saw something on its target that may change there. */
  watched: Generated<number>;
  /** JSON of a CaseSummary. */
  summary: string;
  /** The chain's, that it was derived from. */
  digest: string;
  /** Keyed code over all of the above, hex. */
  seal: string;
}

/** Cases of which the summary is out of date. */
export interface CaseStaleTable {
  case_id: string;
}

/** What was attached, once for each content. `sealed` contents are encrypted, `packed` ones compressed by gzip. */
export interface AttachmentTable {
  case_id: string;
  /** Of the content as it was attached. */
  digest: string;
  sealed: number;
  content: Buffer;
  packed: Generated<number>;
}

/** Secrets that belong to a case, sealed. */
export interface CaseSecretTable {
  case_id: string;
  name: string;
  value: Buffer;
}

/** Cases that were deleted: that they were, and nothing of what they held. */
export interface DeletedCaseTable {
  id: Generated<number>;
  case_id: string;
  digest: string;
  at: number;
  actor: string;
}

/** One company's connection to be migrated. Credentials are in the vault; what is not secret of them is in `fields`. */
export interface TokenRowTable {
  id: number;
  case_id: string;
  import_id: string;
  /** What the import was called. */
  source: string;
  line: number;
  ref: string | null;
  name: string | null;
  description: string | null;
  platform_key: string | null;
  /** Given by the import: used, never created. */
  company_id: string | null;
  connection_id: string | null;
  /** JSON: credential field to value, masked where secret. */
  fields: string;
  /** Keyed, hex: of its secret values. */
  mark: string | null;
  /** JSON of RowProblems; null for a row that is in order. */
  problems: string | null;
}

export interface TokenRunTable {
  id: string;
  case_id: string;
  target_id: string;
  target_name: string;
  /** Where a remote target was when the run began; null for the local service, whose port changes, and for a rehearsal. */
  base_url: string | null;
  /** Where progress is counted: `target:<id>`, or `rehearsal:<run id>`. */
  scope: string;
  kind: RunKind;
  state: RunState;
  /** JSON of RunOptions. */
  options: string;
  actor: string;
  started_at: number;
  ended_at: number | null;
  ledger_entries: number;
  ledger_digest: string;
  /** JSON: calls by method and path template. */
  calls: string;
  /** JSON of what it came to; null before its end. */
  outcome: string | null;
}

/** How far a row is, on one target or in one rehearsal. Written before a call leaves, and after its answer. */
export interface TokenProgressTable {
  scope: string;
  row_id: number;
  case_id: string;
  run_id: string;
  state: Exclude<RowState, 'invalid'>;
  step: RunStep;
  /** 1 while a call is in the air: after a crash, whether it was carried out is not known. */
  doubt: number;
  company_id: string | null;
  company_origin: Origin | null;
  connection_id: string | null;
  connection_origin: Origin | null;
  /** The connection's, before the tokens were put. */
  status_before: string | null;
  connection_status: string | null;
  /** The row's mark when its tokens were handed over last. */
  put_mark: string | null;
  /** `requested` of the newest dataset that had ended before our sync, as the target said it. */
  synced_after: string | null;
  sync_started_at: number | null;
  calls: number;
  call_ms: number;
  started_at: number | null;
  ended_at: number | null;
  /** JSON: final status to count. */
  datasets: string | null;
  /** JSON: data types by final status, once all have ended; null before that, and of rows that ended before it was kept. */
  data_types: string | null;
  /** 1: its credentials stay in the vault although it is done, by choice. */
  kept: number;
  /** JSON of a Failure. */
  failure: string | null;
  note: string | null;
}

/** Calls of a run, each before it leaves, if it writes, and after its answer. Only ever inserted into. */
export interface TokenLedgerTable {
  run_id: string;
  seq: number;
  case_id: string;
  /** JSON. */
  entry: string;
}

/** One row for each row of a sealed table: see `row-seals.ts`. */
export interface RowTagTable {
  tbl: string;
  row_key: string;
  tag: Buffer;
}

export interface RowSumTable {
  tbl: string;
  /** Sealed. */
  sum: Buffer;
}

/** Long work that is under way, and what ended lately. */
export interface JobTable {
  id: string;
  case_id: string | null;
  started: number;
  /** null while it is under way. */
  ended: number | null;
  /** Sealed: see `jobs/kept-jobs.ts`. */
  content: Buffer;
}

/** Where what the desk records goes. Sealed: nobody else may have it go elsewhere, or skip something. */
export interface AuditStreamTable {
  id: string;
  created: number;
  settings: Buffer;
  /** How far it is. */
  progress: Buffer;
}

/** Sign-ins at the identity provider. Sealed: see `people/sign-in/kept.ts`. */
export interface PersonSignInTable {
  person_id: string;
  content: Buffer;
}

export interface NotificationMarkTable {
  person_id: string;
  /** Ids of notifications, JSON. */
  read: string;
}

export interface DeskSchema {
  targets: TargetTable;
  case_entries: CaseEntryTable;
  case_heads: CaseHeadTable;
  case_summaries: CaseSummaryTable;
  case_stale: CaseStaleTable;
  desk_journal: JournalTable;
  attachments: AttachmentTable;
  case_secrets: CaseSecretTable;
  deleted_cases: DeletedCaseTable;
  token_rows: TokenRowTable;
  token_runs: TokenRunTable;
  token_progress: TokenProgressTable;
  token_ledger: TokenLedgerTable;
  row_tags: RowTagTable;
  row_sums: RowSumTable;
  desk_jobs: JobTable;
  audit_streams: AuditStreamTable;
  person_sign_ins: PersonSignInTable;
  notification_marks: NotificationMarkTable;
}
