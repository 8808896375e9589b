import type { Company } from '#contract/company.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import { ifThere } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

/** Which companies of a target a rehearsal stands for, and which events are fired for each. */

export interface RehearsedCompany {
  readonly company: Pick<Company, 'id' | 'name' | 'dataConnections'> & Partial<Company>;
  /** Rules name it. */
  readonly hasRule: boolean;
}

interface RehearsedCompanies {
  readonly companies: readonly RehearsedCompany[];
  /** All that the target has. */
  readonly total: number;
}

/** Companies without a rule of their own are alike but for their connections: examples come from the first and the last page. */
const pageSize = 500;
const mostKinds = 12;

/**
 * All companies that a rule with a webhook names, and of the others one of each kind of connection: by calls that only read.
 * @throws TargetError
 */
export const readCompanies = async (
  client: TargetClient,
  plan: Pick<CutoverPlan, 'snapshot'>,
  signal: AbortSignal,
): Promise<RehearsedCompanies> => {
  const pageAt = async (page: number) => {
    const query = { page, pageSize };
    return pageOf((await client.call<unknown>({ method: 'GET', path: '/companies', query, signal })).body);
  };
  const { results, totalResults } = await pageAt(1);
  const lastPage = Math.ceil(totalResults / pageSize);
  const more = lastPage > 1 ? (await pageAt(lastPage)).results : [];
  const listed = new Map([...results, ...more].map((company) => [company.id.toLowerCase(), company]));
  const own: RehearsedCompany[] = [];
  for (const id of namedByRules(plan)) {
    own.push({ company: listed.get(id) ?? (await readOne(client, id, signal)), hasRule: true });
    listed.delete(id);
  }
  const others = new Map([...listed.values()].map((company) => [kindOf(company), company]));
  return {
    companies: [
      ...own,
      ...[...others.values()].slice(0, mostKinds).map((company) => ({ company, hasRule: false })),
    ],
    total: Math.max(totalResults, results.length),
  };
};

const namedByRules = ({ snapshot }: Pick<CutoverPlan, 'snapshot'>): Set<string> =>
  new Set(
    snapshot.rules.flatMap(({ companyId, webhook }) =>
      companyId === undefined || webhook === undefined ? [] : [companyId.toLowerCase()],
    ),
  );

/** A company that the target no longer has is made up: its rules are rehearsed all the same. */
const readOne = async (
  client: TargetClient,
  id: string,
  signal: AbortSignal,
): Promise<RehearsedCompany['company']> => {
  const path = `/companies/${encodeURIComponent(id)}`;
  const found = await ifThere(client.call<unknown>({ method: 'GET', path, signal }));
  const [company] = found === undefined ? [] : companiesIn([found.body]);
  return company === undefined ? { id, name: `Company ${id}`, dataConnections: [] } : { ...company, id };
};

const kindOf = ({ dataConnections = [] }: RehearsedCompany['company']): string => {
  const [first] = dataConnections;
  return first === undefined ? 'none' : `${first.sourceType} ${first.status}`;
};

const pageOf = (body: unknown) => {
  const { results, totalResults } = (body ?? {}) as { results?: unknown; totalResults?: unknown };
  return {
    results: Array.isArray(results) ? companiesIn(results) : [],
    totalResults: typeof totalResults === 'number' ? totalResults : 0,
  };
};

/** What is no company is left out: it is only looked for examples. */
const companiesIn = (all: readonly unknown[]): Company[] =>
  all.filter((one): one is Company => {
    const { id, name, dataConnections } = (one ?? {}) as Partial<Company>;
    return (
      typeof id === 'string' &&
      typeof name === 'string' &&
      name !== '' &&
      (dataConnections === undefined || Array.isArray(dataConnections))
    );
  });
