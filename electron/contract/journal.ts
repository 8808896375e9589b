/**
 * The journal of a desk: a signed chain of what became of its cases, so that a case that was removed, replaced or put back
 * to an older state by hand shows.
 */

/** A case's chain as it was at that moment. */
export interface CaseHeadNote {
  readonly caseId: string;
  /** Entries of its chain. */
  readonly seq: number;
  /** The chain's digest. */
  readonly digest: string;
}

interface JournalContents {
  /** The first entry. Names the cases that were there already, from before there was a journal. */
  'journal.opened': { readonly cases: readonly CaseHeadNote[] };
  'case.created': CaseHeadNote;
  /** Entries were appended here. */
  'case.extended': CaseHeadNote;
  /** Entries that were made elsewhere were added; `from` is the first of them. */
  'case.imported': CaseHeadNote & { readonly from: number };
  'case.deleted': Pick<CaseHeadNote, 'caseId' | 'digest'>;
}

export type JournalKind = keyof JournalContents;
export type JournalAction = {
  [Kind in JournalKind]: { readonly kind: Kind; readonly content: JournalContents[Kind] };
}[JournalKind];
