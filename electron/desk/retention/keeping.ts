import { toIso } from '#base/clock.ts';
import type { CaseSummary } from '#contract/case.ts';
import { type CaseRetention, noticeDays, type RetentionRule } from '#contract/retention.ts';
import { type Holds, holdsAfter } from '#desk/journal/holds.ts';
import type { DatedAction } from '#desk/journal/own-entries.ts';

/** What the journal says of how long cases are kept: pure. */
export interface Keeping {
  readonly holds: Holds;
  readonly rule: RetentionRule;
  /** Rules of single cases. */
  readonly rules: ReadonlyMap<string, RetentionRule>;
  readonly announced: ReadonlyMap<string, Announced>;
}

interface Announced {
  readonly seq: number;
  readonly days: number;
  readonly removalMs: number;
  /** UTC, ISO 8601. */
  readonly at: string;
}

export const keepingKinds = /^(case\.(held|released|deleted)|retention\.)/;

export const keepsAll: Keeping = { holds: new Map(), rule: 'keep', rules: new Map(), announced: new Map() };

export const keepingAfter = (keeping: Keeping, entry: DatedAction): Keeping => {
  const { action, at } = entry;
  switch (action.kind) {
    case 'retention.changed': {
      const { caseId, rule } = action.content;
      if (caseId === undefined) return rule === 'desk' ? keeping : { ...keeping, rule };
      const rules = new Map(keeping.rules);
      if (rule === 'desk') rules.delete(caseId);
      else rules.set(caseId, rule);
      return { ...keeping, rules };
    }
    case 'retention.announced': {
      const { caseId, seq, days, removal } = action.content;
      const one = { seq, days, removalMs: Date.parse(removal), at };
      return { ...keeping, announced: new Map(keeping.announced).set(caseId, one) };
    }
    case 'case.deleted': {
      const { caseId } = action.content;
      const without = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([id]) => id !== caseId));
      return { ...keeping, rules: without(keeping.rules), announced: without(keeping.announced) };
    }
    default:
      return { ...keeping, holds: holdsAfter(keeping.holds, entry) };
  }
};

const dayMs = 86_400_000;
export const noticeMs = noticeDays * dayMs;

type Kept = Pick<CaseSummary, 'id' | 'state' | 'updated' | 'revision' | 'damaged'>;

/** When a case is deleted at the earliest, ms UTC, and by which rule; undefined for one that is kept. */
export interface Due {
  readonly days: number;
  readonly atMs: number;
  /** Its announcement counts: since then nothing has changed. */
  readonly announced?: Announced;
}

export const dueOf = (keeping: Keeping, { id, state, updated, revision, damaged }: Kept): Due | undefined => {
  const days = keeping.rules.get(id) ?? keeping.rule;
  // A damaged case is evidence of what happened to it.
  if (days === 'keep' || state === 'open' || damaged !== undefined || keeping.holds.has(id)) return undefined;
  const atMs = Date.parse(updated) + days * dayMs;
  const announced = keeping.announced.get(id);
  if (announced === undefined || announced.seq !== revision || announced.days !== days) return { days, atMs };
  return { days, atMs: Math.max(atMs, announced.removalMs), announced };
};

/** What is shown of a case. @param nowMs one that nobody has announced yet is not deleted before that */
export const retentionOf = (keeping: Keeping, one: Kept, nowMs: number): Omit<CaseRetention, 'problem'> => {
  const own = keeping.rules.get(one.id);
  const hold = keeping.holds.get(one.id);
  const due = dueOf(keeping, one);
  const atMs = due && (due.announced === undefined ? Math.max(due.atMs, nowMs + noticeMs) : due.atMs);
  return {
    rule: own ?? keeping.rule,
    of: own === undefined ? 'desk' : 'case',
    ...(hold === undefined ? {} : { hold }),
    ...(atMs === undefined ? {} : { due: toIso(atMs) }),
    ...(due?.announced === undefined ? {} : { announced: due.announced.at }),
  };
};
