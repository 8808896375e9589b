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
  /** Signed by the former key. */
  'identity.rotated': KeyChange;
  /** The key of another data folder took the place of this one's. Signed by the former key. */
  'identity.moved': KeyChange & {
    /** Keys that the other folder signed with before, rotated by then. */
    readonly earlier: readonly PublicKeyText[];
  };
  /** The former private key is gone: signed by the new one. */
  'identity.lost': Omit<KeyChange, 'proof'>;
  /** A colleague's key. The newest word on a key counts. */
  'signer.trusted': { readonly publicKey: PublicKeyText; readonly name: string };
  'signer.revoked': { readonly publicKey: PublicKeyText; readonly name: string; readonly reason: string };
}

/** 32 bytes in base64. */
type PublicKeyText = string;

interface KeyChange {
  readonly former: PublicKeyText;
  readonly publicKey: PublicKeyText;
  /** The new key's signature over the place of this entry: nobody else's journal can name it as its own. */
  readonly proof: string;
}

export type JournalKind = keyof JournalContents;
export type JournalAction = {
  [Kind in JournalKind]: { readonly kind: Kind; readonly content: JournalContents[Kind] };
}[JournalKind];
