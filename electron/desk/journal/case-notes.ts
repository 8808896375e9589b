import type { PublicKey } from '#base/signing.ts';
import type { CaseHeadNote } from '#contract/journal.ts';
import type { JournalRow } from '#desk/store/journal.ts';
import { foldOwnKeys } from './own-keys.ts';
import { actionOf, linked } from './verified-rows.ts';

/** What the journal says of one case. */
export interface CaseNotes {
  /** How its chain was at one moment after the other, since it was deleted last. */
  readonly heads: readonly CaseHeadNote[];
  /** The chain as it was adopted: when the journal was opened, or with a backup from before. */
  readonly adopted?: CaseHeadNote & { readonly at: string; readonly signer: PublicKey };
  /** Why not all of the journal counts. */
  readonly problem?: string;
}

/**
 * Only entries count that hold together and were signed by the key that was the folder's own then.
 * @param present the folder's key now
 */
export const caseNotesIn = (rows: readonly JournalRow[], present: PublicKey, caseId: string): CaseNotes => {
  let notes: CaseNotes = { heads: [] };
  const chain = linked(rows);
  const own = foldOwnKeys(chain, present);
  for (const [index, link] of chain.entries()) {
    const action = own.wrote(index) ? actionOf(link) : undefined;
    if (action === undefined || link.row.seq !== index + 1) {
      return {
        ...notes,
        problem: `The journal of this data folder is invalid at its entry ${index + 1}.`,
      };
    }
    const note = adoptedIn(action).find((one) => one.caseId === caseId);
    const { at, signer } = link.row;
    notes = {
      ...notes,
      ...(note === undefined ? {} : { adopted: { ...note, at, signer } }),
      heads: headsAfter(notes.heads, action, caseId),
    };
  }
  return notes;
};

type Action = NonNullable<ReturnType<typeof actionOf>>;

/** Chains that an entry adopts as they are. */
const adoptedIn = (action: Action): readonly CaseHeadNote[] => {
  if (action.kind === 'journal.opened') return action.content.cases;
  return action.kind === 'desk.restored' || action.kind === 'desk.accepted' ? action.content.adopted : [];
};

const headsAfter = (heads: CaseNotes['heads'], action: Action, caseId: string): CaseNotes['heads'] => {
  switch (action.kind) {
    case 'journal.opened': {
      const note = action.content.cases.find((one) => one.caseId === caseId);
      return note === undefined ? heads : [note];
    }
    case 'case.deleted':
      return action.content.caseId === caseId ? [] : heads;
    case 'case.created':
    case 'case.extended':
    case 'case.imported':
      return action.content.caseId === caseId ? [...heads, action.content] : heads;
    // From here on, everything is as it says.
    case 'desk.restored':
    case 'desk.accepted':
      return action.content.cases.filter((one) => one.caseId === caseId);
    default:
      return heads;
  }
};
