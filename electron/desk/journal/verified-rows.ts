import type { JournalAction } from '#contract/journal.ts';
import { type ChainPlace, entryDigest, isContentCommitted, isEntrySigned } from '#desk/core/signed-entry.ts';
import type { JournalRow } from '#desk/store/journal.ts';
import { journalChain } from './journal.ts';

/** An entry in its place. Its place is worked out, never read: an altered entry takes the ones after it along. */
export interface LinkedRow {
  readonly row: JournalRow;
  readonly place: ChainPlace;
  /** The place that the entry before states, which is another one where the chain is broken. */
  readonly stated: ChainPlace;
}

export const linked = (rows: readonly JournalRow[]): LinkedRow[] => {
  let before = '';
  return rows.map((row, index) => {
    const place = placeAfter(before);
    before = entryDigest(place, row);
    return { row, place, stated: placeAfter(rows[index - 1]?.digest ?? '') };
  });
};

const placeAfter = (before: string): ChainPlace => ({
  domain: 'journal entry',
  chain: journalChain,
  before,
});

/** Whether the key that an entry names has signed it, for this place. */
export const isSigned = ({ row, place }: LinkedRow): boolean => isEntrySigned(place, row);

/** Whether it was appended to a chain that was broken before: what it refuses counts all the same, what it allows does not. */
export const isSignedAsStated = ({ row, stated }: LinkedRow): boolean => isEntrySigned(stated, row);

/** What an entry says; undefined if that was erased, is not what it commits to, or can't be read. */
export const actionOf = ({ row }: Pick<LinkedRow, 'row'>): JournalAction | undefined => {
  if (isContentCommitted(row) !== true) return undefined;
  try {
    return { kind: row.kind, content: JSON.parse(row.content) } as JournalAction;
  } catch {
    return undefined;
  }
};
