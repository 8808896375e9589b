import { canonical } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import type { JournalAction, JournalPoint } from '#contract/journal.ts';
import type { CoreContext } from '#desk/core/context.ts';
import type { JournalHead } from '#desk/core/journal-head.ts';
import { type ChainPlace, entryDigest, signEntry } from '#desk/core/signed-entry.ts';
import { insertJournalEntry, readJournalEnd } from '#desk/store/journal.ts';
import type { Tx } from '#desk/store/store.ts';

/** The journal's name in the headers of its entries, where a case's chain has its id. */
export const journalChain = 'desk journal';

export interface Journal {
  /**
   * Appends entries in the unit of work of what they tell of. The first entry of all opens the journal.
   * @returns the instant that they name
   */
  append(tx: Tx, actor: string, ...actions: readonly JournalAction[]): Promise<string>;
}

export const createJournal = ({
  identity,
  journalHead,
}: Pick<CoreContext, 'identity' | 'journalHead'>): Journal => ({
  async append(tx, actor, ...actions) {
    const at = toIso(systemTime.now());
    const end = await readJournalEnd(tx);
    let seq = end?.seq ?? 0;
    let before = end?.digest ?? '';
    const start: JournalPoint = { seq, digest: before };
    const opening: readonly JournalAction[] =
      end === undefined && actions[0]?.kind !== 'journal.opened'
        ? [{ kind: 'journal.opened', content: { cases: [] } }]
        : [];
    for (const { kind, content } of [...opening, ...actions]) {
      seq += 1;
      const place: ChainPlace = { domain: 'journal entry', chain: journalChain, before };
      const entry = signEntry(identity, place, { seq, at, actor, kind, content: canonical(content) });
      before = entryDigest(place, entry);
      await insertJournalEntry(tx, { ...entry, digest: before });
    }
    advanceAfter(tx, journalHead, start, { seq, digest: before });
    return at;
  },
});

/** Units of work that append to the journal, and from where to where. */
const advancing = new WeakMap<Tx, { before: JournalPoint; after: JournalPoint }>();

/** Whether a unit of work has appended to the journal. */
export const isAdvancing = (tx: Tx): boolean => advancing.has(tx);

const advanceAfter = (tx: Tx, head: JournalHead, before: JournalPoint, after: JournalPoint): void => {
  const known = advancing.get(tx);
  advancing.set(tx, { before: known?.before ?? before, after });
  if (known !== undefined) return;
  tx.afterSync(() => {
    const moved = advancing.get(tx);
    if (moved !== undefined) head.advance(moved.before, moved.after);
  });
};
