import { takeTurns } from '#base/take-turns.ts';
import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import type { Heads } from './heads.ts';

/** Entries of a case that an entry of the journal tells of: from `from` to `seq`, at which the chain has the digest. */
export interface Told extends CaseHeadNote {
  readonly from: number;
  /** The chain's digest before them. */
  readonly before: string;
}

/** What the action, which is that of entry `seq` of the journal, tells of that was not told before. */
export const toldBy = async (
  store: Pick<DeskContext['store'], 'read'>,
  seq: number,
  action: JournalAction,
  heads: Heads,
): Promise<readonly Told[]> => {
  switch (action.kind) {
    case 'case.created':
    case 'case.extended':
    case 'case.imported': {
      const head = heads.get(action.content.caseId);
      return [{ ...action.content, from: (head?.seq ?? 0) + 1, before: head?.digest ?? '' }];
    }
    case 'journal.opened':
      return action.content.cases.map(whole);
    case 'desk.restored':
    case 'desk.accepted':
      return (await untold(store, seq, action.content.cases)).map(whole);
    default:
      return [];
  }
};

const whole = (note: CaseHeadNote): Told => ({ ...note, from: 1, before: '' });

/** Rows of the journal that are read at a time. */
const pageSize = 500;

/** Heads that the journal has not told of before, such as those of a backup from before there was a journal. */
const untold = async (
  store: Pick<DeskContext['store'], 'read'>,
  seq: number,
  notes: readonly CaseHeadNote[],
): Promise<CaseHeadNote[]> => {
  const left = new Map(notes.map((note) => [`${note.caseId} ${note.digest}`, note]));
  for (let after = 0; left.size > 0; ) {
    const rows = await store.read((reader) => readJournal(reader, after, pageSize));
    for (const row of rows) {
      if (row.seq >= seq) return [...left.values()];
      for (const { caseId, digest } of notesIn(row)) left.delete(`${caseId} ${digest}`);
      after = row.seq;
    }
    if (rows.length < pageSize) break;
    await takeTurns();
  }
  return [...left.values()];
};

const notesIn = ({ kind, content }: { kind: string; content: string }): readonly CaseHeadNote[] => {
  try {
    const action = { kind, content: JSON.parse(content) } as JournalAction;
    switch (action.kind) {
      case 'case.created':
      case 'case.extended':
      case 'case.imported':
        return [action.content];
      case 'journal.opened':
      case 'desk.restored':
      case 'desk.accepted':
        return action.content.cases;
      default:
        return [];
    }
  } catch {
    return [];
  }
};
