import type { Database } from 'better-sqlite3';
import { staleTriggers } from './migrations/0009-case-summaries.ts';
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

interface SchemaObject {
  readonly type: string;
  readonly name: string;
}

/** Triggers and views that the desk did not make, and triggers of its own that are missing. */
export const changedObjects = (
  snapshot: Database,
): { readonly foreign: SchemaObject[]; readonly missing: string[] } => {
  const there = snapshot
    .prepare("select type, name, sql from sqlite_master where type in ('trigger', 'view') order by name")
    .all() as (SchemaObject & { sql: string })[];
  const own = staleTriggers.map(withoutVerb);
  const texts = there.map(({ sql }) => withoutVerb(sql));
  return {
    foreign: there.filter((_, at) => !own.includes(texts[at] as string)),
    missing: own.filter((text) => !texts.includes(text)).map((text) => text.split(' ', 1)[0] as string),
  };
};

/** SQLite writes the verb its own way. */
const withoutVerb = (text: string): string => text.replace(/^create trigger /i, '');
