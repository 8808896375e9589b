import { createHash } from 'node:crypto';
import { canonical } from '#base/canonical.ts';
import { eachInTurns } from '#base/take-turns.ts';
import { formatCount } from '#contract/format.ts';
import type { PlannedCall } from '#contract/target.ts';
import type { PlannedRow, PlanRow, RunRows } from './plan.ts';

/** Calls of one kind that a run would make, those that only read aside. */
export interface CountedCall {
  readonly call: string;
  readonly count: number;
  readonly why: string;
}

interface Numbers {
  refs: number;
  toConnect: number;
  toAuthorize: number;
  toSync: number;
  toUnlink: number;
  own: number;
  ownCompanies: number;
}

const isAt = (steps: readonly string[], { progress }: PlannedRow): boolean => steps.includes(progress.step);

/** Adds what the rows of one ref, and so of one company, need. */
const count = (numbers: Numbers, group: readonly PlannedRow[]): void => {
  const at = (...steps: readonly string[]) => group.filter((one) => isAt(steps, one));
  const isToCreate = at('company').some(({ row }) => row.companyId === undefined);
  const undone = at('unlink', 'delete-connection');
  const companies = [...undone, ...at('delete-company')].flatMap(({ progress }) =>
    progress.company_origin === 'created' ? [progress.company_id] : [],
  );
  numbers.refs += isToCreate ? 1 : 0;
  numbers.toConnect += at('company', 'connection').filter(({ row }) => row.connectionId === undefined).length;
  numbers.toAuthorize += at('company', 'connection', 'authorization').length;
  numbers.toSync += at('company', 'connection', 'authorization', 'sync').length;
  numbers.toUnlink += at('unlink').length;
  numbers.own += undone.filter(({ progress }) => progress.connection_origin === 'created').length;
  numbers.ownCompanies += new Set(companies).size;
};

const numbersOf = async (rows: Pick<RunRows, 'groups'>): Promise<Numbers> => {
  const numbers: Numbers = {
    refs: 0,
    toConnect: 0,
    toAuthorize: 0,
    toSync: 0,
    toUnlink: 0,
    own: 0,
    ownCompanies: 0,
  };
  await eachInTurns(rows.groups(), (group) => count(numbers, group));
  return numbers;
};

export const callsOf = async (rows: Pick<RunRows, 'groups'>): Promise<CountedCall[]> => {
  const { refs, toConnect, toAuthorize, toSync, toUnlink, own, ownCompanies } = await numbersOf(rows);
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
export const plannedCalls = async (rows: RunRows): Promise<PlannedCall[]> => {
  const which = await digestOf(rows);
  return (await callsOf(rows)).map(({ call, count, why }) => {
    const [method, path] = call.split(' ') as [PlannedCall['method'], string];
    return {
      method,
      path,
      why: `${why}: for up to ${formatCount(count, 'company', 'companies')} (rows ${which})`,
    };
  });
};

const digestOf = async (rows: Iterable<PlannedRow>): Promise<string> => {
  const digest = createHash('sha256');
  await eachInTurns(rows, ({ row, progress: { step, company_id, connection_id } }) =>
    digest.update(`${canonical([row satisfies PlanRow, step, company_id, connection_id])}\n`),
  );
  return digest.digest('hex').slice(0, 12);
};
