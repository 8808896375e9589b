import { type BareRequest, bareLoop } from './bare-loop.ts';
import { benchFolder, startHost, startModule } from './processes.ts';
import { median, type Result, rate, result } from './results.ts';

const rounds = 3;
const connections = 32;

const changesPerSecond = 50;

/** (b) The public API over HTTP against a bare Fastify route that answers the same bytes. */
export const api = async (): Promise<Result[]> => {
  const host = await startHost(['--data', benchFolder()]);
  const origin = host.ready.apiUrl;
  const headers = ['authorization', `Basic ${btoa(host.ready.apiKey)}`, 'content-type', 'application/json'];
  const list = { method: 'GET', path: '/companies?pageSize=100', headers } as const;
  let asked = 0;
  /** Each request asks for another address, so that no answer was ever given before. */
  const another = {
    ...list,
    get path() {
      return `${list.path}&asked=${asked++}`;
    },
  };
  const create = {
    method: 'POST',
    path: '/companies',
    headers,
    body: JSON.stringify({ name: 'Bright Bakery', description: 'Bread and cakes', tags: { region: 'uk' } }),
  } as const;

  const ask = async (method: string, path: string, body?: string): Promise<string> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Basic ${btoa(host.ready.apiKey)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  let created = '';
  const ids: string[] = [];
  for (let i = 0; i < 200; i++) {
    created = await ask('POST', '/companies', create.body);
    const { id } = JSON.parse(created) as { id: string };
    ids.push(id);
    await ask('POST', `/companies/${id}/connections`, '{"platformKey":"gbol"}');
  }
  const listed = await ask('GET', list.path);
  const bare = await startModule('bare-server.ts', listed, created);

  interface Comparison {
    readonly what: string;
    readonly request: BareRequest;
    readonly count: number;
    readonly bar: number;
    /** Goes on while this API is measured; answers how to end it. */
    readonly meanwhile?: () => () => Promise<number>;
  }
  const compare = async ({ what, request, count, bar, meanwhile }: Comparison): Promise<Result> => {
    const ratios: number[] = [];
    const ours: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await bareLoop(bare, request, count, connections);
      const end = meanwhile?.();
      const perSecond = await bareLoop(origin, request, count, connections);
      if (end !== undefined) others.push(await end());
      const after = await bareLoop(bare, request, count, connections);
      ours.push(perSecond);
      ratios.push(perSecond / ((before + after) / 2));
    }
    const beside = others.length === 0 ? '' : `, beside ${rate(median(others))} changes`;
    return result(
      what,
      median(ratios),
      '>=',
      bar,
      '',
      `of a bare Fastify route with the same bytes; median of ${rounds}: ${rate(median(ours))}${beside}`,
    );
  };
  const size = `${Math.round(listed.length / 1024)} KiB`;
  const listing = { request: list, count: 5000, bar: 0.4 };
  const results = [
    await compare({ what: `(b) GET /companies?pageSize=100, ${size}`, ...listing }),
    await compare({
      what: `(b) GET /companies?pageSize=100, ${size}, while companies change`,
      ...listing,
      meanwhile: () => changeCompanies(ask, ids),
    }),
    await compare({
      what: `(b) GET /companies?pageSize=100, ${size}, built anew`,
      ...listing,
      request: another,
      bar: 0.35,
      meanwhile: () => changeCompanies(ask, ids),
    }),
    await compare({ what: '(b) POST /companies', request: create, count: 20_000, bar: 0.4 }),
  ];
  await host.stop();
  return results;
};

/**
 * Creates and patches companies in turn, so many a second, until the returned function is called, which answers how
 * many a second they were.
 */
const changeCompanies = (
  ask: (method: string, path: string, body: string) => Promise<string>,
  ids: readonly string[],
): (() => Promise<number>) => {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const changes: Promise<string>[] = [];
  const changeOne = (n: number): Promise<string> =>
    n % 2 === 0
      ? ask('POST', '/companies', JSON.stringify({ name: `Corner Shop ${n}` }))
      : ask('PATCH', `/companies/${ids[(n * 7) % ids.length]}`, JSON.stringify({ name: `Bright Shop ${n}` }));
  const timer = setInterval(() => {
    while (changes.length < seconds() * changesPerSecond) changes.push(changeOne(changes.length));
  }, 1000 / changesPerSecond);
  return async () => {
    clearInterval(timer);
    const perSecond = changes.length / seconds();
    await Promise.all(changes);
    return perSecond;
  };
};
