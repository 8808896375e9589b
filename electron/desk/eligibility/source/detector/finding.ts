export type SourceKind =
  | 'alerts-call'
  | 'rule-id-use'
  | 'client-id-read'
  | 'retry-after-set'
  | 'authorization-check';

export interface SourceFinding {
  readonly kind: SourceKind;
  /** From 1. */
  readonly line: number;
  /** The trimmed line, at most 400 characters, without what may be a secret. */
  readonly excerpt: string;
  /** In a comment, in documentation or in test code. */
  readonly weak: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  /** One sentence for a person. */
  readonly why: string;
}

/** A use that a recognizer saw; the entry adds excerpt and weakness. */
export interface Use {
  readonly kind: SourceKind;
  /** Offset in the text, of what was recognized. */
  readonly at: number;
  readonly line: number;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly why: string;
}
