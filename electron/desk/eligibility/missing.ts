import { reviewLimit } from '#contract/eligibility.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { blockingSkips } from './absence.ts';
import type { Assessment } from './assessment.ts';
import type { CheckDefinition } from './check-definitions.ts';
import { missingOfRun } from './test-runs/faults.ts';

/** What would settle an unknown check, the nearest first. */
export const missingOf = ({ settledBy, collectors }: CheckDefinition, all: readonly Assessment[]): string => {
  const scans = all.filter(
    ({ evidence: { collector } }) => collector === 'source' && collectors.includes('source'),
  );
  const steps = [
    ...hosts(all),
    ...testRuns(all),
    ...outdated(scans),
    ...review(scans),
    ...weak(scans),
    ...skipped(scans),
  ];
  return steps.length === 0 ? settledBy : steps.join(' ');
};

const testRuns = (all: readonly Assessment[]): string[] =>
  all.flatMap(({ evidence, says }) => (says === 'nothing' ? missingOfRun(evidence) : []));

const hosts = (all: readonly Assessment[]): string[] =>
  all.some(({ evidence }) => evidence.traffic?.isOpen === true)
    ? ["Name this API's hosts in the traffic log (command line: `carryover check CASE --host HOST`)."]
    : [];

const outdated = (scans: readonly Assessment[]): string[] => {
  const scopes = new Set(scans.filter(({ isOutdated }) => isOutdated).map(({ evidence }) => evidence.scope));
  return scopes.size === 0
    ? []
    : [
        `Check the source code of ${formatList([...scopes])} again: mentions were not recorded then, so absence is not shown.`,
      ];
};

const review = (scans: readonly Assessment[]): string[] => {
  const toReview = scans.reduce((sum, one) => sum + one.toReview, 0);
  return [
    ...(toReview === 0
      ? []
      : [
          `Review ${formatCount(toReview, 'mention')} in the source code, or dismiss ${toReview === 1 ? 'it' : 'them'} with a reason.`,
        ]),
    ...(scans.some((one) => one.toReview > reviewLimit)
      ? [`Only ${reviewLimit} of a code base are listed. Check its folders separately to see the rest.`]
      : []),
  ];
};

/** Hints in scanned code: another scan finds them again. */
const weak = (scans: readonly Assessment[]): string[] => {
  const hints = new Set(
    scans.flatMap(({ says, findings }) => (says === 'weak' ? findings.map(({ id }) => id) : [])),
  );
  return hints.size === 0
    ? []
    : [
        `Review ${formatCount(hints.size, 'hint')} in comments, documents or tests, or dismiss ${hints.size === 1 ? 'it' : 'them'} with a reason.`,
      ];
};

const skipped = (scans: readonly Assessment[]): string[] => {
  const files = new Set(scans.flatMap(({ evidence }) => blockingSkips(evidence).map(({ path }) => path)));
  const named = formatList([...files], namedFiles);
  return files.size === 0 ? [] : [`Check the source code again with the files that were not read: ${named}.`];
};

const namedFiles = 3;
