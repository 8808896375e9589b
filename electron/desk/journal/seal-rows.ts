import type { TableNote } from '#contract/journal.ts';
import { program } from '#desk/core/program.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { hasJournalKind } from '#desk/store/journal.ts';
import type { RowSeals } from '#desk/store/row-seals.ts';
import { busyTables } from '#desk/store/sealed-tables.ts';
import { createJournal, isAdvancing } from './journal.ts';

/**
 * Seals rows that no chain holds as they are written, and tells the journal of them, so that they can't be put back to an
 * older state either. What a run writes at each call is told with whatever is told next: an entry for each would cost more
 * than the call.
 */
export const sealRows = (context: Omit<DeskContext, 'rowSeals'>, tagKey: Uint8Array): RowSeals => {
  const {
    store,
    sealer: { seal, openIfPossible },
    authenticate,
  } = context;
  const journal = createJournal(context);
  let untold = new Map<string, TableNote>();
  const keys = {
    tagKey: Buffer.from(tagKey).toString('hex'),
    seal,
    open: openIfPossible,
    authenticate,
  };
  return store.sealRows(keys, async (tx, notes) => {
    const next = new Map([...untold, ...notes.map((note) => [note.table, note] as const)]);
    const isBusy = notes.every(({ table }) => (busyTables as readonly string[]).includes(table));
    const isTold = next.size > 0 && (isAdvancing(tx) || !isBusy);
    if (isTold) {
      const tables = [...next.values()];
      await journal.append(tx, program, { kind: 'rows.sealed', content: { tables } });
    }
    tx.afterCommit(() => {
      untold = isTold ? new Map() : next;
    });
  });
};

/** The first time, and under a new key, all rows are sealed as they are. Never again: what is missing then shows. */
export const sealAtFirst = async ({ store, rowSeals }: DeskContext, isNewKey = false): Promise<void> => {
  const wasSealed = await store.read((reader) => hasJournalKind(reader, 'rows.sealed'));
  if (!wasSealed || isNewKey) await store.write((tx) => rowSeals.rebuild(tx));
};
