import { type WholeValue, wholeValue } from '#base/whole-value.ts';
import type { Field } from '#contract/token-columns.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import { isUuid } from './cell-rules.ts';
import type { Columns } from './columns.ts';
import type { Platform, Platforms } from './platforms.ts';
import type { SourceRow } from './source-row.ts';

/** Finds columns whose contents were swapped: where one does not hold what it should, and another does. */
export interface Swaps {
  /** Counts a row with problems. */
  check(source: SourceRow, columns: Columns, platform: Platform | undefined): void;
  /** Problems of the file as a whole. */
  problems(rows: number): RowProblem[];
}

export const createSwaps = (platforms: Platforms): Swaps => {
  const counts = new Map<string, { right: Field; header: string; other: string; count: number }>();
  const patterns = new Map<string, WholeValue>();
  const matches = (pattern: string, value: string): boolean => {
    const known = patterns.get(pattern) ?? wholeValue(pattern);
    patterns.set(pattern, known);
    return known.test(value);
  };
  /** Whether a value is what a field should hold; undefined for a field that could hold anything. */
  const testOf = (field: Field, platform: Platform | undefined): ((value: string) => boolean) | undefined => {
    if (field === 'platform') return (value) => platforms.find(value) !== undefined;
    if (field === 'companyId' || field === 'connectionId') return (value) => isUuid(value.toLowerCase());
    const credential = platform?.fields.get(field);
    return credential === undefined || credential.secret
      ? undefined
      : (value) => matches(credential.pattern, value);
  };

  return {
    check({ cells }, columns, platform) {
      columns.fields.forEach((field, at) => {
        const value = cells[at]?.trim() ?? '';
        const fits = field === undefined || value === '' ? undefined : testOf(field, platform);
        if (field === undefined || fits === undefined || fits(value)) return;
        columns.fields.forEach((other, place) => {
          const there = cells[place]?.trim() ?? '';
          if (other === undefined || place === at || there === '' || !fits(there)) return;
          // That one is in order where it is.
          if (testOf(other, platform)?.(there) === true) return;
          const header = columns.all[at]?.header ?? field;
          const key = JSON.stringify([field, other]);
          const counted = counts.get(key) ?? {
            right: field,
            header,
            other: columns.all[place]?.header ?? other,
            count: 0,
          };
          counted.count++;
          counts.set(key, counted);
        });
      });
    },
    problems: (rows) =>
      [...counts.values()]
        .filter(({ count }) => count * 2 >= rows)
        .map(({ right, header, other, count }) => ({
          column: header,
          field: right,
          message: `The columns "${header}" and "${other}" look swapped: in ${count} of ${rows} rows the second contains ${right}.`,
        })),
  };
};
