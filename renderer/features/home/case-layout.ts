import type { CaseGroup } from '#contract/case-list.ts';

/** A list of cases as it is drawn: heads of groups, and the rows of those that are open. */
export type Line =
  | { readonly kind: 'group'; readonly group: CaseGroup; readonly id: string }
  /** `index`: in the list; `at`: among the rows that are drawn. */
  | { readonly kind: 'row'; readonly index: number; readonly at: number };

export interface CaseLayout {
  /** Lines in all. */
  readonly count: number;
  readonly lineAt: (line: number) => Line | undefined;
  /** The line of a row, by its place among the rows that are drawn. */
  readonly lineOf: (at: number) => number;
  /** The index in the list of a row that is drawn. */
  readonly indexOf: (at: number) => number | undefined;
  readonly rows: number;
}

interface Segment {
  readonly group?: CaseGroup;
  readonly line: number;
  readonly lines: number;
  readonly index: number;
  readonly at: number;
  readonly rows: number;
}

export const groupId = ({ key }: CaseGroup): string => key ?? '';

/** @param folded ids of the groups whose rows are hidden */
export const layOut = (
  total: number,
  groups: readonly CaseGroup[] | undefined,
  folded: ReadonlySet<string>,
): CaseLayout => {
  const segments: Segment[] = [];
  let [line, index, at] = [0, 0, 0];
  for (const group of groups ?? [undefined]) {
    const count = group?.count ?? total;
    const rows = group !== undefined && folded.has(groupId(group)) ? 0 : count;
    const lines = rows + (group === undefined ? 0 : 1);
    segments.push({ ...(group && { group }), line, lines, index, at, rows });
    line += lines;
    index += count;
    at += rows;
  }
  const segmentOf = (row: number): Segment | undefined =>
    segments.find((one) => row >= one.at && row < one.at + one.rows);
  return {
    count: line,
    rows: at,
    lineAt: (wanted) => {
      const found = segments.find((one) => wanted >= one.line && wanted < one.line + one.lines);
      if (found === undefined) return undefined;
      const head = found.group === undefined ? 0 : 1;
      const inside = wanted - found.line - head;
      return inside < 0 && found.group !== undefined
        ? { kind: 'group', group: found.group, id: groupId(found.group) }
        : { kind: 'row', index: found.index + inside, at: found.at + inside };
    },
    lineOf: (row) => {
      const found = segmentOf(row);
      return found === undefined ? 0 : found.line + (found.group === undefined ? 0 : 1) + row - found.at;
    },
    indexOf: (row) => {
      const found = segmentOf(row);
      return found && found.index + row - found.at;
    },
  };
};
