import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedPort } from '#test/support/unused-port.ts';
import { bareLoop } from './bare-loop.ts';
import { deliveryRates } from './deliveries.ts';
import { benchFolder, cpuSecondsOf, onCleanUp, startHost, startModule } from './processes.ts';
import { median, noBar, type Result, rate } from './results.ts';

/** Versions that the figures are of. */
const packages = ['bullmq@6.7.0', 'json-server@0.17.4', '@mockoon/cli@9.9.0'];
const rounds = 3;
const connections = 32;
const deliveryCount = 20_000;
const requestCount = 5000;

/**
 * (peers) Others at the same work in the same run: deliveries by a BullMQ worker on Redis, unsigned and without a log,
 * and `GET /companies` of json-server and Mockoon with the same bytes. They are installed from the registry into a
 * folder that is removed after; what can't be had is skipped by name.
 */
export const peers = async (): Promise<Result[]> => {
  const folder = installed(packages);
  if (folder === undefined)
    return packages.map((name) => skipped(`(peers) ${name}`, 'npm could not install it'));
  return [await beside('BullMQ', () => bullmq(folder)), ...(await lists(folder))];
};

/** Installs packages of the registry into a folder. Answers undefined where that can't be done. */
export const installed = (names: readonly string[]): string | undefined => {
  const folder = benchFolder();
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...names];
    execFileSync('npm', options, { cwd: folder, stdio: 'ignore', timeout: 300_000 });
    return folder;
  } catch {
    return undefined;
  }
};

export const skipped = (what: string, why: string): Result => ({
  what,
  figure: 'skipped',
  bar: noBar,
  reached: true,
  detail: why,
});

const beside = async (name: string, measure: () => Promise<Result>): Promise<Result> => {
  try {
    return await measure();
  } catch (error) {
    return skipped(`(peers) ${name}`, error instanceof Error ? error.message : String(error));
  }
};

/** Times of ours over that of another. */
const compared = (
  what: string,
  ours: readonly number[],
  theirs: readonly number[],
  detail: string,
): Result => ({
  what,
  figure: `${(median(ours) / median(theirs)).toFixed(1)} times`,
  bar: noBar,
  reached: true,
  detail: `${rate(median(ours))} of ours, ${rate(median(theirs))} of theirs; ${detail}`,
});

const isOnPath = (name: string): boolean => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const bullmq = async (folder: string): Promise<Result> => {
  if (!isOnPath('redis-server')) throw new Error('redis-server is not on PATH');
  const consumer = await startModule('consumer.ts');
  const port = await unusedPort();
  const redis = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    cwd: folder,
    stdio: 'ignore',
  });
  onCleanUp(() => void redis.kill('SIGKILL'));
  await listening(port);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push((await deliveryRates(consumer, deliveryCount)).perSecond);
    const args = [folder, String(port), `${consumer}/hook`, String(deliveryCount)];
    const worker = fork(join(import.meta.dirname, 'peer-bullmq.ts'), args, { execArgv: [] });
    onCleanUp(() => void worker.kill('SIGKILL'));
    theirs.push(await answerOf(worker));
  }
  return compared('(peers) deliveries: BullMQ on Redis', ours, theirs, 'theirs unsigned, without a log');
};

const answerOf = async (child: ChildProcess): Promise<number> => {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code}`);
  });
  const [perSecond] = (await Promise.race([once(child, 'message'), failed])) as [number];
  failed.catch(() => undefined);
  return perSecond;
};

interface Server {
  readonly origin: string;
  readonly path: string;
  cpuSeconds(): number;
}
interface Asked {
  readonly perSecond: number;
  /** Processor time of the server for one request. */
  readonly cpuUs: number;
}

/** `GET /companies` with the same bytes. */
const lists = async (folder: string): Promise<Result[]> => {
  const host = await startHost(['--data', benchFolder()]);
  const headers = ['authorization', `Basic ${btoa(host.ready.apiKey)}`, 'content-type', 'application/json'];
  for (let n = 0; n < 100; n++) {
    const response = await fetch(`${host.ready.apiUrl}/companies`, {
      method: 'POST',
      headers: { authorization: headers[1] as string, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Bright Bakery ${n}`,
        description: 'Bread and cakes',
        tags: { region: 'uk' },
      }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  const path = '/companies?pageSize=100';
  const listed = await (
    await fetch(host.ready.apiUrl + path, { headers: { authorization: headers[1] as string } })
  ).text();
  const own: Server = { origin: host.ready.apiUrl, path, cpuSeconds: host.cpuSeconds };
  const ask = async ({ origin, path, cpuSeconds }: Server): Promise<Asked> => {
    const before = cpuSeconds();
    const perSecond = await bareLoop(origin, { method: 'GET', path, headers }, requestCount, connections);
    return { perSecond, cpuUs: ((cpuSeconds() - before) / requestCount) * 1e6 };
  };
  const against = async (name: string, server: Server): Promise<Result> => {
    const asked: { ours: Asked; theirs: Asked }[] = [];
    for (let round = 0; round <= rounds; round++) {
      asked.push({ ours: await ask(own), theirs: await ask(server) });
    }
    // The first round is slower, until the engine has compiled what is used often.
    asked.shift();
    const of = (who: 'ours' | 'theirs', what: keyof Asked) => asked.map((one) => one[who][what]);
    const cpu = (who: 'ours' | 'theirs') => `${Math.round(median(of(who, 'cpuUs')))} µs`;
    return compared(
      `(peers) GET /companies: ${name}`,
      of('ours', 'perSecond'),
      of('theirs', 'perSecond'),
      `processor ${cpu('ours')} and ${cpu('theirs')}; ${Math.round(listed.length / 1024)} KiB each, theirs without a key`,
    );
  };
  const results = [
    await beside('json-server', async () => against('json-server', await jsonServer(folder, listed))),
    await beside('Mockoon CLI', async () => against('Mockoon CLI', await mockoon(folder, listed))),
  ];
  await host.stop();
  return results;
};

const jsonServer = (folder: string, listed: string): Promise<Server> => {
  const file = join(folder, 'db.json');
  writeFileSync(file, `{"companies":${listed}}`);
  return served(folder, (port) => ['json-server', '--quiet', '--host', '127.0.0.1', '--port', port, file]);
};

const mockoon = (folder: string, listed: string): Promise<Server> => {
  const file = join(folder, 'mockoon.json');
  return served(folder, (port) => {
    writeFileSync(file, JSON.stringify(environment(Number(port), listed)));
    return ['mockoon-cli', 'start', '--data', file, '--port', port, '--disable-log-to-file'];
  });
};

/** One route that answers the bytes, as Mockoon's application writes it. */
const environment = (port: number, body: string) => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  lastMigration: 33,
  name: 'bench',
  port,
  hostname: '127.0.0.1',
  endpointPrefix: '',
  latency: 0,
  folders: [],
  rootChildren: [{ type: 'route', uuid: '00000000-0000-4000-8000-000000000002' }],
  routes: [
    {
      uuid: '00000000-0000-4000-8000-000000000002',
      type: 'http',
      method: 'get',
      endpoint: 'companies',
      documentation: '',
      responseMode: null,
      responses: [
        {
          uuid: '00000000-0000-4000-8000-000000000003',
          body,
          latency: 0,
          statusCode: 200,
          label: '',
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          bodyType: 'INLINE',
          filePath: '',
          databucketID: '',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: true,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
    },
  ],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: {
    enabled: false,
    type: 'CERT',
    pfxPath: '',
    certPath: '',
    keyPath: '',
    caPath: '',
    passphrase: '',
  },
  cors: false,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [],
  callbacks: [],
});

/** Starts a program of the folder on a free port. */
const served = async (folder: string, command: (port: string) => string[]): Promise<Server> => {
  const port = await unusedPort();
  const [name = '', ...args] = command(String(port));
  const program = join(folder, 'node_modules', '.bin', name);
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: 'ignore' });
  onCleanUp(() => void child.kill('SIGKILL'));
  await listening(port);
  return {
    origin: `http://127.0.0.1:${port}`,
    path: '/companies',
    cpuSeconds: () => cpuSecondsOf(child.pid),
  };
};

const listening = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/companies`, { signal: AbortSignal.timeout(2000) });
      return;
    } catch (error) {
      // Redis hangs up on HTTP, and so it listens.
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code !== 'ECONNREFUSED') return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`nothing listens on port ${port} after 20 s`);
};
