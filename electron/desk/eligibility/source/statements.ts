import type { EligibilityRow, MentionSubject, RowStatement } from '#contract/eligibility.ts';
import { formatBytes, formatCount, formatList } from '#contract/format.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { SourceSink } from './sink.ts';

/** What source code can show of each check. A check of `Authorization` supports two of them, and decides neither. */
const checks: readonly [EligibilityRow & MentionSubject, string][] = [
  ['alerts-endpoints', 'Calls to the alerts endpoints'],
  ['rule-id', 'Uses of RuleId'],
  ['client-id-header', 'Reads of X-Service-ClientId'],
  ['retry-after', 'Settings of Retry-After'],
];

/**
 * One statement a row. `absent` only if files were read, none was skipped for what it is, and every mention is explained.
 * Source: `docs/reference/rules/eligibility.md#not-found`.
 */
export const sourceStatements = (sink: SourceSink, skips: Skips): RowStatement[] => {
  const languages = sink.languages().join(', ');
  const read = `Read: ${formatCount(sink.files, 'file')} (${formatBytes(sink.bytes)}${languages === '' ? '' : `; ${languages}`}).`;
  return checks.map(([row, what]) => {
    const { strong, weak } = sink.tally(row);
    const toReview = sink.toReview(row);
    if (strong > 0)
      return { row, says: 'present', because: `${what} found in ${formatCount(strong, 'place')}. ${read}` };
    if (weak > 0) {
      const places = formatCount(weak, 'comment, document or test', 'comments, documents or tests');
      return { row, says: 'weak', because: `${what} found in ${places} only. ${read}` };
    }
    if (sink.files === 0) return { row, says: 'nothing-seen', because: 'No text files to read.' };
    const open = [
      ...(skips.blocking > 0 ? [`not everything was read (${skips.summary()})`] : []),
      ...(toReview > 0
        ? [`${formatCount(toReview, 'mention')} ${toReview === 1 ? 'needs' : 'need'} review`]
        : []),
    ];
    if (open.length > 0)
      return { row, says: 'nothing-seen', because: `${what} not found, but ${formatList(open)}. ${read}` };
    const because = `${what} not found; every mention is explained. ${read} ${leftOut(skips)}`;
    return { row, says: 'absent', because };
  });
};

/** Files left out on purpose are named, as they might hold anything. */
const leftOut = (skips: Skips): string => {
  const files = skips.leftOut();
  return files === '' ? 'No text file was skipped.' : `Left out: ${files}.`;
};
