import type { CaseHeadNote, DeskNote, JournalAction, TableNote } from '#contract/journal.ts';

/** What the journal says that there is: pure, from its entries in their order. */
export interface JournalFold {
  /** Cases that are to be there, each with the head of its chain. */
  readonly cases: ReadonlyMap<string, CaseHeadNote>;
  /** Cases that are to be gone, with the digest that they had. */
  readonly deleted: ReadonlyMap<string, string>;
  /** Tables by name, as they were when the journal told of them last; undefined if it never did. */
  readonly tables: ReadonlyMap<string, TableNote> | undefined;
}

export interface JournalText {
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

interface Folding {
  cases: Map<string, CaseHeadNote>;
  deleted: Map<string, string>;
  tables: Map<string, TableNote> | undefined;
}

/** Folds entry by entry; kinds that it does not know say nothing of cases and rows. */
export const journalFolding = (): { add(entry: JournalText): void; readonly fold: JournalFold } => {
  const fold: Folding = { cases: new Map(), deleted: new Map(), tables: undefined };
  return { add: (entry) => apply(fold, actionOf(entry)), fold };
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
