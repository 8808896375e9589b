import type { Generated } from 'kysely';

/** The tables of `desk.db`. Instants are ISO 8601 text where they are part of the chain, ms UTC elsewhere. */

/** Remote targets; the local one is not kept. */
export interface TargetTable {
  id: string;
  name: string;
  base_url: string;
  api_key: Buffer;
  client_id: string | null;
  ca_pem: string | null;
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

/** What was attached, once for each content. `sealed` contents are encrypted. */
export interface AttachmentTable {
  case_id: string;
  digest: string;
  sealed: number;
  content: Buffer;
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

export interface DeskSchema {
  targets: TargetTable;
  case_entries: CaseEntryTable;
  case_heads: CaseHeadTable;
  attachments: AttachmentTable;
  case_secrets: CaseSecretTable;
  deleted_cases: DeletedCaseTable;
}
