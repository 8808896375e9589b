import { randomUUID } from 'node:crypto';
import type { Company, Connection } from '#contract/company.ts';
import type { Target } from '#contract/target.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import type { TargetAnswer, TargetCall, TargetClient } from '#desk/targets/targets.ts';

/** What a target does instead of what was asked: an answer with this status, or none at all. */
export interface Trouble {
  readonly statusCode?: number;
  /** The call was carried out all the same. */
  readonly carriedOut?: boolean;
  /** Certainly nothing was carried out. */
  readonly notCarriedOut?: boolean;
  readonly passing?: boolean;
  readonly sentence?: string;
}

interface Dataset {
  readonly connectionId: string;
  readonly dataType: string;
  readonly requested: string;
  status: string;
  errorMessage?: string;
}

export const troubleOf = ({ method, path }: TargetCall, about: Trouble): TargetError => {
  const { statusCode, notCarriedOut = statusCode !== undefined && statusCode < 500, passing = false } = about;
  const problem = about.sentence ?? 'It did not work.';
  const details = {
    target: 'memory',
    baseUrl: 'https://memory.example',
    method,
    path,
    statusCode: statusCode ?? 0,
    problem,
  };
  return statusCode === undefined
    ? new TargetError('target.unreachable', details, { kind: 'network', problem, notCarriedOut, passing })
    : new TargetError(
        'target.refused',
        details,
        { kind: 'status', problem, notCarriedOut, passing },
        { statusCode, correlationId: 'c0ffee' },
      );
};

/** A target in memory: companies, connections and datasets, without a socket. Every call is on record. */
export const memoryTarget = (about: Partial<Target> = {}) => {
  const companies = new Map<string, Company>();
  const datasets: Dataset[] = [];
  const calls: { call: string; body?: unknown; query?: TargetCall['query'] }[] = [];
  const state = {
    trouble: (_call: TargetCall, _count: number): Trouble | undefined => undefined,
    /** What a connection is after its tokens came. */
    afterTokens: (_body: unknown): string => 'Linked',
    /** Of a sync: the data types, and how they end. */
    datasets: { invoices: 'Complete', bills: 'Complete' } as Record<string, string>,
    /** Whether lists keep changing while they are read. */
    isRestless: false,
    at: Date.UTC(2026, 0, 15, 9),
  };
  const now = (): string => {
    state.at += 1000;
    return new Date(state.at).toISOString();
  };

  const addCompany = (change: Partial<Company> = {}): Company => {
    const company = {
      id: randomUUID(),
      name: 'Company a',
      created: now(),
      tags: {},
      dataConnections: [],
      ...change,
    } as unknown as Company;
    companies.set(company.id.toLowerCase(), company);
    return company;
  };
  const addConnection = (companyId: string, change: Partial<Connection> = {}): Connection => {
    const connection = {
      id: randomUUID(),
      integrationKey: 'gbol',
      platformName: 'Platform',
      status: 'PendingAuth',
      created: now(),
      dataConnectionErrors: [],
      ...change,
    } as unknown as Connection;
    companies.get(companyId.toLowerCase())?.dataConnections.push(connection);
    return connection;
  };
  const sync = (company: Company): void => {
    for (const { id, status } of company.dataConnections) {
      if (status !== 'Linked') continue;
      for (const [dataType, end] of Object.entries(state.datasets)) {
        datasets.push({ connectionId: id, dataType, requested: now(), status: end });
      }
    }
  };

  const notFound = (call: TargetCall): TargetError =>
    troubleOf(call, { statusCode: 404, sentence: 'Not found.' });
  const found = <T>(call: TargetCall, one: T | undefined): T => {
    if (one === undefined) throw notFound(call);
    return one;
  };
  const matching = (query: string | undefined): Company[] => {
    const [, field, value] = /^(tags\.migrationRef|id)="(.*)"$/s.exec(query ?? '') ?? [];
    const wanted = value?.replaceAll('\\"', '"').replaceAll('\\\\', '\\');
    return [...companies.values()].filter((company) =>
      field === undefined
        ? true
        : field === 'id'
          ? company.id === wanted
          : company.tags.migrationRef === wanted,
    );
  };

  const ofConnection = (
    call: TargetCall,
    company: Company,
    id: string,
    rest: string | undefined,
  ): unknown => {
    const connection = found(
      call,
      company.dataConnections.find((one) => one.id.toLowerCase() === id.toLowerCase()),
    );
    if (rest === 'authorization') {
      Object.assign(connection, { status: state.afterTokens(call.body) });
      return connection;
    }
    if (call.method === 'PATCH') Object.assign(connection, call.body);
    if (call.method === 'DELETE')
      company.dataConnections.splice(company.dataConnections.indexOf(connection), 1);
    return connection;
  };
  const ofConnections = (call: TargetCall, company: Company): unknown => {
    if (call.method === 'GET') return { results: company.dataConnections };
    const { platformKey } = call.body as { platformKey: string };
    return addConnection(company.id, { integrationKey: platformKey });
  };
  const historyOf = ({ query }: TargetCall): unknown[] => {
    const wanted = /^connectionId="(.*)"$/.exec(String(query?.query))?.[1];
    return datasets
      .filter(({ connectionId }) => connectionId.toLowerCase() === wanted)
      .toReversed()
      .slice(0, Number(query?.pageSize))
      .map((one) => ({ ...one, isCompleted: !['Queued', 'Fetching'].includes(one.status) }));
  };
  const ofCompany = (
    call: TargetCall,
    company: Company,
    [what, id, rest]: readonly (string | undefined)[],
  ): unknown => {
    if (what === 'connections') {
      return id === undefined ? ofConnections(call, company) : ofConnection(call, company, id, rest);
    }
    if (what === 'data') return id === 'all' ? sync(company) : { results: historyOf(call) };
    if (call.method === 'PATCH') Object.assign(company, call.body);
    if (call.method === 'DELETE') companies.delete(company.id.toLowerCase());
    return company;
  };
  const answer = (call: TargetCall): unknown => {
    const [, root, companyId, ...rest] = call.path.split('/');
    if (root !== 'companies') throw notFound(call);
    if (companyId !== undefined)
      return ofCompany(call, found(call, companies.get(companyId.toLowerCase())), rest);
    if (call.method === 'POST') return addCompany(call.body as Partial<Company>);
    return { results: matching(call.query?.query as string | undefined) };
  };

  const client: TargetClient = {
    target: {
      id: '0d9a8f35-1d39-4c3c-8a4f-0a9d6f6c1b11',
      name: 'memory',
      kind: 'local',
      baseUrl: 'https://memory.example',
      apiKey: '••••',
      hasCa: false,
      concurrency: 3,
      perSecond: 100,
      ...about,
    },
    look: () => Promise.reject(new Error('Nothing looks at it.')),
    async call<T>(call: TargetCall): Promise<TargetAnswer<T>> {
      await new Promise(setImmediate);
      call.signal?.throwIfAborted();
      const { method, path, body, query } = call;
      calls.push({
        call: `${method} ${path.replace(uuid, '{id}')}`,
        ...(body === undefined ? {} : { body }),
        ...(query === undefined ? {} : { query }),
      });
      const trouble = state.trouble(call, calls.length);
      if (trouble !== undefined) {
        if (trouble.carriedOut === true) answer(call);
        throw troubleOf(call, trouble);
      }
      return {
        statusCode: 200,
        body: structuredClone(answer(call)) as T,
        durationMs: 1,
        attempts: 1,
        correlationId: 'c0ffee',
      };
    },
    async all<T, Kept>(
      path: string,
      query?: Readonly<Record<string, string | number>>,
      signal?: AbortSignal,
      reading: { pick?: (row: T) => Kept | undefined; incomplete?: () => void } = {},
    ): Promise<Kept[]> {
      const call = {
        method: 'GET',
        path,
        ...(query === undefined ? {} : { query }),
        ...(signal === undefined ? {} : { signal }),
      } as const;
      const { results } = (await client.call<{ results: T[] }>(call)).body;
      if (state.isRestless) reading.incomplete?.();
      return results.flatMap((one) => {
        const kept = reading.pick === undefined ? (one as unknown as Kept) : reading.pick(one);
        return kept === undefined ? [] : [kept];
      });
    },
  };
  return { client, calls, companies, datasets, state, addCompany, addConnection, sync };
};
export type MemoryTarget = ReturnType<typeof memoryTarget>;

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
