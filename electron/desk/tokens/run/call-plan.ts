import { canonicalDigest } from '#base/canonical.ts';
import { formatCount } from '#contract/format.ts';
import type { PlannedCall } from '#contract/target.ts';
import type { PlanRow, RunPlan } from './plan.ts';

/** Calls of one kind that a run would make, those that only read aside. */
export interface CountedCall {
  readonly call: string;
  readonly count: number;
  readonly why: string;
}

type Rows = RunPlan['rows'];

export const callsOf = (rows: Rows): CountedCall[] => {
  const at = (...steps: readonly string[]) => rows.filter(({ progress }) => steps.includes(progress.step));
  const toCreate = at('company').filter(({ row }) => row.companyId === undefined);
  const refs = new Set(toCreate.map(({ row }) => row.ref)).size;
  const toConnect = at('company', 'connection').filter(({ row }) => row.connectionId === undefined).length;
  const toAuthorize = at('company', 'connection', 'authorization').length;
  const toSync = at('company', 'connection', 'authorization', 'sync').length;
  const toUnlink = at('unlink').length;
  const own = at('unlink', 'delete-connection').filter(
    ({ progress }) => progress.connection_origin === 'created',
  ).length;
  const ownCompanies = new Set(
    at('unlink', 'delete-connection', 'delete-company')
      .filter(({ progress }) => progress.company_origin === 'created')
      .map(({ progress }) => progress.company_id),
  ).size;
  const company = '/companies/{companyId}';
  const connection = `${company}/connections/{connectionId}`;
  const calls: readonly (readonly [string, number, string])[] = [
    ['POST /companies', refs, 'creates companies, except where one has the migrationRef'],
    [`POST ${company}/connections`, toConnect, 'creates connections, except where one exists'],
    [`PUT ${connection}/authorization`, toAuthorize, authorizes],
    [`POST ${company}/data/all`, toSync, 'starts a sync'],
    [`PATCH ${connection}`, toUnlink, 'unlinks connections that are Linked'],
    [`DELETE ${connection}`, own, 'deletes connections created by this migration'],
    [
      `DELETE ${company}`,
      ownCompanies,
      'deletes companies created by this migration without other connections',
    ],
  ];
  return calls.flatMap(([call, count, why]) => (count > 0 ? [{ call, count, why }] : []));
};

const authorizes =
  'hands over tokens, except where a connection is already Linked: tokens of those rows are shredded unsent';

/** As they are confirmed: the list stands for exactly these rows, and where their tokens go, as they are now. */
export const plannedCalls = (rows: Rows): PlannedCall[] => {
  const which = canonicalDigest(
    rows.map(({ row, progress: { step, company_id, connection_id } }) => [
      row satisfies PlanRow,
      step,
      company_id,
      connection_id,
    ]),
  ).slice(0, 12);
  return callsOf(rows).map(({ call, count, why }) => {
    const [method, path] = call.split(' ') as [PlannedCall['method'], string];
    return {
      method,
      path,
      why: `${why}: for up to ${formatCount(count, 'company', 'companies')} (rows ${which})`,
    };
  });
};
