import { canonicalDigest } from '#base/canonical.ts';
import type { PlannedCall } from '#contract/target.ts';
import type { PlanRow, RunPlan } from './plan.ts';

/** The calls that a run would make and that change something, counted by their kind: ten thousand are not listed one by one. */
export interface CountedCall {
  readonly call: string;
  readonly count: number;
  readonly why: string;
}

type Rows = RunPlan['rows'];

const company = (count: number): string => (count === 1 ? '1 company' : `${count} companies`);

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
  return [
    {
      call: 'POST /companies',
      count: refs,
      why: 'creates companies, except where one has the migrationRef already',
    },
    {
      call: 'POST /companies/{companyId}/connections',
      count: toConnect,
      why: 'creates connections, except where one exists',
    },
    {
      call: 'PUT /companies/{companyId}/connections/{connectionId}/authorization',
      count: toAuthorize,
      why: 'hands over tokens, except where a connection is Linked already: those of the rows are shredded unsent there',
    },
    { call: 'POST /companies/{companyId}/data/all', count: toSync, why: 'starts a sync' },
    {
      call: 'PATCH /companies/{companyId}/connections/{connectionId}',
      count: toUnlink,
      why: 'unlinks connections that are Linked',
    },
    {
      call: 'DELETE /companies/{companyId}/connections/{connectionId}',
      count: own,
      why: 'deletes connections that were created by this migration',
    },
    {
      call: 'DELETE /companies/{companyId}',
      count: ownCompanies,
      why: 'deletes companies that were created by this migration and have no other connection',
    },
  ].filter(({ count }) => count > 0);
};

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
    return { method, path, why: `${why}: for up to ${company(count)} (rows ${which})` };
  });
};
