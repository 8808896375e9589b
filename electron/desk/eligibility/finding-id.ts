import { hash } from 'node:crypto';
import type { EligibilityRow, FindingKind } from '#contract/eligibility.ts';

/** 16 hex digits: the same for the same thing seen again, so that a dismissal lasts over the next run. */
export const findingId = (row: EligibilityRow, kind: FindingKind, ...place: readonly string[]): string =>
  hash('sha256', JSON.stringify([row, kind, ...place])).slice(0, 16);
