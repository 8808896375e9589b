import type { AuditStreamNote, JournalAction } from '#contract/journal.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { actionOf } from '#desk/journal/verified-rows.ts';
import { readAuditStreams } from '#desk/store/audit-streams.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournalOf } from '#desk/store/journal.ts';
import type { Tx } from '#desk/store/store.ts';
import { noteOf, opened, type Stream } from './stream.ts';

/** A stream that the journal tells of. */
export interface Known {
  readonly id: string;
  readonly note: AuditStreamNote;
  /** When it was added; UTC, ISO 8601. */
  readonly at: string;
  /** Undefined where its settings are gone, were changed by hand, or their key is lost. */
  readonly stream: Stream | undefined;
}

type StreamAction = Extract<JournalAction, { kind: `audit.${string}` }>;

export interface StreamRegistry {
  /** Oldest first. */
  all(): Promise<Known[]>;
  /**
   * Tells the journal, in the unit of work of what it tells of.
   * @returns the instant that the entry names
   */
  record(tx: Tx, actor: string, action: StreamAction): Promise<string>;
}

const kinds: readonly StreamAction['kind'][] = [
  'audit.streamAdded',
  'audit.streamChanged',
  'audit.streamRemoved',
  'audit.streamEnded',
];

type Noted = Pick<Known, 'note' | 'at'>;

/**
 * Which streams there are: those that the journal tells of. A row that was removed by hand, or replaced by another one,
 * does not turn a stream off without a trace.
 */
export const createStreamRegistry = (context: DeskContext): StreamRegistry => {
  const journal = createJournal(context);
  /** This process alone writes: what was read once stays true. */
  let known: Map<string, Noted> | undefined;
  const noted = async (): Promise<Map<string, Noted>> => {
    if (known !== undefined) return known;
    const rows = await context.store.read((reader) => readJournalOf(reader, kinds));
    const found = new Map<string, Noted>();
    for (const row of rows) {
      const action = actionOf({ row });
      if (action !== undefined) apply(found, action, row.at);
    }
    known ??= found;
    return known;
  };

  return {
    async all() {
      const notes = await noted();
      const rows = new Map((await context.store.read(readAuditStreams)).map((row) => [row.id, row]));
      return [...notes].map(([id, { note, at }]) => {
        const row = rows.get(id);
        const stream = row && opened(context, row);
        const isSame =
          stream !== undefined && noteOf(context, id, stream.settings).settings === note.settings;
        return { id, note, at, stream: isSame ? stream : undefined };
      });
    },
    async record(tx, actor, action) {
      const at = await journal.append(tx, actor, action);
      tx.afterCommit(() => {
        if (known !== undefined) apply(known, action, at);
      });
      return at;
    },
  };
};

const apply = (noted: Map<string, Noted>, action: JournalAction, at: string): void => {
  if (action.kind === 'audit.streamAdded' || action.kind === 'audit.streamChanged') {
    const { streamId } = action.content;
    noted.set(streamId, { note: action.content, at: noted.get(streamId)?.at ?? at });
  }
  if (action.kind === 'audit.streamEnded') noted.delete(action.content.streamId);
};
