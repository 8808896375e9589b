import { statementsOf } from '#base/store/statements.ts';
import type { Reader } from './reader.ts';
import type { TokenLedgerTable, TokenRowTable, TokenRunTable } from './schema.ts';

/** Reads of a verification that take long: from a snapshot, entry by entry. */

/** In the order of runs and of entries. */
export const ledgerEntries = ({ db }: Reader): Iterable<TokenLedgerTable> | AsyncIterable<TokenLedgerTable> =>
  statementsOf(db).stream('select run_id, seq, case_id, entry from token_ledger order by run_id, seq', 1000);

export type LedgerRun = Pick<TokenRunTable, 'id' | 'case_id' | 'ledger_entries' | 'ledger_digest'>;

export const ledgerRuns = ({ db }: Reader): Promise<LedgerRun[]> =>
  db.selectFrom('token_runs').select(['id', 'case_id', 'ledger_entries', 'ledger_digest']).execute();

export type NamedRow = Pick<TokenRowTable, 'line' | 'ref' | 'source'>;

export const nameOfRow = ({ db }: Reader, rowId: number): Promise<NamedRow | undefined> =>
  db.selectFrom('token_rows').select(['line', 'ref', 'source']).where('id', '=', rowId).executeTakeFirst();
