import type { Field } from '#contract/token-columns.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import type { Columns } from './columns.ts';
import type { SourceRow } from './source-row.ts';

/** A row while it is being checked. */
export interface RowInHand {
  /** As in the file; empty if there is no such column. */
  raw(field: Field): string;
  /** The same without blanks around it. */
  cell(field: Field): string;
  /** Keeps the first problem of a field only: others may follow from it. */
  problem(field: Field | undefined, message: string): void;
  readonly problems: RowProblem[];
}

export const createRowInHand = ({ cells }: SourceRow, columns: Columns): RowInHand => {
  const problems: RowProblem[] = [];
  const places = columns.placeOf;
  const raw = (field: Field): string => cells[places.get(field) ?? -1] ?? '';
  return {
    raw,
    cell: (field) => raw(field).trim(),
    problems,
    problem(field, message) {
      if (field !== undefined && problems.some((one) => one.field === field)) return;
      const header = field === undefined ? undefined : columns.all[places.get(field) ?? -1]?.header;
      problems.push({
        ...(header === undefined ? {} : { column: header }),
        ...(field === undefined ? {} : { field }),
        message,
      });
    },
  };
};
