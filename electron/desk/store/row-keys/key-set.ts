import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chunksOf } from '#base/lists.ts';
import { createSealer, type Sealer } from '#base/sealing.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  idIn,
  type KeyRecord,
  newId,
  openKey,
  readRecord,
  type SealedUnder,
  sealedUnder,
  sealKey,
  slotOf,
  writeRecord,
} from './key-record.ts';
import type { KeptKey, KeyProblem, KeySetState, KeyWrapping } from './key-store.ts';
import { inWords, readSetFile, type SetFile, unusable, writeSetFile } from './set-file.ts';
import { headSlot, openSlotFile, type SlotFile } from './slot-file.ts';

/** A folder with the keys of one runner for one vault: `set.json`, and the keys in slots of the file `keys`. */
export interface KeySet extends KeySetState {
  /** @returns the ids */
  put(turn: number, keys: readonly Buffer[]): Promise<Buffer[]>;
  commit(turn: number): void;
  get(ids: readonly Buffer[]): Promise<(Buffer | KeyProblem)[]>;
  destroy(ids: readonly Buffer[]): Promise<void>;
  list(): Iterable<KeptKey>;
  close(): Promise<void>;
}

export interface KeySetParts {
  /** Of the data key. */
  deriveKey(purpose: string, salt: Uint8Array): Buffer;
  readonly wrapping: KeyWrapping | undefined;
}

const keyBytes = 32;

const headOf = (set: string): string => `carryover row keys 1 ${set}\n`;
const checkOf = (set: string): string => `row key set ${set}`;
const keysIn = (folder: string): string => join(folder, 'keys');

/** Under the data key alone. */
const plainSealer = ({ deriveKey }: KeySetParts, set: string): Sealer =>
  createSealer(deriveKey(`row keys ${set}`, Buffer.alloc(keyBytes)));
/** Under the data key and the wrapped one. */
const furtherSealer = ({ deriveKey }: KeySetParts, set: string, key: Buffer): Sealer =>
  createSealer(deriveKey(`wrapped row keys ${set}`, key));

/** Makes an empty set in a folder that is there whole or not at all. */
export const makeKeySet = (folder: string, set: string, parts: KeySetParts): void => {
  const unfinished = unfinishedBeside(folder);
  inWords(folder, () => {
    try {
      mkdirSync(unfinished, { mode: 0o700 });
      writeFileSync(keysIn(unfinished), headSlot(headOf(set)), { mode: 0o600, flag: 'wx', flush: true });
      const check = plainSealer(parts, set).seal(set, checkOf(set)).toString('base64');
      writeSetFile(unfinished, { version: 1, set, check });
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    syncFolder(dirname(folder));
  });
};

/**
 * Opens a set. Where there is a command that wraps and the set is from before it, its keys are sealed anew first.
 * @throws CatalogueError `rowKeys.damaged`, `rowKeys.unusable`, `rowKeys.command`
 */
export const openKeySet = async (folder: string, set: string, parts: KeySetParts): Promise<KeySet> => {
  inWords(folder, () => {
    keepToOwner(folder, 0o700);
    keepToOwner(join(folder, 'set.json'), 0o600);
    keepToOwner(keysIn(folder), 0o600);
  });
  const file = readSetFile(folder, set);
  const slots = openSlots(folder, set);
  try {
    return await keySetOf({ folder, set, file, slots }, parts);
  } catch (error) {
    await slots.close();
    throw error;
  }
};

const openSlots = (folder: string, set: string): SlotFile => {
  const path = keysIn(folder);
  try {
    return inWords(path, () => openSlotFile(path, headOf(set)));
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError('rowKeys.damaged', { path, problem: (error as Error).message });
  }
};

interface Opened {
  readonly folder: string;
  readonly set: string;
  readonly file: SetFile;
  readonly slots: SlotFile;
}

const keySetOf = async (
  { folder, set, file: asFound, slots }: Opened,
  parts: KeySetParts,
): Promise<KeySet> => {
  const { wrapping } = parts;
  const path = keysIn(folder);
  const plain = plainSealer(parts, set);
  const isOurs = plain.openIfPossible(Buffer.from(asFound.check, 'base64'), checkOf(set)) === set;
  const file = await withWrappedKey(folder, asFound, isOurs, parts);

  let further: Promise<Sealer> | undefined;
  /** Asked for once; again after it failed. */
  const furtherOf = (wrapped: NonNullable<SetFile['wrapped']>): Promise<Sealer> => {
    further ??= unwrapped(folder, set, wrapped, parts);
    further.catch(() => {
      further = undefined;
    });
    return further;
  };
  const sealerOf = (under: SealedUnder): Sealer | Promise<Sealer> =>
    under === sealedUnder.wrappedKey && file.wrapped !== undefined ? furtherOf(file.wrapped) : plain;
  const newUnder = file.wrapped === undefined ? sealedUnder.dataKey : sealedUnder.wrappedKey;

  const keyIn = async (record: KeyRecord): Promise<Buffer | KeyProblem> => {
    if (!isOurs) return 'otherDataKey';
    const sealer = sealerOf(record.under);
    return openKey(sealer instanceof Promise ? await sealer : sealer, set, record) ?? 'damaged';
  };
  const found = async (id: Buffer, content: Buffer | undefined): Promise<Buffer | KeyProblem> => {
    if (content === undefined) return 'missing';
    const record = readRecord(slotOf(id), content);
    if (record === undefined) return 'damaged';
    return record.id.equals(id) ? keyIn(record) : 'missing';
  };
  const writeAll = async (records: readonly KeyRecord[]): Promise<void> => {
    const written = records.map((record) => ({ slot: slotOf(record.id), content: writeRecord(record) }));
    await slots.write(written).catch((error: unknown) => {
      throw unusable(path, error);
    });
  };

  if (isOurs && wrapping !== undefined) await sealAnew();
  return {
    isOurs,
    get committed() {
      return slots.noted;
    },
    commit: (turn) => inWords(path, () => slots.note(turn)),
    async put(turn, keys) {
      if (keys.some(({ length }) => length !== keyBytes)) throw new Error('A key has 32 bytes.');
      const sealer = await sealerOf(newUnder);
      const records = slots.allocate(keys.length).map((slot, at) => {
        const id = newId(slot);
        return { under: newUnder, turn, id, sealed: sealKey(sealer, set, id, keys[at] as Buffer) };
      });
      await writeAll(records);
      return records.map(({ id }) => id);
    },
    async get(ids) {
      const contents = inWords(path, () => slots.read(ids.map(slotOf)));
      const keys: (Buffer | KeyProblem)[] = [];
      for (const [at, id] of ids.entries()) keys.push(await found(id, contents[at]));
      return keys;
    },
    async destroy(ids) {
      const contents = inWords(path, () => slots.read(ids.map(slotOf)));
      const own = ids.filter((id, at) => {
        const content = contents[at];
        return content !== undefined && idIn(slotOf(id), content).equals(id);
      });
      await slots.clear(own.map(slotOf)).catch((error: unknown) => {
        throw unusable(path, error);
      });
    },
    list: () => listed(slots),
    close: () => slots.close(),
  };

  /** Keys from before there was a command, each in its place: a crash leaves some to the next opening. */
  async function sealAnew(): Promise<void> {
    const kept = [...listed(slots)].map(({ id }) => id);
    for (const ids of chunksOf(kept, sealedAnewAtOnce)) {
      const records = slots.read(ids.map(slotOf)).flatMap((content, at) => {
        const record = content && readRecord(slotOf(ids[at] as Buffer), content);
        return record?.under === sealedUnder.dataKey ? [record] : [];
      });
      if (records.length === 0) continue;
      const sealer = await sealerOf(sealedUnder.wrappedKey);
      await writeAll(
        records.flatMap((record) => {
          const key = openKey(plain, set, record);
          if (key === undefined) return [];
          return [{ ...record, under: sealedUnder.wrappedKey, sealed: sealKey(sealer, set, record.id, key) }];
        }),
      );
    }
  }
};
const sealedAnewAtOnce = 1000;

function* listed(slots: SlotFile): Generator<KeptKey> {
  for (const { slot, content } of slots.used()) {
    const record = readRecord(slot, content);
    yield { id: idIn(slot, content), turn: record?.turn ?? 0, isWhole: record !== undefined };
  }
}

/** A new key is wrapped, and unwrapped again before anything rests on it. */
const withWrappedKey = async (
  folder: string,
  file: SetFile,
  isOurs: boolean,
  parts: KeySetParts,
): Promise<SetFile> => {
  const { wrapping } = parts;
  if (file.wrapped !== undefined || wrapping === undefined || !isOurs) return file;
  const key = randomBytes(keyBytes);
  const wrapped = await wrapping.wrap(key);
  const back = await wrapping.unwrap(wrapped);
  if (back.length !== key.length || !timingSafeEqual(back, key)) throw wrapping.otherKey();
  const check = furtherSealer(parts, file.set, key).seal(file.set, checkOf(file.set)).toString('base64');
  const content: SetFile = { ...file, wrapped: { key: wrapped, check } };
  inWords(folder, () => writeSetFile(folder, content));
  return content;
};

/** @throws CatalogueError `rowKeys.commandNeeded`, `rowKeys.command` */
const unwrapped = async (
  folder: string,
  set: string,
  { key: text, check }: NonNullable<SetFile['wrapped']>,
  parts: KeySetParts,
): Promise<Sealer> => {
  if (parts.wrapping === undefined) throw new CatalogueError('rowKeys.commandNeeded', { path: folder });
  const sealer = furtherSealer(parts, set, await parts.wrapping.unwrap(text));
  if (sealer.openIfPossible(Buffer.from(check, 'base64'), checkOf(set)) === set) return sealer;
  throw parts.wrapping.otherKey();
};

/** Windows has rights of another kind. */
const keepToOwner = (path: string, mode: number): void => {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
};
