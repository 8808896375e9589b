import type { Company } from '#contract/company.ts';
import type { SeedResult } from '#contract/sandbox.ts';
import { ifThere } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { queryByRef } from '#desk/tokens/run/directory.ts';
import type { PlanRow } from '#desk/tokens/run/plan.ts';

/** What of the real target a plan would use, carried over to an instance. */

/** Up to so many companies are asked for one by one; for more the whole list is read. */
const askedOneByOne = 10;

/**
 * The companies that rows name, and those that carry a row's ref: by calls that only read.
 * @throws TargetError
 */
export const readUsedCompanies = async (
  client: TargetClient,
  rows: readonly PlanRow[],
): Promise<Company[]> => {
  const refs = new Set(rows.map(({ ref }) => ref));
  const ids = new Set(rows.flatMap(({ companyId }) => (companyId === undefined ? [] : [companyId])));
  const isUsed = ({ id, tags }: Company): boolean =>
    refs.has(tags?.migrationRef ?? '') || ids.has(id.toLowerCase());
  const used =
    refs.size + ids.size > askedOneByOne
      ? (await client.all<Company>('/companies')).filter(isUsed)
      : await askedCompanies(client, refs, ids);
  return [...new Map(used.map((company) => [company.id.toLowerCase(), company])).values()];
};

const askedCompanies = async (
  client: TargetClient,
  refs: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): Promise<Company[]> => {
  const found: Company[] = [];
  for (const ref of refs) {
    const all = await client.all<Company>('/companies', { query: queryByRef(ref) });
    found.push(...all.filter(({ tags }) => tags?.migrationRef === ref));
  }
  const known = new Set(found.map(({ id }) => id.toLowerCase()));
  for (const id of ids) {
    if (known.has(id)) continue;
    const company = await ifThere(client.call<Company>({ method: 'GET', path: `/companies/${id}` }));
    if (company !== undefined) found.push(company.body);
  }
  return found;
};

/** The row with the ids that its company and connection have on the instance; what was not there stays so. */
export const withSeededIds = (row: PlanRow, { companies, connections }: SeedResult): PlanRow => ({
  ...row,
  companyId: row.companyId === undefined ? undefined : (companies[row.companyId] ?? row.companyId),
  connectionId:
    row.connectionId === undefined ? undefined : (connections[row.connectionId] ?? row.connectionId),
});
