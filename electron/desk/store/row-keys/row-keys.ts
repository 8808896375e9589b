import { createLock, whileHeld } from '#base/lock.ts';
import type { KeyProblem, KeyRef, KeySetState, KeyStore } from './key-store.ts';

/** A set of keys, and which of the units of work that write rows sealed with it. */
export interface KeyTurn {
  readonly set: string;
  readonly turn: number;
}

/** Keys that were put, in order, for rows that are about to be written. */
export interface GivenKeys extends KeyTurn {
  readonly keys: readonly { readonly ref: KeyRef; readonly key: Buffer }[];
}

/**
 * The keys of one vault. A key is on the disk before the row that needs it is written, and is destroyed after the row is
 * gone: a process that dies in between leaves a key without a row, which the next one destroys. Keys and rows carry the
 * turn of the unit of work that wrote them, so that a key that the database can't know yet is told from one whose row was
 * deleted: an older copy of the database destroys no key of a newer one.
 */
export interface RowKeys {
  /** Puts keys, and calls `write`, which commits the rows and the turn. One at a time. @throws as `KeyStore.put`, and `write` */
  give<T>(keys: readonly Buffer[], write: (given: GivenKeys) => Promise<T>): Promise<T>;
  get(refs: readonly KeyRef[]): Promise<(Buffer | KeyProblem)[]>;
  destroy(refs: readonly KeyRef[]): Promise<void>;
  /** Destroys keys that no row has. @param known what the database says of a set */
  reap(known: (set: string) => Promise<KnownOfSet>): Promise<Reaped>;
  close(): Promise<void>;
}

export interface KnownOfSet {
  /** Of the last unit of work that wrote rows with it. */
  readonly turn: number;
  /** The keys that rows have. */
  readonly ids: readonly Buffer[];
}

export interface Reaped {
  readonly destroyed: number;
  /** Keys of rows that a newer state of the database had: kept for it. */
  readonly ahead: number;
}

/**
 * Whether a key, or a set, is of a newer state of the database: the rows of that turn were committed, and this state has
 * never seen it. One that was never said to be committed was under way when its process died.
 */
const isAhead = (turn: number, known: number, committed: number): boolean =>
  turn > known && turn <= committed;

export const isSetAhead = ({ committed }: KeySetState, known: number): boolean =>
  isAhead(committed, known, committed);

/** @param first what new keys are put into, and the last turn that the database knows of it; asked for once it is needed */
export const createRowKeys = (store: KeyStore, first: () => Promise<KeyTurn>): RowKeys => {
  const lock = createLock();
  let current: KeyTurn | undefined;

  return {
    give: (keys, write) =>
      whileHeld(lock, async () => {
        current ??= await first();
        const { set } = current;
        const turn = current.turn + 1;
        const refs = await store.put(set, turn, keys);
        const given = refs.map((ref, at) => ({ ref, key: keys[at] as Buffer }));
        // If this fails, it may be committed all the same: the keys stay, and the next start knows.
        const result = await write({ set, turn, keys: given });
        current = { set, turn };
        store.commit(set, turn);
        return result;
      }),
    get: (refs) => store.get(refs),
    destroy: async (refs) => {
      if (refs.length > 0) await store.destroy(refs);
    },
    reap: (known) => whileHeld(lock, () => reapAll(store, known)),
    close: () => store.close(),
  };
};

const reapAll = async (store: KeyStore, known: (set: string) => Promise<KnownOfSet>): Promise<Reaped> => {
  let [destroyed, ahead] = [0, 0];
  for (const [set, { committed }] of store.sets) {
    const { turn: last, ids } = await known(set);
    const wanted = new Set(ids.map((id) => id.toString('latin1')));
    const slots = new Set(ids.map(slotPart));
    const orphans: KeyRef[] = [];
    for (const { id, turn, isWhole } of store.list(set)) {
      if (wanted.has(id.toString('latin1'))) continue;
      // What is damaged may be the key of the row that names its place.
      if (!isWhole && slots.has(slotPart(id))) continue;
      if (isAhead(turn, last, committed)) ahead += 1;
      else orphans.push({ set, id: Buffer.from(id) });
    }
    destroyed += orphans.length;
    if (orphans.length > 0) await store.destroy(orphans);
  }
  return { destroyed, ahead };
};

const slotPart = (id: Buffer): string => id.toString('latin1', 0, slotPartBytes);
/** Where in its set a key is: see `key-record.ts`. */
const slotPartBytes = 6;
