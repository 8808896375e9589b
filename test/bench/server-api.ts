import { type PostgresServer, startPostgres } from '#test/support/postgres/server.ts';
import { type BareRequest, bareLoop } from './bare-loop.ts';
import { type BenchHost, benchFolder, onCleanUp, startHost } from './processes.ts';
import { median, noBar, type Result, rate } from './results.ts';
import { serverCpuSeconds } from './server-load.ts';
import { deskRun } from './tokens.ts';

const rounds = 3;
const connections = 32;
const created = 5000;
const listed = 3000;
const companies = Number(process.env.BENCH_COMPANIES ?? 2000);

/**
 * (server-api) The public API and a token run of a host whose store is on a PostgreSQL server that survives a power cut, of
 * the same on files, in the same run and in turns.
 */
export const serverApi = async (): Promise<Result[]> => {
  const server = await startPostgres({ durable: true, settings: ['shared_buffers = 256MB'] });
  onCleanUp(() => server.stop());
  return [...(await requests(server)), await tokenRun(server)];
};

const storeOn = ({ port, user }: PostgresServer, schema: string): string[] => [
  '--store',
  `postgres://${user}@127.0.0.1:${port}/postgres?schema=${schema}`,
];

interface Asked {
  readonly perSecond: number;
  /** Processor time of one request in our process, and in those of the server, µs. */
  readonly cpuUs: number;
  readonly serverUs: number;
}

const requests = async (server: PostgresServer): Promise<Result[]> => {
  const file = await startHost(['--data', benchFolder()]);
  const onServer = await startHost(['--data', benchFolder(), ...storeOn(server, 'bench_api')], {
    env: { PGPASSWORD: server.password },
  });
  const asks = [
    { what: 'POST /companies', count: created, request: create },
    { what: 'GET /companies?pageSize=100', count: listed, request: list },
    // Each asks for another address, so that no answer was ever given before.
    { what: 'the same, built anew', count: listed, request: listAnew },
  ];
  const results: Result[] = [];
  for (const { what, count, request } of asks) {
    const measured: { file: Asked[]; server: Asked[] } = { file: [], server: [] };
    for (let round = 0; round <= rounds; round++) {
      measured.file.push(await asked(file, request, count, undefined));
      measured.server.push(await asked(onServer, request, count, server));
    }
    // The first round is slower, until the engine has compiled what is used often.
    results.push(ratio(`(server-api) ${what}`, measured.file.slice(1), measured.server.slice(1)));
  }
  await onServer.stop();
  await file.stop();
  return results;
};

const ratio = (what: string, file: readonly Asked[], server: readonly Asked[]): Result => {
  const of = (all: readonly Asked[], part: keyof Asked): number => median(all.map((one) => one[part]));
  return {
    what,
    figure: (of(server, 'perSecond') / of(file, 'perSecond')).toFixed(2),
    bar: noBar,
    reached: true,
    detail: `of those on a file: ${rate(of(server, 'perSecond'))}, processor ${Math.round(of(server, 'cpuUs'))} + ${Math.round(of(server, 'serverUs'))} µs of the server; on a file ${rate(of(file, 'perSecond'))}, ${Math.round(of(file, 'cpuUs'))} µs`,
  };
};

type RequestOf = (headers: BareRequest['headers']) => BareRequest;
const create: RequestOf = (headers) => ({
  method: 'POST',
  path: '/companies',
  headers,
  body: JSON.stringify({ name: 'Bright Bakery', description: 'Bread and cakes', tags: { region: 'uk' } }),
});
const list: RequestOf = (headers) => ({ method: 'GET', path: '/companies?pageSize=100', headers });
let asks = 0;
const listAnew: RequestOf = (headers) => ({
  method: 'GET',
  headers,
  get path() {
    return `/companies?pageSize=100&asked=${asks++}`;
  },
});

const asked = async (
  host: BenchHost,
  request: RequestOf,
  count: number,
  server: PostgresServer | undefined,
): Promise<Asked> => {
  const { apiUrl, apiKey } = host.ready;
  const headers = ['authorization', `Basic ${btoa(apiKey)}`, 'content-type', 'application/json'];
  const serverCpu = (): number => (server === undefined ? 0 : serverCpuSeconds(server));
  const before = { own: host.cpuSeconds(), server: serverCpu() };
  const perSecond = await bareLoop(apiUrl, request(headers), count, connections);
  const us = (seconds: number): number => (seconds * 1e6) / count;
  return {
    perSecond,
    cpuUs: us(host.cpuSeconds() - before.own),
    serverUs: us(serverCpu() - before.server),
  };
};

const tokenRun = async (server: PostgresServer): Promise<Result> => {
  const file: number[] = [];
  const onServer: number[] = [];
  for (let round = 0; round < rounds; round++) {
    file.push(companies / (await deskRun({ companies })).seconds);
    const options = storeOn(server, `bench_tokens_${round}`);
    const env = { PGPASSWORD: server.password };
    onServer.push(companies / (await deskRun({ companies, options, env })).seconds);
  }
  return {
    what: `(server-api) a token run of ${companies.toLocaleString('en')} companies`,
    figure: (median(onServer) / median(file)).toFixed(2),
    bar: noBar,
    reached: true,
    detail: `of one on files: ${rate(median(onServer))} of ${rate(median(file))}, each on the service in the same process`,
  };
};
