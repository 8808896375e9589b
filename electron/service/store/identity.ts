import { randomInt } from 'node:crypto';
import { namedUuid } from '#base/ids.ts';
import type { Client } from '#service/core/context.ts';
import { readClient, writeClient } from './client-fact.ts';
import { type Fact, readFact, writeFact } from './facts.ts';
import type { Reader, Store, Tx } from './store.ts';

/** Who a sandbox is, and how often it was started. */
export interface Identity {
  /** One object for the life of the process: seeding may rename the client in it. */
  readonly client: { -readonly [K in keyof Client]: Client[K] };
  readonly seed: number;
  /** 1 at the first start. */
  readonly generation: number;
}

const seedFact: Fact<number | null> = { name: 'seed', fallback: null };
const generationFact: Fact<number> = { name: 'generation', fallback: 0 };

/**
 * Reads the identity of the sandbox, or makes one, and counts this start.
 * @param wantedSeed replaces the seed of the sandbox; what was generated before stays as it is
 */
export const takeIdentity = (store: Store, wantedSeed: number | undefined): Promise<Identity> =>
  store.write(async (tx) => {
    const seed = wantedSeed ?? (await readFact(tx, seedFact)) ?? randomInt(2 ** 47);
    const generation = await nextGeneration(tx);
    await writeFact(tx, seedFact, seed);
    const known = await readClient(tx);
    const client = known ?? { id: namedUuid('client', String(seed)), name: 'Local sandbox' };
    if (known === null) await writeClient(tx, client);
    return { client: { ...client }, seed, generation };
  });

/** Counts a start. No two processes of a store ever have the same number. */
/** How many processes have had this store until now. */
export const lastGeneration = (reader: Reader): Promise<number> => readFact(reader, generationFact);

export const nextGeneration = async (tx: Tx): Promise<number> => {
  const generation = (await readFact(tx, generationFact)) + 1;
  await writeFact(tx, generationFact, generation);
  return generation;
};
