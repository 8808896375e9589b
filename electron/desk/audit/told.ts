import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type Heads, headsOf } from './heads.ts';
import { journalRows } from './journal-rows.ts';

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

/** Heads that the journal has not told of before, such as those of a backup from before there was a journal. */
const untold = async (
  store: Pick<DeskContext['store'], 'read'>,
  seq: number,
  notes: readonly CaseHeadNote[],
): Promise<CaseHeadNote[]> => {
  const left = new Map(notes.map((note) => [`${note.caseId} ${note.digest}`, note]));
  for await (const row of journalRows(store, 0, seq - 1)) {
    if (left.size === 0) break;
    for (const { caseId, digest } of statedIn(row)) left.delete(`${caseId} ${digest}`);
  }
  return [...left.values()];
};

/** Also of an entry that is not what was signed: what it tells of was told of. */
const statedIn = ({ kind, content }: { kind: string; content: string }): readonly CaseHeadNote[] => {
  try {
    return headsOf({ kind, content: JSON.parse(content) } as JournalAction);
  } catch {
    return [];
  }
};
