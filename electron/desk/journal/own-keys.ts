import type { PublicKey } from '#base/signing.ts';
import { type ChainPlace, isEntrySigned } from '#desk/core/signed-entry.ts';
import { type CaseExtents, extend } from './case-extents.ts';
import { isKeyChangeProved, type KeyChange } from './key-changes.ts';
import type { EntryPlace, FormerKey } from './known-signers.ts';
import { actionOf, isSigned, type LinkedRow } from './verified-rows.ts';

/** The stretch of the journal in which one key was the folder's own: from an index, up to another. */
interface Reign {
  readonly key: PublicKey;
  readonly from: number;
  readonly upTo: number;
  /** How it came to be; undefined for the first key of all. */
  readonly change: KeyChange | undefined;
}

export interface OwnKeys {
  readonly since: string | undefined;
  readonly former: readonly FormerKey[];
  /** Whether what a key signed there is this folder's own. */
  counts(key: PublicKey, place?: EntryPlace): boolean;
  /** Whether the entry at this index was signed by the key that was the folder's own then. */
  wrote(index: number): boolean;
}

/** The folder's own keys, found backwards from the present one. */
export const foldOwnKeys = (chain: readonly LinkedRow[], present: PublicKey): OwnKeys => {
  const reigns = reignsOf(chain, present);
  const wrote = writerCheck(chain, reigns);
  const former = formerKeys(chain, reigns, extentsOf(chain, reigns, wrote), present);
  return {
    since: chain[reigns[0]?.from ?? -1]?.row.at,
    former: [...former.values()].map(({ extents: _, ...key }) => key),
    counts(key, place) {
      if (key === present) return true;
      const known = former.get(key);
      if (known === undefined) return false;
      if (known.extents === null) return true;
      // Of a file nothing proves the time: one by a key that is lost may be anybody's.
      if (place === undefined) return known.how !== 'lost';
      return place.seq <= (known.extents.get(place.caseId) ?? 0);
    },
    wrote,
  };
};

interface Former extends FormerKey {
  /** How far what it signed counts; null: wherever it stands. */
  readonly extents: CaseExtents | null;
}

const formerKeys = (
  chain: readonly LinkedRow[],
  reigns: readonly Reign[],
  extents: ReadonlyMap<number, CaseExtents>,
  present: PublicKey,
): ReadonlyMap<PublicKey, Former> => {
  const former = new Map<PublicKey, Former>();
  const add = (key: Former): void => {
    if (key.publicKey !== present && !former.has(key.publicKey)) former.set(key.publicKey, key);
  };
  for (const { change, from } of reigns) {
    if (change === undefined) continue;
    const place = { how: howOf(change), until: chain[from]?.row.at ?? '' };
    add({ publicKey: change.content.former, ...place, extents: extents.get(from) ?? null });
    const earlier = change.kind === 'identity.moved' ? change.content.earlier : [];
    for (const publicKey of earlier) add({ publicKey, ...place, extents: null });
  }
  return former;
};

const howOf = ({ kind }: KeyChange): FormerKey['how'] => {
  if (kind === 'identity.lost') return 'lost';
  return kind === 'identity.moved' ? 'moved' : 'rotated';
};

/** Newest first. */
const reignsOf = (chain: readonly LinkedRow[], present: PublicKey): Reign[] => {
  const reigns: Reign[] = [];
  let key = present;
  let upTo = chain.length;
  for (let index = chain.length - 1; index >= 0; index -= 1) {
    const link = chain[index];
    const change = link && changeTo(link, key);
    if (change === undefined) continue;
    reigns.push({ key, from: index, upTo, change });
    key = change.content.former;
    upTo = index;
  }
  // Without a change the key was there from the start, or as long as nothing else is told.
  const first = chain.findIndex(({ row }) => row.signer === key);
  if (first >= 0 && first < upTo) reigns.push({ key, from: first, upTo, change: undefined });
  return reigns;
};

/**
 * The change by which a key became the folder's own, if this entry is it. The former key signs it, and the new one proves
 * that it knows; one that follows a lost key signs alone. So nobody else can name it as the successor of a key of theirs.
 */
const changeTo = ({ row, place, stated }: LinkedRow, key: PublicKey): KeyChange | undefined => {
  if (!row.kind.startsWith('identity.')) return undefined;
  const change = actionOf({ row }) as KeyChange | undefined;
  if (change?.content?.publicKey !== key) return undefined;
  // After a damage the chain continues from what is there: the two keys still know each other.
  const isChangeAt = (at: ChainPlace): boolean => {
    if (!isEntrySigned(at, row)) return false;
    if (change.kind === 'identity.lost') return row.signer === key;
    return row.signer === change.content.former && isKeyChangeProved(at, change.content);
  };
  return isChangeAt(place) || isChangeAt(stated) ? change : undefined;
};

const writerCheck = (chain: readonly LinkedRow[], reigns: readonly Reign[]) => {
  const known = new Map<number, boolean>();
  const check = (index: number): boolean => {
    const link = chain[index];
    if (link === undefined) return false;
    // A change is signed by the former key, whose reign ends with it.
    return reigns.some(
      ({ key, from, upTo }) => key === link.row.signer && index >= from && index <= upTo && isSigned(link),
    );
  };
  return (index: number): boolean => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const wrote = check(index);
    known.set(index, wrote);
    return wrote;
  };
};

/** How far the chains reached when each key was replaced; of a lost one those of deleted cases do not count any more. */
const extentsOf = (
  chain: readonly LinkedRow[],
  reigns: readonly Reign[],
  wrote: (index: number) => boolean,
): Map<number, CaseExtents> => {
  const changes = new Map(reigns.flatMap(({ change, from }) => (change ? [[from, change] as const] : [])));
  const last = Math.max(-1, ...changes.keys());
  const present = new Map<string, number>();
  const ever = new Map<string, number>();
  const extents = new Map<number, CaseExtents>();
  for (let index = 0; index <= last; index += 1) {
    const change = changes.get(index);
    if (change !== undefined) extents.set(index, new Map(change.kind === 'identity.lost' ? present : ever));
    const link = chain[index];
    const action = link && wrote(index) ? actionOf(link) : undefined;
    if (action === undefined) continue;
    extend(present, action, false);
    extend(ever, action, true);
  }
  return extents;
};
