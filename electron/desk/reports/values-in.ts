import type { ReportColumn, ReportFact, ReportTable, ReportValue } from '#contract/report.ts';

/** Of which columns and facts values are changed, and how. */
export interface ValueChange {
  readonly isMeant: (of: Pick<ReportColumn, 'kind' | 'ours'>) => boolean;
  readonly change: (value: ReportValue) => ReportValue;
}

export const factWith = (fact: ReportFact, { isMeant, change }: ValueChange): ReportFact =>
  isMeant(fact) ? { ...fact, value: change(fact.value) } : fact;

export const rowsWith = (
  { columns, rows }: ReportTable,
  { isMeant, change }: ValueChange,
): ReportTable['rows'] => {
  const keys = columns.filter(isMeant).map(({ key }) => key);
  if (keys.length === 0) return rows;
  return rows.map((row) => {
    const changed = keys.flatMap((key) => {
      const value = row[key];
      return value === undefined ? [] : [[key, change(value)] as const];
    });
    return { ...row, ...Object.fromEntries(changed) };
  });
};
