import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chunksOf } from '#base/lists.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { unfinishedBeside } from '#base/write-atomically.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  idIn,
  type KeyRecord,
  keyBytes,
  newId,
  openKeys,
  readRecord,
  sealedUnder,
  sealKeys,
  slotOf,
  writeRecord,
} from './key-record.ts';
import type { KeptKey, KeyProblem, KeySetState } from './key-store.ts';
import { inWords, readSetFile, type SetFile, unusable, writeSetFile } from './set-file.ts';
import { type KeySetParts, plainSealer, type SetSealer, unwrapKey, wrapNewKey } from './set-sealer.ts';
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

const headOf = (set: string): string => `carryover row keys 1 ${set}\n`;
const keysIn = (folder: string): string => join(folder, 'keys');

/** Makes an empty set in a folder that is there whole or not at all. */
export const makeKeySet = (folder: string, set: string, parts: KeySetParts): void => {
  const unfinished = unfinishedBeside(folder);
  inWords(folder, () => {
    try {
      mkdirSync(unfinished, { mode: 0o700 });
      writeFileSync(keysIn(unfinished), headSlot(headOf(set)), { mode: 0o600, flag: 'wx', flush: true });
      writeSetFile(unfinished, { version: 1, set, check: plainSealer(parts, set).check() });
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

const keySetOf = async (opened: Opened, parts: KeySetParts): Promise<KeySet> => {
  const { folder, set, slots } = opened;
  const path = keysIn(folder);
  const plain = plainSealer(parts, set);
  const isOurs = plain.isOf(opened.file.check);
  const { wrapped } = isOurs ? await withWrappedKey(opened, parts) : opened.file;

  let further: Promise<SetSealer> | undefined;
  /** Asked for once; again after it failed. */
  const furtherOf = (kept: NonNullable<SetFile['wrapped']>): Promise<SetSealer> => {
    further ??= unwrapKey(parts, opened, kept);
    further.catch(() => {
      further = undefined;
    });
    return further;
  };
  const newUnder = wrapped === undefined ? sealedUnder.dataKey : sealedUnder.wrappedKey;
  const sealerOf = async (under: KeyRecord['under']): Promise<SetSealer> =>
    under === sealedUnder.wrappedKey && wrapped !== undefined ? furtherOf(wrapped) : plain;

  const contentsOf = (ids: readonly Buffer[]): (Buffer | undefined)[] =>
    inWords(path, () => slots.read(ids.map(slotOf)));
  const found = (id: Buffer, content: Buffer | undefined): KeyRecord | KeyProblem => {
    if (content === undefined) return 'missing';
    const record = readRecord(slotOf(id), content);
    if (record === undefined) return 'damaged';
    if (!record.id.equals(id)) return 'missing';
    return isOurs ? record : 'otherDataKey';
  };
  const writeAll = async (records: readonly KeyRecord[]): Promise<void> => {
    const written = records.map((record) => ({ slot: slotOf(record.id), content: writeRecord(record) }));
    await slots.write(written).catch((error: unknown) => {
      throw unusable(path, error);
    });
  };
  /** Opens what is sealed under one key or the other. */
  const opening = async (records: readonly KeyRecord[]): Promise<Map<KeyRecord, Buffer>> => {
    const keys = new Map<KeyRecord, Buffer>();
    for (const [under, some] of Map.groupBy(records, (record) => record.under)) {
      const sealer = await sealerOf(under);
      for (const [at, key] of openKeys(sealer.keys, some).entries()) keys.set(some[at] as KeyRecord, key);
    }
    return keys;
  };

  /** Keys from before there was a command, each in its place: a crash leaves some to the next opening. */
  const sealAnew = async (): Promise<void> => {
    const kept = [...listed(slots)].map(({ id }) => id);
    for (const ids of chunksOf(kept, sealedAnewAtOnce)) {
      const records = contentsOf(ids).flatMap((content, at) => {
        const record = content && readRecord(slotOf(ids[at] as Buffer), content);
        return record?.under === sealedUnder.dataKey ? [record] : [];
      });
      if (records.length === 0) continue;
      const { keys: sealer } = await sealerOf(sealedUnder.wrappedKey);
      const sealed = sealKeys(sealer, openKeys(plain.keys, records));
      await writeAll(
        records.map((record, at) => ({ ...record, ...sealed[at], under: sealedUnder.wrappedKey })),
      );
    }
  };
  if (isOurs && parts.wrapping !== undefined) await sealAnew();

  return {
    isOurs,
    get committed() {
      return slots.noted;
    },
    commit: (turn) => inWords(path, () => slots.note(turn)),
    async put(turn, keys) {
      if (keys.some(({ length }) => length !== keyBytes)) throw new Error('A key has 32 bytes.');
      const { keys: sealer } = await sealerOf(newUnder);
      const places = slots.allocate(keys.length);
      const records = sealKeys(sealer, keys).map((sealed, at) => {
        const id = newId(places[at] as number);
        return { ...sealed, under: newUnder, turn, id };
      });
      await writeAll(records);
      return records.map(({ id }) => id);
    },
    async get(ids) {
      const contents = contentsOf(ids);
      const records = ids.map((id, at) => found(id, contents[at]));
      const keys = await opening(records.filter((record) => typeof record !== 'string'));
      return records.map((record) => (typeof record === 'string' ? record : (keys.get(record) ?? 'damaged')));
    },
    async destroy(ids) {
      const contents = contentsOf(ids);
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
};
const sealedAnewAtOnce = 1000;

function* listed(slots: SlotFile): Generator<KeptKey> {
  for (const { slot, content } of slots.used()) {
    const record = readRecord(slot, content);
    yield { id: idIn(slot, content), turn: record?.turn ?? 0, isWhole: record !== undefined };
  }
}

const withWrappedKey = async ({ folder, set, file }: Opened, parts: KeySetParts): Promise<SetFile> => {
  const { wrapping } = parts;
  if (file.wrapped !== undefined || wrapping === undefined) return file;
  const content: SetFile = { ...file, wrapped: await wrapNewKey(parts, set, wrapping) };
  inWords(folder, () => writeSetFile(folder, content));
  return content;
};

/** Windows has rights of another kind. */
const keepToOwner = (path: string, mode: number): void => {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
};
