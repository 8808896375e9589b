import { parseInstant, toIso } from '#base/clock.ts';
import type { JournalPoint } from '#contract/journal.ts';
import { journalStart, pointOf } from '#desk/core/journal-head.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readFirstSince, readJournalEntry } from '#desk/store/journal.ts';
import type { Audit } from './audit.ts';
import type { AuditReader } from './reading.ts';

/** The events of a time, as a stream would have sent them. */
export const createExport = (
  { store }: Pick<DeskContext, 'store'>,
  reader: AuditReader,
  head: () => number,
): Audit['events'] =>
  async function* events({ from, to, detail = 'words' }) {
    const toMs = to === undefined ? Number.MAX_SAFE_INTEGER : parseInstant(to, 'to');
    const start = await startOf(store, from);
    if (start === undefined) return;
    const position = await reader.open(start);
    for await (const { event } of reader.steps(position, { detail, upTo: head() })) {
      if (parseInstant(event.recorded, 'recorded') >= toMs) return;
      yield event;
    }
  };

/** The entry of the journal before the first one that was made then; undefined where none was made since. */
const startOf = async (
  store: DeskContext['store'],
  from: string | undefined,
): Promise<JournalPoint | undefined> => {
  if (from === undefined) return journalStart;
  const at = toIso(parseInstant(from, 'from'));
  return store.read(async (reader) => {
    const first = await readFirstSince(reader, at);
    if (first === undefined) return undefined;
    return pointOf(await readJournalEntry(reader, first - 1));
  });
};
