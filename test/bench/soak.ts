import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Line, lineChart } from './charts.ts';
import { type BenchHost, benchFolder, startHost } from './processes.ts';
import { median, type Result, rate, result } from './results.ts';
import type { Kind } from './soak-consumers.ts';
import type { SoakSample } from './soak-load.ts';

const defaultMinutes = 20;
const perSecond = 1000;
/** The rate-limited consumer gets 50 events a second, and allows a few more. */
const limit = 60;

const pictures = join(import.meta.dirname, '..', '..', 'docs', 'pictures');

/** What is known of one second. */
interface Second extends SoakSample {
  readonly at: number;
  readonly memoryMb: number;
  readonly waiting: number;
  readonly lagSeconds: number;
}

/**
 * (soak) 1,000 events a second accepted over HTTP for 20 minutes (`npm run bench soak 1`: one), beside consumers of all
 * kinds: fast, slow, failing, gone (410), dead, flapping and rate-limited. Memory and latency of each second become a
 * chart in the documentation.
 */
export const soak = async (): Promise<Result[]> => {
  const minutes = Number(process.argv.slice(2).find((word) => /^[\d.]+$/.test(word)) ?? defaultMinutes);
  const host = await startHost(['--data', benchFolder()]);
  const authorization = `Basic ${btoa(host.ready.apiKey)}`;
  const args = [host.ready.apiUrl, authorization, String(perSecond)];
  const load = fork(join(import.meta.dirname, 'soak-load.ts'), args, { execArgv: [] });
  try {
    const [{ origin, kinds }] = (await once(load, 'message')) as [{ origin: string; kinds: Kind[] }];
    for (const kind of kinds) await makeEndpoint(host, authorization, origin, kind);
    const seconds = await run(host, load, minutes * 60);
    writeFileSync(join(pictures, 'soak-latency.svg'), latencyChart(seconds));
    writeFileSync(join(pictures, 'soak-memory.svg'), memoryChart(seconds));
    return resultsOf(seconds, minutes);
  } finally {
    load.kill('SIGKILL');
    await host.stop();
  }
};

const makeEndpoint = async (
  { ready }: BenchHost,
  authorization: string,
  origin: string,
  kind: Kind,
): Promise<void> => {
  const ask = async (url: string, method: string, auth: string, body: unknown): Promise<{ id: string }> => {
    const response = await fetch(url, {
      method,
      headers: { authorization: auth, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { id: string };
  };
  const companyTags = kind === 'fast' ? {} : { companyTags: [`${kind}:yes`] };
  const endpoint = { url: `${origin}/${kind}`, eventTypes: ['company.created'], ...companyTags };
  const { id } = await ask(`${ready.apiUrl}/webhooks`, 'POST', authorization, endpoint);
  if (kind !== 'limited') return;
  await ask(`${ready.deskUrl}/api/endpoints/${id}`, 'PATCH', `Bearer ${ready.deskToken}`, {
    messagesPerSecond: limit,
  });
};

const run = async (host: BenchHost, load: ChildProcess, most: number): Promise<Second[]> => {
  const seconds: Second[] = [];
  load.send('start');
  while (seconds.length < most) {
    const [sample] = (await once(load, 'message')) as [SoakSample];
    const metrics = await (await fetch(`${host.ready.deskUrl}/metrics`)).text();
    const figure = (name: string): number =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
    seconds.push({
      ...sample,
      at: seconds.length + 1,
      memoryMb: host.memoryMb(),
      waiting: figure('carryover_backlog_deliveries'),
      lagSeconds: figure('carryover_delivery_lag_seconds'),
    });
  }
  return seconds;
};

const minute = ({ at }: Second): number => at / 60;
const line = (name: string, seconds: readonly Second[], of: (second: Second) => number): Line => ({
  name,
  points: seconds.map((second) => [minute(second), of(second)] as const),
});

const latencyChart = (seconds: readonly Second[]): string =>
  lineChart('Latency of each second', { name: 'minutes' }, { name: 'ms', log: true }, [
    line('POST /companies, median', seconds, (one) => Math.max(one.postP50Ms, 0.1)),
    line('POST /companies, p99', seconds, (one) => Math.max(one.postP99Ms, 0.1)),
    line('event to fast consumer, median', seconds, (one) => Math.max(one.deliveryP50Ms, 0.1)),
    line('event to fast consumer, p99', seconds, (one) => Math.max(one.deliveryP99Ms, 0.1)),
  ]);

const memoryChart = (seconds: readonly Second[]): string =>
  lineChart('Memory and backlog', { name: 'minutes' }, { name: 'MB, thousands' }, [
    line('memory of the host, MB', seconds, ({ memoryMb }) => memoryMb),
    line('waiting deliveries, thousands', seconds, ({ waiting }) => waiting / 1000),
  ]);

const resultsOf = (seconds: readonly Second[], minutes: number): Result[] => {
  const p = (share: number, of: (second: Second) => number): number =>
    seconds.map(of).sort((a, b) => a - b)[Math.floor(seconds.length * share)] ?? 0;
  const sum = (of: (second: Second) => number): number => seconds.reduce((all, one) => all + of(one), 0);
  const accepted = sum((one) => one.accepted);
  const fast = seconds.at(-1)?.received.fast ?? 0;
  const third = Math.floor(seconds.length / 3);
  const memory = [seconds.slice(third, 2 * third), seconds.slice(-third)].map((part) =>
    median(part.map(({ memoryMb }) => memoryMb)),
  );
  const received = Object.entries(seconds.at(-1)?.received ?? {}).map(([kind, count]) => `${kind} ${count}`);
  return [
    result(
      `(soak) events accepted a second, ${minutes} min`,
      accepted / seconds.length,
      '>=',
      perSecond * 0.99,
      '/s',
      `${accepted.toLocaleString('en')} accepted, ${sum((one) => one.refused)} refused; attempts: ${received.join(', ')}`,
    ),
    result(
      '(soak) of them with the fast consumer at the end',
      fast / accepted,
      '>=',
      0.99,
      '',
      `${rate(fast / seconds.length)}; the last ones are on their way`,
    ),
    result(
      '(soak) POST /companies, p99 of the median second',
      p(0.5, (one) => one.postP99Ms),
      '<',
      50,
      ' ms',
      `the worst second ${p(1 - 1 / seconds.length, (one) => one.postP99Ms).toFixed(0)} ms; median request ${p(0.5, (one) => one.postP50Ms).toFixed(1)} ms`,
    ),
    result(
      '(soak) event to fast consumer, p99 of the median second',
      p(0.5, (one) => one.deliveryP99Ms),
      '<',
      250,
      ' ms',
      `the worst second ${p(1 - 1 / seconds.length, (one) => one.deliveryP99Ms).toFixed(0)} ms; median event ${p(0.5, (one) => one.deliveryP50Ms).toFixed(0)} ms`,
    ),
    result(
      '(soak) memory of the last third over the second',
      (memory[1] ?? 0) / (memory[0] ?? 1),
      '<',
      1.1,
      '',
      `${memory.map((mb) => mb.toFixed(0)).join(', then ')} MB; at most ${Math.max(...seconds.map(({ memoryMb }) => memoryMb)).toFixed(0)} MB`,
    ),
  ];
};
