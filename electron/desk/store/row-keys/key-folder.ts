import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '#base/make-folder.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { isUnfinished } from '#base/write-atomically.ts';
import { type KeySet, makeKeySet, openKeySet } from './key-set.ts';
import type { KeyProblem, KeyRef, KeyStore } from './key-store.ts';
import { inWords } from './set-file.ts';
import type { KeySetParts } from './set-sealer.ts';

export interface KeyFolderOptions extends KeySetParts {
  /** Made if it is not there. */
  readonly folder: string;
}

/** Names that a set may have. */
const setName = /^[0-9a-f]{16}$/;

/**
 * The key store of a runner: a folder with a folder for each set. Without `wrapping` the keys are sealed under the data
 * key; with it, under a further key that an external command wraps.
 * @param wanted the sets to open, of those that are there
 * @throws CatalogueError `rowKeys.damaged`, `rowKeys.unusable`, `rowKeys.command`
 */
export const openKeyFolder = async (
  { folder, ...parts }: KeyFolderOptions,
  wanted: readonly string[],
): Promise<KeyStore> => {
  inWords(folder, () => {
    if (!isThere(folder)) {
      makeFolder(folder);
      // A power cut that took it would take the keys of rows that are on the disk.
      syncFolder(dirname(folder));
    }
    for (const name of readdirSync(folder).filter(isUnfinished))
      rmSync(join(folder, name), { recursive: true, force: true });
  });
  const sets = new Map<string, KeySet>();
  const open = async (set: string): Promise<void> => {
    sets.set(set, await openKeySet(join(folder, set), set, parts));
  };
  const close = async (): Promise<void> => {
    for (const set of sets.values()) await set.close();
  };
  try {
    for (const set of wanted) if (setName.test(set) && isThere(join(folder, set))) await open(set);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    place: folder,
    sets,
    async begin() {
      const set = randomBytes(8).toString('hex');
      makeKeySet(join(folder, set), set, parts);
      await open(set).catch((error: unknown) => {
        // Nothing is in it yet.
        rmSync(join(folder, set), { recursive: true, force: true });
        throw error;
      });
      return set;
    },
    async put(set, turn, keys) {
      const to = sets.get(set);
      if (to === undefined) throw new Error(`The set ${set} of row keys is not open.`);
      return (await to.put(turn, keys)).map((id) => ({ set, id }));
    },
    commit: (set, turn) => sets.get(set)?.commit(turn),
    async get(refs) {
      const found: (Buffer | KeyProblem)[] = refs.map(() => 'elsewhere');
      for (const [set, places] of placesBySet(refs)) {
        const keys = await sets.get(set)?.get(places.map((at) => (refs[at] as KeyRef).id));
        for (const [n, at] of places.entries()) found[at] = keys?.[n] ?? 'elsewhere';
      }
      return found;
    },
    async destroy(refs) {
      for (const [set, places] of placesBySet(refs)) {
        await sets.get(set)?.destroy(places.map((at) => (refs[at] as KeyRef).id));
      }
      return refs.filter(({ set }) => !sets.has(set));
    },
    async drop(set) {
      const dropped = sets.get(set);
      if (dropped === undefined) return;
      for (const _ of dropped.list()) throw new Error(`The set ${set} of row keys has keys.`);
      sets.delete(set);
      await dropped.close();
      inWords(folder, () => rmSync(join(folder, set), { recursive: true, force: true }));
    },
    list: (set) => sets.get(set)?.list() ?? [],
    close,
  };
};

/** @throws CatalogueError `rowKeys.unusable`: what can't be read is not absent */
const isThere = (path: string): boolean =>
  inWords(path, () => statSync(path, { throwIfNoEntry: false }) !== undefined);

const placesBySet = (refs: readonly KeyRef[]): Map<string, number[]> =>
  Map.groupBy(refs.keys(), (at) => (refs[at] as KeyRef).set);
