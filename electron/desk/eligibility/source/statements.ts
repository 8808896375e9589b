import type { EligibilityRow, MentionSubject, RowStatement } from '#contract/eligibility.ts';
import { formatBytes, formatCount } from '#contract/format.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { SourceSink } from './sink.ts';

/** What source code can show of each check. What checks `Authorization` supports two of them, and decides neither. */
const lookedFor: readonly [EligibilityRow & MentionSubject, string][] = [
  ['alerts-endpoints', 'a call to one of the alerts endpoints'],
  ['rule-id', 'use of RuleId'],
  ['client-id-header', 'reading of X-Service-ClientId'],
  ['retry-after', 'setting of Retry-After'],
];

/**
 * One statement a row. `absent` only if files were read, none was skipped for what it is, and every mention is explained.
 * Source: `docs/reference/rules/eligibility.md#not-found`.
 */
export const sourceStatements = (sink: SourceSink, skips: Skips): RowStatement[] => {
  const languages = sink.languages().join(', ');
  const read = `${formatCount(sink.files, 'file')} (${formatBytes(sink.bytes)}${languages === '' ? '' : `; ${languages}`})`;
  return lookedFor.map(([row, what]) => {
    const { strong, weak } = sink.tally(row);
    const toReview = sink.toReview(row);
    if (strong > 0) {
      const places = formatCount(strong, 'place');
      return { row, says: 'present', because: `In ${read}, ${what} was found in ${places}.` };
    }
    if (weak > 0) {
      const places = formatCount(weak, 'comment, document or test', 'comments, documents or tests');
      return { row, says: 'weak', because: `In ${read}, ${what} was found in ${places} only.` };
    }
    if (sink.files === 0) return { row, says: 'nothing-seen', because: 'There was no text file to read.' };
    const nothing = `${read} ${sink.files === 1 ? 'was' : 'were'} read, and ${what} was not found`;
    const open = [
      ...(skips.blocking > 0 ? [`some was not read, which might hold it: ${skips.words()}`] : []),
      ...(toReview > 0 ? [`${formatCount(toReview, 'mention')} to review might be one`] : []),
    ];
    if (open.length > 0)
      return { row, says: 'nothing-seen', because: `${nothing}; but ${open.join(', and ')}.` };
    return { row, says: 'absent', because: `${nothing}; every mention is explained. ${leftOut(skips)}` };
  });
};

/** What was left out on purpose is said, as it might hold anything. */
const leftOut = (skips: Skips): string => {
  const words = skips.leftOut();
  return words === '' ? 'No text file was skipped.' : `Left out: ${words}.`;
};
