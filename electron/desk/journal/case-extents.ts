import type { JournalAction } from '#contract/journal.ts';

/** How far the chains of cases reached at some moment: entries by case id. */
export type CaseExtents = ReadonlyMap<string, number>;

/** What an entry of the journal says of chains; `kept` also counts cases that were deleted since. */
export const extend = (extents: Map<string, number>, action: JournalAction, kept: boolean): void => {
  switch (action.kind) {
    case 'journal.opened':
      for (const { caseId, seq } of action.content.cases) extents.set(caseId, seq);
      return;
    case 'case.created':
    case 'case.extended':
    case 'case.imported': {
      const { caseId, seq } = action.content;
      extents.set(caseId, kept ? Math.max(seq, extents.get(caseId) ?? 0) : seq);
      return;
    }
    case 'case.deleted':
      if (!kept) extents.delete(action.content.caseId);
      return;
    default:
  }
};
