import type { SourceKind } from '#desk/eligibility/source/inspection.ts';

/** A use that a recognizer saw; the entry adds excerpt and weakness. */
export interface Use {
  readonly kind: SourceKind;
  /** Offset in the text, of what was recognized. */
  readonly at: number;
  readonly line: number;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly why: string;
}
