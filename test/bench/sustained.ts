import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deliveryRates } from './deliveries.ts';
import type { LoadEnd } from './event-load.ts';
import { type BenchHost, benchFolder, startHost, startModule } from './processes.ts';
import { median, type Result, rate, result } from './results.ts';

const defaultSeconds = 180;
const lookMs = 1000;

/**
 * (sustained) Events accepted over HTTP and delivered, for three minutes (BENCH_SECONDS: others), of the rate of (a) in
 * the same run, where deliveries only have to be sent; with what waits at the end, and memory meanwhile. The clients
 * and the consumer are a process of their own, and no more is begun than is delivered.
 */
export const sustained = async (): Promise<Result[]> => {
  const seconds = Number(process.env.BENCH_SECONDS ?? defaultSeconds);
  const { perSecond: alone, bare } = await deliveryRates(await startModule('consumer.ts'), 50_000);
  const host = await startHost(['--data', benchFolder()]);
  const load = fork(
    join(import.meta.dirname, 'event-load.ts'),
    [host.ready.apiUrl, authorizationOf(host), String(seconds)],
    { execArgv: [] },
  );
  try {
    const [port] = (await once(load, 'message')) as [number];
    await createEndpoint(host, `http://127.0.0.1:${port}/hook`);
    const { end, memoryMb } = await run(host, load);
    return resultsOf(end, memoryMb, { alone, bare });
  } finally {
    load.kill('SIGKILL');
    await host.stop();
  }
};

const authorizationOf = ({ ready }: BenchHost): string => `Basic ${btoa(ready.apiKey)}`;

const createEndpoint = async (host: BenchHost, url: string): Promise<void> => {
  const response = await fetch(`${host.ready.apiUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: authorizationOf(host), 'content-type': 'application/json' },
    body: JSON.stringify({ url, eventTypes: ['company.created'] }),
  });
  if (!response.ok) throw new Error(await response.text());
};

const run = async (host: BenchHost, load: ChildProcess): Promise<{ end: LoadEnd; memoryMb: number[] }> => {
  const ended = once(load, 'message') as Promise<[LoadEnd]>;
  const failed = once(load, 'exit').then(([code]) => {
    throw new Error(`The load ended with ${code} and said nothing.`);
  });
  const memoryMb: number[] = [];
  const timer = setInterval(() => memoryMb.push(host.memoryMb()), lookMs);
  load.send('start');
  try {
    const [end] = await Promise.race([ended, failed]);
    return { end, memoryMb };
  } finally {
    clearInterval(timer);
    failed.catch(() => undefined);
  }
};

const resultsOf = (
  { accepted, delivered, perSecond, seconds, drainMs }: LoadEnd,
  memoryMb: readonly number[],
  { alone, bare }: { readonly alone: number; readonly bare: number },
): Result[] => {
  const sustainedRate = delivered / seconds;
  const part = (of: readonly number[], third: 0 | 1 | 2): number =>
    median(of.slice(Math.floor((of.length * third) / 3), Math.ceil((of.length * (third + 1)) / 3)));
  const thirds = ([0, 1, 2] as const).map((third) => rate(part(perSecond, third))).join(', ');
  const memory = ([0, 1, 2] as const).map((third) => part(memoryMb, third));
  return [
    result(
      `(sustained) events accepted over HTTP and delivered, ${seconds} s`,
      sustainedRate / alone,
      '>=',
      0.25,
      '',
      `of the deliveries of (a); ${rate(sustainedRate)} of ${rate(alone)}, ${(sustainedRate / bare).toFixed(2)} of its bare loop; median of each third: ${thirds}`,
    ),
    result(
      '(sustained) seconds of work that wait at the end',
      (accepted - delivered) / sustainedRate,
      '<',
      1,
      '',
      `${(accepted - delivered).toLocaleString('en')} of ${accepted.toLocaleString('en')} events, delivered after ${Math.round(drainMs)} ms`,
    ),
    result(
      '(sustained) memory of the last third over the second',
      (memory[2] ?? 0) / (memory[1] ?? 1),
      '<',
      1.1,
      '',
      `median of each third: ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB`,
    ),
  ];
};
