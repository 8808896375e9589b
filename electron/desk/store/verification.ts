import { sql } from 'kysely';
import { statementsOf } from '#base/store/statements.ts';
import { staleTriggers } from './migrations/0009-case-summaries.ts';
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

interface SchemaObject {
  readonly type: string;
  readonly name: string;
}

/** Triggers and views that the desk did not make, and triggers of its own that are missing. */
export const changedObjects = async ({
  db,
}: Reader): Promise<{ readonly foreign: SchemaObject[]; readonly missing: string[] }> => {
  const { rows: there } = await sql<
    SchemaObject & { sql: string }
  >`select type, name, sql from sqlite_master where type in ('trigger', 'view') order by name`.execute(db);
  const own = staleTriggers.map(withoutVerb);
  const texts = there.map(({ sql }) => withoutVerb(sql));
  return {
    foreign: there.filter((_, at) => !own.includes(texts[at] as string)),
    missing: own.filter((text) => !texts.includes(text)).map((text) => text.split(' ', 1)[0] as string),
  };
};

/** SQLite writes the verb its own way. */
const withoutVerb = (text: string): string => text.replace(/^create trigger /i, '');
