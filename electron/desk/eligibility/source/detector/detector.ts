import { mentionSubjects } from '#contract/eligibility.ts';
import type { Explanation, Inspection, SourceFinding } from '#desk/eligibility/source/inspection.ts';
import { alertsCalls } from './alerts-call.ts';
import { authorizationChecks } from './authorization.ts';
import { clientIdReads } from './client-id.ts';
import { commentedOutCode, commentUses } from './comments.ts';
import { excerptOf } from './excerpt.ts';
import type { Use } from './finding.ts';
import { headerAccesses } from './headers.ts';
import { languageOf } from './languages.ts';
import { retryAfterSets } from './retry-after.ts';
import { ruleIdUses } from './rule-id.ts';
import { sdkCalls } from './sdk-call.ts';
import { readSource, type Source } from './source.ts';
import { wholeReason } from './weak.ts';

export { languageOf, needsQuotes } from './languages.ts';
export { mayHold } from './relevant.ts';

/**
 * What a file of an integrator's code shows of the five setups that `domain.md` section 7 asks source code for.
 * Linear in the text's length; anything is taken, also what is cut off or no code at all.
 * @param path Relative, by which the language is known and test code is told.
 * @returns In the order of lines, at most one of a kind on a line.
 */
export const detect = (path: string, text: string): readonly SourceFinding[] =>
  inspectFile(path, text).findings;

/** The same, with why other mentions are no uses: comments, documentation and tests. */
export const inspectFile = (path: string, text: string): Inspection => {
  const language = languageOf(path);
  if (language === undefined) return { findings: [], explanations: [] };
  const source = readSource(path, text, language);
  return { findings: findingsIn(source), explanations: explanationsIn(source) };
};

const explanationsIn = (source: Source): Explanation[] => {
  const { path, text, language, syntax, comments } = source;
  const whole = syntax.form === 'prose' ? 'documentation' : wholeReason(path, text, language);
  const ranges =
    whole === undefined
      ? comments.map((comment) => ({
          from: comment.start,
          to: comment.start + comment.text.length,
          reason: 'comment' as const,
        }))
      : [{ from: 0, to: text.length, reason: whole }];
  return ranges.flatMap((range) =>
    mentionSubjects.map((subject) => ({ ...range, subject, why: why[range.reason] })),
  );
};
const why = {
  comment: 'It is in a comment.',
  documentation: 'The file is documentation.',
  test: 'The file is test code.',
} as const;

const findingsIn = (source: Source): SourceFinding[] => {
  const commentedOut = commentedOutCode(source);
  const uses = [
    ...codeUses(source).map((use) => ({ ...use, weak: source.weak })),
    ...commentUses(source).map((use) => ({ ...use, weak: true })),
    ...(commentedOut === undefined ? [] : codeUses(commentedOut).map((use) => ({ ...use, weak: true }))),
  ];
  return strongestOfEachLine(uses).map(({ kind, line, at, weak, confidence, why }) => ({
    kind,
    from: at,
    to: at,
    line,
    excerpt: excerptOf(source, at),
    weak,
    confidence,
    why,
  }));
};

const codeUses = (source: Source): Use[] => {
  const accesses = headerAccesses(source);
  return [
    ...alertsCalls(source),
    ...sdkCalls(source),
    ...ruleIdUses(source),
    ...clientIdReads(source, accesses),
    ...retryAfterSets(source, accesses),
    ...authorizationChecks(source, accesses),
  ];
};

type Judged = Use & { readonly weak: boolean };
const rank = { high: 0, medium: 1, low: 2 } as const;

const strongestOfEachLine = (uses: readonly Judged[]): Judged[] => {
  const kept = new Map<string, Judged>();
  for (const use of uses) {
    const key = `${use.line} ${use.kind}`;
    const other = kept.get(key);
    const stronger =
      other === undefined ||
      (other.weak && !use.weak) ||
      (other.weak === use.weak && rank[use.confidence] < rank[other.confidence]);
    if (stronger) kept.set(key, use);
  }
  return [...kept.values()].sort((a, b) => a.line - b.line || a.at - b.at);
};
