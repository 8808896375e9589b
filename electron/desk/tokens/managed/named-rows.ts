import { chunksOf } from '#base/lists.ts';
import { invalid } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import { companiesOfEntry, type WithdrawDecisionsRequest } from '#contract/runbook-decisions.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import type { NotMigratedRow } from './not-migrated.ts';

/** Companies as a request names them, and as the chain keeps them. */

export type Names = Pick<WithdrawDecisionsRequest, 'refs' | 'lines'>;

export interface Found<T> {
  readonly rows: readonly T[];
  /** Those that none of the rows has. */
  readonly refs: readonly string[];
  readonly lines: readonly number[];
}

/** @throws CatalogueError `request.invalid` for no name at all */
export const findNamed = <T extends { readonly ref?: string; readonly line: number }>(
  { refs = [], lines = [] }: Names,
  rows: readonly T[],
): Found<T> => {
  if (refs.length + lines.length === 0) throw refused('Name companies by refs or lines.');
  const byRef = Map.groupBy(rows, ({ ref }) => ref);
  const byLine = Map.groupBy(
    rows.filter(({ ref }) => ref === undefined),
    ({ line }) => line,
  );
  const [allRefs, allLines] = [[...new Set(refs)], [...new Set(lines)]];
  return {
    rows: [
      ...allRefs.flatMap((ref) => byRef.get(ref) ?? []),
      ...allLines.flatMap((line) => byLine.get(line) ?? []),
    ],
    refs: allRefs.filter((ref) => !byRef.has(ref)),
    lines: allLines.filter((line) => !byLine.has(line)),
  };
};

/** @throws CatalogueError `request.invalid`, naming those that are not among the rows */
export const namedIn = <T extends { readonly ref?: string; readonly line: number }>(
  names: Names,
  rows: readonly T[],
  why: string,
): readonly T[] => {
  const found = findNamed(names, rows);
  const unknown = [...found.refs, ...found.lines.map(lineName)];
  if (unknown.length > 0) throw refused(`${quotedList(unknown)}: ${why} Nothing was recorded.`);
  return found.rows;
};

export const lineName = (line: number): string => `line ${line}`;

const listedNames = 5;
export const quotedList = (names: readonly string[]): string =>
  formatList(
    names.map((name) => `"${name}"`),
    listedNames,
  );

export const refused = (message: string) => invalid({ itemId: 'refs', message, validatorName: 'refs' });

export const companyOf = ({ ref, line, platformKey, seen }: NotMigratedRow) => ({
  ...(ref === undefined ? {} : { ref }),
  line,
  ...(platformKey === undefined ? {} : { platformKey }),
  seen,
});

/** Each company once, as many as an entry of the chain may have: the same ref may be in two files. */
export const inEntries = <T extends Parameters<typeof companyKey>[0]>(companies: readonly T[]): T[][] => {
  const each = new Map(companies.map((company) => [companyKey(company), company]));
  return chunksOf([...each.values()], companiesOfEntry);
};
