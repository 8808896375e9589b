import { shown } from '#base/shown-text.ts';
import {
  type ExplanationReason,
  type MentionSubject,
  type Mentions,
  mentionSubjects,
  type ReviewCause,
  type ReviewMention,
  reviewLimit,
} from '#contract/eligibility.ts';
import type {
  Explanation,
  Inspection,
  Mention,
  SourceFinding,
  SourceKind,
} from '#desk/eligibility/source/inspection.ts';
import { copied, createIds, pathLimit, withoutBlanks } from '#desk/eligibility/source/stored-text.ts';
import { mentionExcerpt } from './excerpt.ts';

/** A file with its mentions, and what looking into it gave. */
export interface SettledFile {
  readonly path: string;
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly inspection: Inspection;
  /** What to say of those that nothing settles. */
  readonly causeOf: (mention: Mention) => ReviewCause;
}

/** Every mention of a code base: found, explained, or to review. */
export interface Ledger {
  add(file: SettledFile): void;
  /** How many are to review. */
  toReview(subject: MentionSubject): number;
  record(): Mentions;
}

export const subjectOf = {
  'alerts-call': 'alerts-endpoints',
  'rule-id-use': 'rule-id',
  'client-id-read': 'client-id-header',
  'retry-after-set': 'retry-after',
  'authorization-check': 'authorization',
} as const satisfies Record<SourceKind, MentionSubject>;

/** On longer lines, such as those of minified code, "the same line" says nothing. */
const longLine = 400;
const near = 200;

/** @param scope the code base's name: the same line of another one is another mention */
export const createLedger = (scope: string): Ledger => {
  const explained = new Map<string, { subject: MentionSubject; reason: ExplanationReason; count: number }>();
  const counts = new Map<MentionSubject, number>();
  const listed = new Map<MentionSubject, ReviewMention[]>();
  let count = 0;
  let found = 0;

  const review = (
    { path, text, causeOf }: SettledFile,
    mention: Mention,
    idOf: ReturnType<typeof createIds>,
  ) => {
    const { subject, line } = mention;
    counts.set(subject, (counts.get(subject) ?? 0) + 1);
    const list = listed.get(subject) ?? [];
    listed.set(subject, list);
    if (list.length >= reviewLimit) return;
    const excerpt = copied(mentionExcerpt(text, mention, subject));
    list.push({
      id: idOf(scope, subject, path, withoutBlanks(excerpt)),
      subject,
      file: shown(path, pathLimit),
      line,
      excerpt,
      cause: causeOf(mention),
    });
  };

  return {
    add(file) {
      const idOf = createIds();
      const open: Mention[] = [];
      for (const mention of file.mentions) {
        count++;
        const settled = settledBy(mention, file.inspection);
        if (settled === undefined) open.push(mention);
        else if ('kind' in settled) found++;
        else addReason(explained, mention.subject, settled.reason);
      }
      for (const mention of onePerLine(open)) review(file, mention, idOf);
    },
    toReview: (subject) => counts.get(subject) ?? 0,
    record: () => ({
      count,
      found,
      explained: [...explained.values()].sort(bySubject),
      reviewCounts: [...counts].map(([subject, many]) => ({ subject, count: many })).sort(bySubject),
      toReview: mentionSubjects.flatMap((subject) => listed.get(subject) ?? []),
    }),
  };
};

const addReason = (
  explained: Map<string, { subject: MentionSubject; reason: ExplanationReason; count: number }>,
  subject: MentionSubject,
  reason: ExplanationReason,
): void => {
  const key = `${subject} ${reason}`;
  const before = explained.get(key)?.count ?? 0;
  explained.set(key, { subject, reason, count: before + 1 });
};

const bySubject = (a: { subject: MentionSubject }, b: { subject: MentionSubject }): number =>
  mentionSubjects.indexOf(a.subject) - mentionSubjects.indexOf(b.subject);

/** What settles a mention: the use that it is part of, or else the reason why it is none. */
export const settledBy = (
  mention: Mention,
  { findings, explanations }: Inspection,
): SourceFinding | Explanation | undefined =>
  findings.find((finding) => isOn(finding, mention)) ??
  explanations.find(
    ({ subject, from, to }) => subject === mention.subject && from <= mention.from && mention.to <= to,
  );

const isOn = (finding: SourceFinding, mention: Mention): boolean => {
  if (subjectOf[finding.kind] !== mention.subject) return false;
  if (finding.from < mention.to && mention.from < finding.to) return true;
  return finding.line === mention.line && Math.abs(finding.from - mention.from) <= longLine;
};

/** A person looks at a line once; on a long one, at each place. */
const onePerLine = (mentions: readonly Mention[]): Mention[] => {
  const kept: Mention[] = [];
  for (const mention of mentions) {
    const before = kept.findLast(({ subject }) => subject === mention.subject);
    const isSame = before?.line === mention.line && mention.from - before.from <= near;
    if (!isSame) kept.push(mention);
  }
  return kept;
};
