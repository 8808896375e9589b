import type { TablerIcon } from '@tabler/icons-react';
import type { KeyCombination } from '#renderer/lib/key-names.ts';

/** In the order in which they stand where nothing is typed. */
export const groupIds = [
  'recent',
  'actions',
  'screens',
  'cases',
  'endpoints',
  'rows',
  'messages',
  'search',
  'help',
] as const;
export type GroupId = (typeof groupIds)[number];

/** What can be chosen: a place to go to, or something to do. */
export interface Entry {
  /** The same as long as it means the same. */
  readonly id: string;
  readonly group: GroupId;
  readonly label: string;
  readonly description?: string | undefined;
  /** Searched, not shown. */
  readonly keywords?: string | undefined;
  /** Another one than that of its group. */
  readonly icon?: TablerIcon | undefined;
  readonly keys?: KeyCombination | readonly KeyCombination[] | undefined;
  /** Why it can't be done now: it is shown with the reason, and does nothing. */
  readonly reason?: string | undefined;
  readonly path?: string | undefined;
  readonly run?: (() => void) | undefined;
  /** Of very many: without a text it is shown only where it was used lately. */
  readonly whenSearched?: boolean | undefined;
  /** A search of the desk found it for this very text, by whatever it is searched by. */
  readonly isFound?: boolean | undefined;
}

interface EntryGroup {
  readonly id: GroupId;
  readonly entries: readonly Entry[];
  /** Entries that fit too, and are not shown. */
  readonly left: number;
}

/** How well an entry fits; less is better. */
const beginsWith = 0;
const wordsBegin = 1;
const inLabel = 2;
const besideLabel = 3;

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** @returns undefined: it does not fit */
const rankOf = (entry: Entry, words: readonly string[]): number | undefined => {
  const label = entry.label.toLowerCase();
  if (label.startsWith(words.join(' '))) return beginsWith;
  const parts = label.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return wordsBegin;
  if (words.every((word) => label.includes(word))) return inLabel;
  const all = `${label} ${entry.description ?? ''} ${entry.keywords ?? ''}`.toLowerCase();
  return entry.isFound || words.every((word) => all.includes(word)) ? besideLabel : undefined;
};

/** What a search of the desk gives comes after what fits by its name, so that it moves nothing when it arrives. */
const placeOf = (id: GroupId, best: number): number => {
  const isKnown = id === 'actions' || id === 'screens';
  if (isKnown) return best <= inLabel ? best : 20;
  return 10 + groupIds.indexOf(id) + (id === 'search' || id === 'help' ? 20 : 0);
};

/** Whether entries of a group that arrive later would stand before all that is shown. */
export const comesBefore = (id: GroupId, shown: readonly EntryGroup[], text: string): boolean => {
  const [first] = shown;
  if (first === undefined) return true;
  if (first.id === id) return false;
  const best = rankOf(first.entries[0] as Entry, wordsOf(text)) ?? besideLabel;
  return placeOf(id, besideLabel) < placeOf(first.id, best);
};

const mostOf: Readonly<Record<GroupId, number>> = {
  recent: 6,
  actions: 24,
  screens: 24,
  cases: 8,
  endpoints: 6,
  rows: 8,
  messages: 6,
  search: 1,
  help: 6,
};

/**
 * Entries in groups: without a text all of them, recent ones on top; else those that fit, the best first, and of equally
 * good ones those that were used last.
 * @param recent ids, the last used first
 */
export const arrange = (
  text: string,
  entries: readonly Entry[],
  recent: readonly string[],
): readonly EntryGroup[] => {
  const unique = onceEach(entries);
  const words = wordsOf(text);
  return words.length === 0 ? unsearched(unique, recent) : searched(unique, words, recent);
};

/** The first of each id, found if any of them was. */
const onceEach = (entries: readonly Entry[]): readonly Entry[] => {
  const byId = new Map<string, Entry>();
  for (const one of entries) {
    const first = byId.get(one.id);
    if (first === undefined || (one.isFound && !first.isFound)) {
      byId.set(one.id, first === undefined ? one : { ...first, isFound: true });
    }
  }
  return [...byId.values()];
};

const unsearched = (entries: readonly Entry[], recent: readonly string[]): readonly EntryGroup[] => {
  const known = new Map(entries.map((one) => [one.id, one]));
  const used = recent.flatMap((id) => known.get(id) ?? []).slice(0, mostOf.recent);
  const rest = entries.filter((one) => !(one.whenSearched || used.includes(one)));
  return groupIds.flatMap((id) =>
    groupOf(id, id === 'recent' ? used : rest.filter(({ group }) => group === id)),
  );
};

const searched = (
  entries: readonly Entry[],
  words: readonly string[],
  recent: readonly string[],
): readonly EntryGroup[] => {
  const lastUse = (id: string): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const fitting = entries.flatMap((entry) => {
    const rank = rankOf(entry, words);
    return rank === undefined ? [] : [{ entry, rank, use: lastUse(entry.id) }];
  });
  return groupIds
    .flatMap((id) => {
      const own = fitting
        .filter(({ entry }) => entry.group === id)
        .toSorted((a, b) => a.rank - b.rank || a.use - b.use);
      const best = own[0]?.rank ?? besideLabel;
      return groupOf(
        id,
        own.map(({ entry }) => entry),
      ).map((group) => ({ group, place: placeOf(id, best) }));
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ group }) => group);
};

const groupOf = (id: GroupId, entries: readonly Entry[]): EntryGroup[] => {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, mostOf[id]);
  return [{ id, entries: shown, left: entries.length - shown.length }];
};
