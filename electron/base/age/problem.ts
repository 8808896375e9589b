/** Why a sealed file does not open. */
export type AgeProblemKind =
  /** It begins as nothing that age writes. */
  | 'plain'
  /** Of a version of the format that is not known here. */
  | 'newer'
  /** Sealed with a passphrase, not to a recipient. */
  | 'passphrase'
  /** None of the keys opens it. The format does not tell for whom it is: a changed recipient line looks the same. */
  | 'wrongRecipient'
  /** Bytes before its last part were changed. */
  | 'damaged'
  /** It ends too early; or its last part, of at most 64 KiB, was changed, which can't be told apart. */
  | 'cut';

/** What is wrong with a sealed file. Never quotes it, nor a key. */
export class AgeProblem extends Error {
  override readonly name = 'AgeProblem';
  readonly kind: AgeProblemKind;

  constructor(kind: AgeProblemKind) {
    super(`The sealed file does not open: ${kind}.`);
    this.kind = kind;
  }
}
