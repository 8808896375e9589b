import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '#test/support/postgres/server.ts';
import { delivered, deliveryCount, type Measured } from './on-server.ts';
import { installed, skipped } from './peers.ts';
import { onCleanUp, startModule } from './processes.ts';
import { median, noBar, type Result, rate } from './results.ts';
import { serverCpuSeconds } from './server-load.ts';

/** Versions that the figures are of. */
const packages = { 'graphile-worker': 'graphile-worker@0.18.0', 'pg-boss': 'pg-boss@12.38.0' } as const;
const lacks: Readonly<Record<Kind, string>> = {
  'graphile-worker': 'no signature, no log of attempts: a job that succeeded is deleted',
  'pg-boss': 'no signature, no log of attempts: a job keeps its last state, and a batch fails as a whole',
};
type Kind = keyof typeof packages;
const rounds = 3;

/**
 * (server-peers) Others that deliver from tables of PostgreSQL at the same work, on the same server, in the same run: the
 * same number of requests to the same consumer by one process each. They are installed from the registry into a folder that
 * is removed after; what can't be had is skipped by name.
 */
export const serverPeers = async (): Promise<Result[]> => {
  const kinds = Object.keys(packages) as Kind[];
  const folder = installed(Object.values(packages));
  if (folder === undefined)
    return kinds.map((kind) => skipped(`(server-peers) ${kind}`, 'npm could not install it'));
  const server = await startPostgres({ durable: true, settings: ['shared_buffers = 256MB'] });
  onCleanUp(() => server.stop());
  const consumer = await startModule('consumer.ts');
  const ours: Measured[] = [];
  const theirs: Record<Kind, Measured[]> = { 'graphile-worker': [], 'pg-boss': [] };
  const failed = new Map<Kind, string>();
  for (let round = 0; round < rounds; round++) {
    ours.push(await delivered(consumer, { server, round }, 1));
    for (const kind of kinds) {
      try {
        theirs[kind].push(await deliveredBy(kind, { folder, server, consumer }));
      } catch (error) {
        failed.set(kind, error instanceof Error ? error.message : String(error));
      }
    }
  }
  return kinds.map((kind) => {
    const problem = failed.get(kind);
    return problem === undefined
      ? compared(kind, ours, theirs[kind])
      : skipped(`(server-peers) ${kind}`, problem);
  });
};

const compared = (kind: Kind, ours: readonly Measured[], theirs: readonly Measured[]): Result => {
  const of = (measured: readonly Measured[], what: keyof Measured): number =>
    median(measured.map((one) => one[what]));
  const words = (measured: readonly Measured[]): string =>
    `${rate(of(measured, 'perSecond'))}, processor ${Math.round(of(measured, 'cpuUs'))} + ${Math.round(of(measured, 'serverUs'))} µs`;
  return {
    what: `(server-peers) deliveries a second: ${packages[kind]}`,
    figure: `${(of(ours, 'perSecond') / of(theirs, 'perSecond')).toFixed(2)} times`,
    bar: noBar,
    reached: true,
    detail: `ours ${words(ours)} of the server; theirs ${words(theirs)}; theirs has ${lacks[kind]}`,
  };
};

const deliveredBy = async (
  kind: Kind,
  {
    folder,
    server,
    consumer,
  }: { readonly folder: string; readonly server: PostgresServer; readonly consumer: string },
): Promise<Measured> => {
  const { user, password, port } = server;
  const address = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const args = [kind, folder, address, consumer, String(deliveryCount)];
  const child = fork(join(import.meta.dirname, 'peer-on-server.ts'), args, {
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onCleanUp(() => void child.kill('SIGKILL'));
  const before = await said(child);
  const serverBefore = serverCpuSeconds(server);
  const startedAt = performance.now();
  child.send('begin');
  const after = await said(child);
  const seconds = (performance.now() - startedAt) / 1000;
  const serverUs = ((serverCpuSeconds(server) - serverBefore) * 1e6) / deliveryCount;
  child.kill('SIGKILL');
  const cpuUs = ((after - before) * 1000) / deliveryCount;
  return {
    perSecond: deliveryCount / seconds,
    cpuUs,
    serverUs,
    sumUs: cpuUs + serverUs,
  };
};

const said = async (child: ChildProcess): Promise<number> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code}`);
  });
  ended.catch(() => undefined);
  const slow = AbortSignal.timeout(120_000);
  const late = once(slow, 'abort').then(() => {
    throw new Error('it was not done after 2 minutes');
  });
  late.catch(() => undefined);
  const [{ cpuMs }] = (await Promise.race([once(child, 'message'), ended, late])) as [{ cpuMs: number }];
  return cpuMs;
};
