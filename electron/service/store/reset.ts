import { type Fact, readFact, writeFact } from './facts.ts';
import type { ServiceSchema } from './schema.ts';
import { noteAllWordsRemoved } from './search/removed-words.ts';
import type { Reader, Tx } from './store.ts';

/** What a reset empties, tables that point at others first. API keys stay, so that callers can continue. */
export const emptiedTables = [
  'alert_mails',
  'alert_attempts',
  'alerts',
  'rules',
  'bulk_resend_items',
  'bulk_resends',
  'leases',
  'extra_attempts',
  'attempts',
  'header_sets',
  'deliveries',
  'edited_messages',
  'messages',
  'endpoint_secrets',
  'endpoint_counts',
  'endpoints',
  'token_sets',
  'datasets',
  'dataset_deviations',
  'reads',
  'pushes',
  'integration_settings',
  'sync_schedules',
  'company_sync_settings',
  'connection_errors',
  'connections',
  'companies',
  'company_blocks',
  'exchanges',
  'requests',
] as const satisfies readonly (keyof ServiceSchema)[];

/**
 * Facts that outlive a reset: who the client is, where time stands, which start this is, what everything generated
 * follows from, and the settings, which say how the sandbox is run and not what is in it.
 */
const keptFacts = [
  'client',
  'clock',
  'advance',
  'generation',
  'seed',
  'settings',
  'responsesMasked',
  'emptied',
];

export const emptySandbox = async (tx: Tx): Promise<void> => {
  const { db } = tx;
  await noteAllWordsRemoved(tx);
  await writeFact(tx, emptiedFact, (await readFact(tx, emptiedFact)) + 1);
  for (const table of emptiedTables) await db.deleteFrom(table).execute();
  await db.deleteFrom('facts').where('name', 'not in', keptFacts).execute();
};

/** How often it was emptied: other processes of a store see by it that what they have under way belongs to no row. */
const emptiedFact: Fact<number> = { name: 'emptied', fallback: 0 };

export const timesEmptied = (reader: Reader): Promise<number> => readFact(reader, emptiedFact);

/** Whether nobody has made a company, a rule or an endpoint in it, or has deleted them all. */
export const isEmptySandbox = async ({ db }: Reader): Promise<boolean> => {
  const found = await db
    .selectFrom('companies')
    .select('id')
    .unionAll(db.selectFrom('rules').select('id'))
    .unionAll(db.selectFrom('endpoints').select('id').where('deleted_at', 'is', null))
    .limit(1)
    .execute();
  return found.length === 0;
};
