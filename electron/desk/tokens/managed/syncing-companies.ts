import type { KeyedPage } from '#contract/common.ts';
import type { RunbookCompany, RunbookCompanyQuery } from '#contract/runbook.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import type { RunbookRow } from './rows.ts';

/** The companies of a migration by ref, each with whether its syncing is confirmed to be disabled. */
export const companiesPage = (
  rows: readonly RunbookRow[],
  { syncing }: Pick<RunbookState, 'syncing'>,
  { limit = 1000, cursor }: RunbookCompanyQuery,
): KeyedPage<RunbookCompany> => {
  const byRef = new Map(rows.map((row) => [row.ref, row]));
  const after = [...byRef.keys()].filter((ref) => cursor === undefined || ref > cursor).sort();
  const results = after.slice(0, limit).flatMap((ref) => {
    const row = byRef.get(ref);
    const said = syncing.get(ref);
    if (row === undefined) return [];
    return [
      { ...row, ...(said === undefined ? {} : { disabled: { by: said.by, at: said.at, how: said.how } }) },
    ];
  });
  const last = results.at(-1)?.ref;
  return { results, ...(after.length <= limit || last === undefined ? {} : { cursor: last }) };
};
