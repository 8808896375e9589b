import type { EligibilityRow, RowStatement } from '#contract/eligibility.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import { plural, sizeOf } from '#desk/eligibility/reading/words.ts';
import type { SourceSink } from './sink.ts';

/** What the source code can tell of each row. Checking `Authorization` is a hint only: it may be set anywhere. */
const lookedFor: readonly [EligibilityRow, string][] = [
  ['alerts-endpoints', 'a call to one of the alerts endpoints'],
  ['rule-id', 'use of RuleId'],
  ['client-id-header', 'reading of X-Service-ClientId'],
  ['retry-after', 'setting of Retry-After'],
];

/**
 * One statement a row. `absent` only if files were read and none was skipped that might hold something.
 * Source: `domain.md` section 7.
 */
export const sourceStatements = (sink: SourceSink, skips: Skips): RowStatement[] => {
  const languages = sink.languages().join(', ');
  const read = `${plural(sink.files, 'file')} (${sizeOf(sink.bytes)}${languages === '' ? '' : `; ${languages}`})`;
  return lookedFor.map(([row, what]) => {
    const { strong, weak } = sink.tally(row);
    const were = sink.files === 1 ? 'was' : 'were';
    if (strong > 0) {
      const places = plural(strong, 'place');
      return { row, says: 'present', because: `In ${read}, ${what} was found in ${places}.` };
    }
    if (weak > 0) {
      const places = plural(weak, 'comment, document or test', 'comments, documents or tests');
      return { row, says: 'weak', because: `In ${read}, ${what} was found in ${places} only.` };
    }
    const nothing = `${read} ${were} read, and ${what} was not found`;
    if (sink.files === 0) {
      return { row, says: 'nothing-seen', because: 'There was no file in a language that is known here.' };
    }
    if (skips.blocking > 0) {
      const because = `${nothing}; but some was not read, which might hold it: ${skips.words()}.`;
      return { row, says: 'nothing-seen', because };
    }
    return { row, says: 'absent', because: `${nothing}; nothing was skipped that might hold it.` };
  });
};
