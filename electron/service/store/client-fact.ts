import type { Client } from '#service/core/context.ts';
import { type Fact, readFact, writeFact } from './facts.ts';
import type { Reader, Tx } from './store.ts';

/** Whose sandbox it is; `null` until it is first written. */
const clientFact: Fact<Client | null> = { name: 'client', fallback: null };

export const readClient = (reader: Reader): Promise<Client | null> => readFact(reader, clientFact);
export const writeClient = (tx: Tx, client: Client): Promise<void> => writeFact(tx, clientFact, client);
