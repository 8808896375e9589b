import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';

/** The heads of the cases at a point of the journal: what it has told of their chains until then. */
export interface Heads {
  get(caseId: string): CaseHeadNote | undefined;
  apply(action: JournalAction): void;
}

export const headsIn = (all: Map<string, CaseHeadNote>): Heads => ({
  get: (caseId) => all.get(caseId),
  apply(action) {
    switch (action.kind) {
      case 'case.created':
      case 'case.extended':
      case 'case.imported': {
        const { caseId, seq, digest } = action.content;
        all.set(caseId, { caseId, seq, digest });
        return;
      }
      case 'case.deleted':
        all.delete(action.content.caseId);
        return;
      case 'journal.opened':
        for (const note of action.content.cases) all.set(note.caseId, note);
        return;
      case 'desk.restored':
      case 'desk.accepted':
        all.clear();
        for (const note of action.content.cases) all.set(note.caseId, note);
        return;
      default:
    }
  },
});

/** The same, leaving what it is over as it is. */
export const headsOver = (below: ReadonlyMap<string, CaseHeadNote>): Heads => {
  const changed = new Map<string, CaseHeadNote>();
  const over = headsIn(changed);
  const gone = new Set<string>();
  let isAnew = false;
  return {
    get: (caseId) => changed.get(caseId) ?? (isAnew || gone.has(caseId) ? undefined : below.get(caseId)),
    apply(action) {
      if (action.kind === 'desk.restored' || action.kind === 'desk.accepted') isAnew = true;
      if (action.kind === 'case.deleted') gone.add(action.content.caseId);
      over.apply(action);
    },
  };
};
