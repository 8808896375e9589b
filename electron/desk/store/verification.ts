import type { Database } from 'better-sqlite3';
import type { TokenLedgerTable, TokenRowTable, TokenRunTable } from './schema.ts';

/** Reads of a verification that take long: from a snapshot, entry by entry. */

/** In the order of runs and of entries. */
export const ledgerEntries = (snapshot: Database): IterableIterator<TokenLedgerTable> =>
  snapshot
    .prepare('select run_id, seq, case_id, entry from token_ledger order by run_id, seq')
    .iterate() as IterableIterator<TokenLedgerTable>;

export type LedgerRun = Pick<TokenRunTable, 'id' | 'case_id' | 'ledger_entries' | 'ledger_digest'>;

export const ledgerRuns = (snapshot: Database): LedgerRun[] =>
  snapshot.prepare('select id, case_id, ledger_entries, ledger_digest from token_runs').all() as LedgerRun[];

export type NamedRow = Pick<TokenRowTable, 'line' | 'ref' | 'source'>;

export const nameOfRow = (snapshot: Database, rowId: unknown): NamedRow | undefined =>
  snapshot.prepare('select line, ref, source from token_rows where id = ?').get(rowId) as
    | NamedRow
    | undefined;

/** Triggers and views: the desk makes none in the file. */
export const foreignObjects = (snapshot: Database): { type: string; name: string }[] =>
  snapshot
    .prepare("select type, name from sqlite_master where type in ('trigger', 'view') order by name")
    .all() as { type: string; name: string }[];
