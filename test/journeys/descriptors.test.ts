import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import {
  clockGrainMs,
  created,
  loadTo,
  median,
  p99,
  startFrozenConsumer,
  startIsolatedConsumer,
} from '#test/support/isolated-consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const descriptors = 256;
const healthyEndpoints = 9;
const [silentEndpoints, frozenEndpoints] = [18, 17];
/** More than all places: each dead endpoint has all that it may have in flight, and more waits. */
const eventsBefore = 60;
/** Odd, so that the median is one of them. */
const rounds = 7;
const eventsPerRound = 15;
const eventsToWake = 3;
const pauseMs = 10;

interface Endpoint {
  readonly url: string;
  readonly health: { readonly succeeded: number; readonly failed: number; readonly waiting: number };
}
const endpointsOf = async (host: HostProcess): Promise<Endpoint[]> =>
  ((await (await host.desk('GET', '/api/endpoints')).json()) as { results: Endpoint[] }).results;

test.skipIf(process.platform === 'win32')(
  'with 256 descriptors and 35 dead endpoints, nine healthy ones stay within twice their p99, and nothing is lost',
  { timeout: 300_000 },
  async () => {
    const healthy = await startIsolatedConsumer();
    const silent = await startIsolatedConsumer();
    const frozen = await startFrozenConsumer();
    const deadUrls = [
      ...Array.from({ length: silentEndpoints }, () => `${silent.url}/dead`),
      ...Array.from({ length: frozenEndpoints }, () => frozen),
    ];
    const start = async (urls: readonly string[]): Promise<HostProcess> => {
      const host = await startHostProcess(['--data', temporaryFolder()], descriptors);
      for (const url of urls) await created(host, '/webhooks', { url, eventTypes: ['company.created'] });
      return host;
    };
    const healthyUrls = Array.from({ length: healthyEndpoints }, () => `${healthy.url}/alive`);
    const alone = await start(healthyUrls);
    const beside = await start([...deadUrls, ...healthyUrls]);

    const load = loadTo(healthy, healthyEndpoints);
    const hosts = [alone, beside];
    for (const host of hosts) host.process.kill('SIGSTOP');
    const p99s: number[][] = hosts.map(() => []);
    let mostOpen = 0;
    for (let round = 0; round <= rounds; round++) {
      for (const [i, host] of hosts.entries()) {
        host.process.kill('SIGCONT');
        await load(host, round === 0 ? eventsBefore : eventsToWake, pauseMs);
        if (round > 0) p99s[i]?.push(p99(await load(host, eventsPerRound, pauseMs)));
        if (process.platform === 'linux')
          mostOpen = Math.max(mostOpen, readdirSync(`/proc/${host.process.pid}/fd`).length);
        host.process.kill('SIGSTOP');
      }
    }

    const events = eventsBefore + rounds * (eventsToWake + eventsPerRound);
    beside.process.kill('SIGCONT');
    const endpoints = await until(async () => {
      const all = await endpointsOf(beside);
      const isDone = all.every(({ url, health }) => url !== healthyUrls[0] || health.waiting === 0);
      return isDone && all;
    });
    const dead = endpoints.filter(({ url }) => deadUrls.includes(url));
    expect(dead).toHaveLength(silentEndpoints + frozenEndpoints);
    for (const { health } of dead) expect(health).toMatchObject({ succeeded: 0, failed: 0, waiting: events });
    for (const { health } of endpoints.filter(({ url }) => !deadUrls.includes(url)))
      expect(health).toMatchObject({ succeeded: events, failed: 0, waiting: 0 });
    expect(mostOpen).toBeLessThan(descriptors);
    expect(beside.stderr()).not.toContain('EMFILE');

    const [aloneMs = [], besideMs = []] = p99s;
    const ratio = median(besideMs.map((ms, round) => ms / Math.max(aloneMs[round] as number, clockGrainMs)));
    console.log(
      `p99 of 9 healthy endpoints at ${descriptors} descriptors, ms, median of ${rounds} rounds: ${median(aloneMs)} alone, ${median(besideMs)} beside 35 dead ones; median ratio ${ratio.toFixed(2)}; open at most ${mostOpen}`,
    );
    expect(ratio).toBeLessThanOrEqual(2);
  },
);

test('with 64 descriptors it says that they are few, and 35 dead endpoints do not keep healthy ones from theirs', {
  timeout: 120_000,
}, async (context) => {
  if (process.platform === 'win32') return context.skip('there is no such limit here');
  const healthy = await startConsumer();
  const frozen = await startFrozenConsumer();
  const host = await startHostProcess(['--data', temporaryFolder()], 64);
  expect(host.stderr()).toContain('only 64 files and sockets may be open');
  const endpoints = async (url: string, count: number): Promise<void> => {
    for (let n = 0; n < count; n++)
      await created(host, '/webhooks', { url, eventTypes: ['company.created'] });
  };
  await endpoints(healthy.url, healthyEndpoints);
  for (let n = 0; n < 5; n++) await created(host, '/companies', { name: `Before ${n}` });
  await healthy.receivedAtLeast(5 * healthyEndpoints);
  await endpoints(frozen, 35);
  for (let n = 0; n < 20; n++) await created(host, '/companies', { name: `Company ${n}` });
  // Dead ones hold each place for 15 s: without places of their own, healthy ones would wait for hours.
  await healthy.receivedAtLeast(25 * healthyEndpoints);
  const dead = (await endpointsOf(host)).filter(({ url }) => url === frozen);
  expect(dead).toHaveLength(35);
  for (const { health } of dead) expect(health).toMatchObject({ succeeded: 0, waiting: 20 });
  expect(host.stderr()).not.toContain('EMFILE');
});

test('a process without a free descriptor uses up no attempt: what is due leaves when there is one again', {
  timeout: 60_000,
}, async (context) => {
  if (process.platform === 'win32') return context.skip('there is no such limit here');
  const consumer = await startConsumer(({ headers }) => (isFirst(headers['webhook-id']) ? 503 : 200));
  const seen = new Set<unknown>();
  const isFirst = (id: unknown): boolean => !seen.has(id) && seen.add(id) !== undefined;
  const host = await startHostProcess(['--data', temporaryFolder()], 96);
  await created(host, '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  for (let n = 0; n < 3; n++) await created(host, '/companies', { name: `Company ${n}` });
  await consumer.receivedAtLeast(3);

  // Callers of its API take every descriptor until the second attempts, 5 s later, could not leave.
  const { hostname, port } = new URL(host.ready.apiUrl);
  const callers: Socket[] = [];
  const letGo = (): void => {
    for (const caller of callers) caller.destroy();
  };
  onTestFinished(letGo);
  await until(async () => {
    for (let n = 0; n < 20; n++) {
      const caller = connect({ host: hostname, port: Number(port) });
      callers.push(caller.on('error', () => {}));
    }
    return host.stderr().includes('No attempt is used up');
  }, 50);
  expect(consumer.received).toHaveLength(3);

  letGo();
  await consumer.receivedAtLeast(6);
  await until(async () => (await endpointsOf(host)).every(({ health }) => health.succeeded === 3));
  const messages = (await (await host.desk('GET', '/api/messages')).json()) as { results: { id: string }[] };
  expect(messages.results).toHaveLength(3);
  for (const { id } of messages.results) {
    const detail = (await (await host.desk('GET', `/api/messages/${id}`)).json()) as { attempts: object[] };
    expect(detail.attempts).toMatchObject([
      { number: 1, statusCode: 503 },
      { number: 2, statusCode: 200 },
    ]);
  }
});
