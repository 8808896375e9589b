import { createLock, whileHeld } from '#base/lock.ts';
import type { KeptKey, KeyProblem, KeyRef, KeySetState, KeyStore } from './key-store.ts';

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
  /** Destroys keys that no row has, and sets without a key that are not used any more. */
  reap(database: KnownSets): Promise<Reaped>;
  close(): Promise<void>;
}

/** What the database says of sets. */
export interface KnownSets {
  known(set: string): Promise<KnownOfSet>;
  /** It is no more. */
  forget(set: string): Promise<void>;
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

/**
 * @param own what new keys are put into, and the last turn that the database knows of it
 * @param begin makes a set for them where there is none, once it is needed
 */
export const createRowKeys = (
  store: KeyStore,
  own: KeyTurn | undefined,
  begin: () => Promise<KeyTurn>,
): RowKeys => {
  const lock = createLock();
  let current = own;

  return {
    give: (keys, write) =>
      whileHeld(lock, async () => {
        current ??= await begin();
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
    reap: (database) => whileHeld(lock, () => reapAll(store, database, current?.set)),
    close: () => store.close(),
  };
};

const reapAll = async (store: KeyStore, database: KnownSets, used: string | undefined): Promise<Reaped> => {
  let [destroyed, ahead] = [0, 0];
  for (const [set, state] of [...store.sets]) {
    const known = await database.known(set);
    const { orphans, newer, kept } = sorted(store.list(set), state, known);
    if (orphans.length > 0) await store.destroy(orphans.map((id) => ({ set, id })));
    destroyed += orphans.length;
    ahead += newer;
    if (kept + newer + known.ids.length > 0 || set === used) continue;
    await store.drop(set);
    await database.forget(set);
  }
  return { destroyed, ahead };
};

/** Keys of a set that no row has, how many of these are of a newer state of the database, and how many a row has. */
const sorted = (
  keys: Iterable<KeptKey>,
  { committed }: KeySetState,
  { turn: last, ids }: KnownOfSet,
): { readonly orphans: readonly Buffer[]; readonly newer: number; readonly kept: number } => {
  const wanted = new Set(ids.map((id) => id.toString('latin1')));
  const slots = new Set(ids.map(slotPart));
  const orphans: Buffer[] = [];
  let [newer, kept] = [0, 0];
  for (const { id, turn, isWhole } of keys) {
    // What is damaged may be the key of the row that names its place.
    const isWanted = isWhole ? wanted.has(id.toString('latin1')) : slots.has(slotPart(id));
    if (isWanted) kept += 1;
    else if (isAhead(turn, last, committed)) newer += 1;
    else orphans.push(id);
  }
  return { orphans, newer, kept };
};

const slotPart = (id: Buffer): string => id.toString('latin1', 0, slotPartBytes);
/** Where in its set a key is: see `key-record.ts`. */
const slotPartBytes = 6;
