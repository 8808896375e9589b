import type { CaseHeadNote, JournalAction } from '#contract/journal.ts';

/** The heads of the cases at a point of the journal: what it has told of their chains until then. */
export interface Heads {
  get(caseId: string): CaseHeadNote | undefined;
  apply(action: JournalAction): void;
}

/** The heads that an entry of the journal states. */
export const headsOf = (action: JournalAction): readonly CaseHeadNote[] => {
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
};

/** Whether an entry states the heads of all cases that there are from it on. */
const statesAll = ({ kind }: JournalAction): boolean => kind === 'desk.restored' || kind === 'desk.accepted';

export const headsIn = (all: Map<string, CaseHeadNote>): Heads => ({
  get: (caseId) => all.get(caseId),
  apply(action) {
    if (statesAll(action)) all.clear();
    if (action.kind === 'case.deleted') all.delete(action.content.caseId);
    for (const head of headsOf(action)) all.set(head.caseId, head);
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
      if (statesAll(action)) isAnew = true;
      if (action.kind === 'case.deleted') gone.add(action.content.caseId);
      over.apply(action);
    },
  };
};
