import { takeTurns } from '#base/take-turns.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type JournalRow, readJournal } from '#desk/store/journal.ts';

/** Rows that are read at a time. */
const pageSize = 100;

/** Rows of the journal after an entry and up to another one, in their order. */
export async function* journalRows(
  store: Pick<DeskContext['store'], 'read'>,
  after: number,
  upTo: number,
): AsyncGenerator<JournalRow> {
  let at = after;
  while (at < upTo) {
    const rows = await store.read((reader) => readJournal(reader, at, pageSize));
    for (const row of rows) {
      if (row.seq > upTo) return;
      yield row;
      at = row.seq;
    }
    if (rows.length === 0) return;
    await takeTurns();
  }
}
