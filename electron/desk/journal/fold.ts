import type { AuditStreamNote, CaseHeadNote, DeskNote, JournalAction, TableNote } from '#contract/journal.ts';

/** What the journal says that there is: pure, from its entries in their order. */
export interface JournalFold {
  /** Cases that are to be there, each with the head of its chain. */
  readonly cases: ReadonlyMap<string, CaseHeadNote>;
  /** Cases that are to be gone, with the digest that they had. */
  readonly deleted: ReadonlyMap<string, string>;
  /** Tables by name, as they were when the journal told of them last; undefined if it never did. */
  readonly tables: ReadonlyMap<string, TableNote> | undefined;
  /** Audit streams that are to be there, by id. */
  readonly streams: ReadonlyMap<string, FoldedStream>;
}

/** An audit stream as the journal told of it last. */
export interface FoldedStream {
  readonly note: AuditStreamNote;
  /** When it was added; UTC, ISO 8601. */
  readonly at: string;
  /** It is there until its last event was delivered. */
  readonly isRemoved: boolean;
  /** A key was lost since: nobody can open its settings any more. */
  readonly isKeyLost: boolean;
}

export interface JournalText {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

interface Folding {
  cases: Map<string, CaseHeadNote>;
  deleted: Map<string, string>;
  tables: Map<string, TableNote> | undefined;
  streams: Map<string, FoldedStream>;
}

/** Folds entry by entry; kinds that it does not know say nothing of cases and rows. */
export const journalFolding = (): { add(entry: JournalText): void; readonly fold: JournalFold } => {
  const fold: Folding = { cases: new Map(), deleted: new Map(), tables: undefined, streams: new Map() };
  const add = (entry: JournalText): void => {
    const action = actionOf(entry);
    apply(fold, action);
    applyToStreams(fold.streams, action, entry.at);
  };
  return { add, fold };
};

const actionOf = ({ kind, content }: JournalText): JournalAction =>
  ({ kind, content: JSON.parse(content) }) as JournalAction;

const apply = (fold: Folding, action: JournalAction): void => {
  switch (action.kind) {
    case 'journal.opened':
      for (const note of action.content.cases) fold.cases.set(note.caseId, note);
      return;
    case 'case.created':
    case 'case.extended':
    case 'case.imported': {
      const { caseId, seq, digest } = action.content;
      fold.cases.set(caseId, { caseId, seq, digest });
      // One that was deleted may come back by import.
      fold.deleted.delete(caseId);
      return;
    }
    case 'case.deleted':
      fold.cases.delete(action.content.caseId);
      fold.deleted.set(action.content.caseId, action.content.digest);
      return;
    case 'rows.sealed':
      fold.tables ??= new Map();
      for (const note of action.content.tables) fold.tables.set(note.table, note);
      return;
    case 'desk.restored':
    case 'desk.accepted':
      applyWhole(fold, action.content);
  }
};

const applyWhole = (fold: Folding, { cases }: DeskNote): void => {
  fold.cases = new Map(cases.map((note) => [note.caseId, note]));
  fold.deleted = new Map([...fold.deleted].filter(([caseId]) => !fold.cases.has(caseId)));
};

const applyToStreams = (streams: Folding['streams'], action: JournalAction, at: string): void => {
  switch (action.kind) {
    case 'audit.streamAdded':
    case 'audit.streamChanged': {
      const { streamId } = action.content;
      const known = streams.get(streamId) ?? { at, isRemoved: false };
      streams.set(streamId, { ...known, note: action.content, isKeyLost: false });
      return;
    }
    case 'audit.streamRemoved': {
      const known = streams.get(action.content.streamId);
      if (known !== undefined) streams.set(action.content.streamId, { ...known, isRemoved: true });
      return;
    }
    case 'audit.streamEnded':
      streams.delete(action.content.streamId);
      return;
    case 'identity.lost':
      for (const [id, stream] of streams) streams.set(id, { ...stream, isKeyLost: true });
  }
};
