import { formatCount, formatInstant } from '#contract/format.ts';
import type { CaseRetention, RetentionRule } from '#contract/retention.ts';

export const formatRule = (rule: RetentionRule): string =>
  rule === 'keep'
    ? 'kept until somebody deletes it'
    : `deleted ${formatCount(rule, 'day')} after its last entry, once it is closed or archived`;

/** What else is known of a case, a line each. */
export const formatRetention = ({ of, hold, due, announced, problem }: CaseRetention): string[] => [
  ...(of === 'case' ? ['The rule is that of the case.'] : []),
  ...(hold === undefined
    ? []
    : [`Under legal hold since ${formatInstant(hold.at)}, placed by ${hold.by}: ${hold.reason}`]),
  ...(due === undefined
    ? []
    : [`Deleted on ${formatInstant(due)} at the earliest${announced === undefined ? '' : ' (announced)'}.`]),
  ...(problem === undefined ? [] : [`Not deleted: ${problem}`]),
];
