import { canonical } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import type { JournalAction } from '#contract/journal.ts';
import { type ChainPlace, entryDigest, signEntry } from '#desk/core/signed-entry.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { insertJournalEntry, readJournalEnd } from '#desk/store/journal.ts';
import type { Tx } from '#desk/store/store.ts';

/** The journal's name in the headers of its entries, where a case's chain has its id. */
export const journalChain = 'desk journal';

export interface Journal {
  /** Appends entries in the unit of work of what they tell of. The first entry of all opens the journal. */
  append(tx: Tx, actor: string, ...actions: readonly JournalAction[]): Promise<void>;
}

export const createJournal = ({ identity }: Pick<DeskContext, 'identity'>): Journal => ({
  async append(tx, actor, ...actions) {
    const at = toIso(systemTime.now());
    const end = await readJournalEnd(tx);
    let seq = end?.seq ?? 0;
    let before = end?.digest ?? '';
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
  },
});
