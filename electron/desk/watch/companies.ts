import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { MigratedIds } from '#desk/store/token-rows.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

type Observed = CaseActionOf<'companies.observed'>['content']['companies'][number];

/** By company id: the connections that it has, with their status. */
export type FoundCompanies = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface CompanyOnTarget {
  readonly id: string;
  readonly dataConnections?: readonly { readonly id: string; readonly status: string }[];
}

export const findCompanies = async (client: TargetClient): Promise<FoundCompanies> => {
  const companies = await client.all<CompanyOnTarget>('/companies');
  return new Map(
    companies.map(({ id, dataConnections = [] }) => [
      id,
      new Map(dataConnections.map((connection) => [connection.id, connection.status])),
    ]),
  );
};

/** How all of them are, as one text: equal as long as none changes. */
export const companyStates = (migrated: readonly MigratedIds[], found: FoundCompanies): string =>
  migrated
    .map(({ companyId, connectionId }) => `${connectionId} ${stateNow(found.get(companyId), connectionId)}`)
    .join('\n');

/** What is new about migrated companies, against what the case knows. */
export const companyChanges = (
  { targetId, gone }: CaseState,
  migrated: readonly MigratedIds[],
  found: FoundCompanies,
): CaseAction[] => {
  const companies = migrated.flatMap(({ companyId, connectionId }): Observed[] => {
    const now = stateNow(found.get(companyId), connectionId);
    const before = gone.get(connectionId)?.state ?? 'there';
    return now === before ? [] : [{ companyId, connectionId, state: now }];
  });
  const actions: CaseAction[] = [];
  for (let at = 0; at < companies.length; at += mostInOne) {
    const some = companies.slice(at, at + mostInOne);
    actions.push({ kind: 'companies.observed', content: { targetId, companies: some } });
  }
  return actions;
};

const mostInOne = 1000;

const stateNow = (
  connections: ReadonlyMap<string, string> | undefined,
  connectionId: string,
): Observed['state'] => {
  const status = connections?.get(connectionId);
  if (status === undefined) return 'deleted';
  return status === 'Linked' ? 'there' : 'unlinked';
};
