import { shown } from '#base/shown-text.ts';
import type { EligibilityRow } from '#contract/eligibility.ts';
import { createStrongest, type Strongest } from '#desk/eligibility/reading/strongest.ts';
import type { SourceFinding } from './inspection.ts';
import { copied, createIds, pathLimit, withoutBlanks } from './stored-text.ts';

/** What was found in any number of files. */
export interface Notes {
  add(path: string, found: readonly SourceFinding[]): void;
  readonly findings: Strongest;
  /** How many findings a row has, that count and that are weak. */
  tally(row: EligibilityRow): Tally;
}
export interface Tally {
  readonly strong: number;
  readonly weak: number;
}

const rowOf = {
  'alerts-call': 'alerts-endpoints',
  'rule-id-use': 'rule-id',
  'client-id-read': 'client-id-header',
  'retry-after-set': 'retry-after',
  'authorization-check': 'auth-header-portal',
} as const satisfies Record<SourceFinding['kind'], EligibilityRow>;

const excerptLimit = 400;
const whyLimit = 1000;

export const createNotes = (): Notes => {
  const findings = createStrongest();
  const tallies = new Map<EligibilityRow, Tally>();

  const add = (path: string, found: readonly SourceFinding[]): void => {
    const idOf = createIds();
    for (const one of found) {
      const row = rowOf[one.kind];
      const { strong, weak } = tallies.get(row) ?? none;
      tallies.set(row, one.weak ? { strong, weak: weak + 1 } : { strong: strong + 1, weak });
      const excerpt = shown(copied(one.excerpt), excerptLimit);
      findings.add({
        id: idOf(one.kind, path, withoutBlanks(one.excerpt)),
        row,
        kind: one.kind,
        weak: one.weak,
        confidence: one.confidence,
        place: { kind: 'source', file: shown(path, pathLimit), line: one.line, excerpt },
        why: shown(copied(one.why), whyLimit),
      });
    }
  };

  return { add, findings, tally: (row) => tallies.get(row) ?? none };
};
const none: Tally = { strong: 0, weak: 0 };
