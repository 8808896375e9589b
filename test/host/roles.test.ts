import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { startHost } from '#host/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

const processesOfOneStore = async (given?: Awaited<ReturnType<typeof temporaryStore>>) => {
  const { address, env } = given ?? (await temporaryStore());
  const key = join(temporaryFolder(), 'team.key');
  writeFileSync(key, randomBytes(32), { mode: 0o600 });
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  onTestFinished(() => void vi.unstubAllEnvs());
  return (roles: string, ...options: string[]): Promise<HostProcess> => {
    const args = ['--data', temporaryFolder(), '--store', address, '--data-key-file', key];
    return startHostProcess([...args, '--roles', roles, '--allow-private', ...options]);
  };
};

const statusAt = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

test('each process does what its roles say, and no more, until it is drained', async () => {
  const start = await processesOfOneStore();
  const front = await start('api', '--drain', '2', '--https-url', 'https://api.example');
  expect([front.ready.deskUrl, front.ready.deskToken]).toEqual(['', '']);
  expect(await statusAt(`${front.ready.apiUrl}/ready`)).toBe(200);
  expect(await statusAt(`${front.ready.apiUrl}/live`)).toBe(200);

  const consumer = await startConsumer();
  const made = await front.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  expect(made.status).toBe(201);
  const company = await front.api('POST', '/companies', { name: 'Acme' });
  expect(company.status).toBe(200);
  // What is stated of a process without the desk is the address of its API.
  expect(await company.json()).toMatchObject({
    redirect: expect.stringMatching(/^https:\/\/api\.example\/link\/company\//),
  });
  // A process that has the desk, and nothing else, delivers nothing and answers no API.
  const desk = await start('desk,run', '--drain', '2');
  expect(desk.ready.apiUrl).toBe('');
  await until(async () => (await statusAt(`${desk.ready.deskUrl}/ready`)) === 200);
  const { results } = (await (await desk.desk('GET', '/api/messages')).json()) as { results: unknown[] };
  expect(results).toHaveLength(1);
  expect(consumer.received).toEqual([]);

  const worker = await start('deliver');
  expect([worker.ready.apiUrl, worker.ready.deskUrl]).toEqual(['', '']);
  await until(async () => consumer.received.length === 1);
  expect(await worker.end('SIGTERM')).toBe(0);
  expect(consumer.received).toHaveLength(1);

  // A drain says so by /ready first, on the port of either, and answers requests until it ends.
  const { apiUrl } = front.ready;
  const { deskUrl } = desk.ready;
  expect([await statusAt(`${apiUrl}/ready`), await statusAt(`${deskUrl}/ready`)]).toEqual([200, 200]);
  const ended = [front, desk].map((one) => one.end('SIGTERM'));
  for (const url of [apiUrl, deskUrl]) await until(async () => (await statusAt(`${url}/ready`)) === 503);
  const reasons = (await (await fetch(`${deskUrl}/ready`)).json()) as { reasons: { what: string }[] };
  expect(reasons.reasons.map(({ what }) => what)).toEqual(['stopping']);
  expect((await front.api('POST', '/companies', { name: 'Acme' })).status).toBe(200);
  expect((await desk.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).status).toBe(200);
  expect(await Promise.all(ended)).toEqual([0, 0]);
  for (const url of [apiUrl, deskUrl]) expect(await statusAt(`${url}/ready`)).toBe(0);
}, 120_000);

/** What a case observes, at the process that has the desk. */
const observing = async (first: HostProcess) => {
  const json = async ({ desk }: HostProcess, method: string, path: string, body?: unknown) => {
    const response = await desk(method, path, body);
    expect([path, response.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
    return (await response.json()) as Json;
  };
  const { id: caseId } = await json(first, 'POST', '/api/cases', { name: 'acme' });
  return {
    open: (by: HostProcess, name: string) => json(by, 'POST', `/api/cases/${caseId}/observations`, { name }),
    /** Alerts calls that are in the case. */
    async recorded(by: HostProcess): Promise<number> {
      const { results } = await json(by, 'GET', `/api/cases/${caseId}/entries`);
      const seen = results.filter(({ kind }: Json) => kind === 'observation.seen');
      return seen.flatMap(({ content }: Json) => content.calls).length;
    },
    /** What it counted, and what it says as evidence. */
    async close(by: HostProcess, { id }: Json) {
      const observation = await json(by, 'POST', `/api/cases/${caseId}/observations/${id}/close`);
      const { results } = await json(by, 'GET', `/api/cases/${caseId}/entries`);
      const { content } = results.findLast(({ kind }: Json) => kind === 'evidence.added');
      expect(content.evidence.id).toBe(id);
      return { observation, says: content.evidence.rows[0].says };
    },
  };
};
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

/** The time of observations, on the server. */
const timeOf = async ({ address, password }: ServerPlace) => {
  const { host, port, user, database, prefix } = address;
  const client = new pg.Client({ host, port, user, database, password });
  await client.connect();
  let days = 0;
  return {
    async pass(more: number): Promise<void> {
      days += more;
      await client.query(`create or replace function "${prefix}_service".observed_now() returns timestamptz
        language sql volatile as 'select clock_timestamp() + interval ''${days} days'''`);
    },
    end: () => client.end(),
  };
};

test('an observation counts what any process answers, outlives the one with the desk, and is no absence once one that answered was killed', async () => {
  const store = await temporaryStore();
  const start = await processesOfOneStore(store);
  const killed = await start('api');
  const [front, desk] = await Promise.all([start('api'), start('desk,run')]);
  await until(async () => (await statusAt(`${desk.ready.deskUrl}/ready`)) === 200);
  const time = await timeOf(store.place);
  const { open, recorded, close } = await observing(desk);

  const before = await open(desk, 'a week');
  for (const one of [front, killed, front]) expect((await one.api('GET', '/companies')).status).toBe(200);
  await time.pass(8);
  const week = await close(desk, before);
  expect(week).toMatchObject({ observation: { calls: [], otherCalls: 3 }, says: 'absent' });
  expect(week.observation.unwatchedMs ?? 0).toBeLessThan(60_000);

  // Found by itself, soon.
  const legacy = await open(desk, 'before the fix');
  expect((await killed.api('GET', '/rules/alerts')).status).toBe(200);
  await until(async () => (await recorded(desk)) > 0);
  expect(await close(desk, legacy)).toMatchObject({
    observation: { calls: [{ count: 1 }] },
    says: 'present',
  });

  // Nobody needs the desk to know what was answered while it was away.
  const long = await open(desk, 'without the desk');
  await desk.end('SIGKILL');
  expect((await front.api('GET', '/companies')).status).toBe(200);
  await time.pass(8);
  const next = await start('desk,run');
  await until(async () => (await statusAt(`${next.ready.deskUrl}/ready`)) === 200);
  const outlived = await close(next, long);
  expect(outlived).toMatchObject({ observation: { calls: [], otherCalls: 1 }, says: 'absent' });

  const cut = await open(next, 'a process killed');
  for (const one of [front, killed]) expect((await one.api('GET', '/companies')).status).toBe(200);
  await killed.end('SIGKILL');
  await time.pass(8);
  const unknown = await close(next, cut);
  expect(unknown.says).toBe('nothing-seen');
  expect(unknown.observation.unwatchedMs).toBeGreaterThan(7 * 86_400_000);
  expect(unknown.observation.otherCalls).toBeGreaterThan(0);
  await time.end();
}, 120_000);

test.each([
  ['api', 'has a single process, which needs all roles'],
  ['api,deliverer', 'There is no role "deliverer"'],
])('in files, roles %s are refused', async (roles, words) => {
  await expect(startHost(hostOptions({ roles }))).rejects.toThrow(words);
});

test('the desk is not served apart from its runs', async () => {
  const { address, env } = await temporaryStore();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  await expect(startHost(hostOptions({ store: address, roles: 'api,desk' }))).rejects.toThrow(
    'what a run knows is in memory',
  );
  vi.unstubAllEnvs();
});

test('all roles are the usual ones, and the public API of files says whether it is ready, too', async () => {
  const { ready } = await testHost({ roles: 'run,deliver,desk,api' });
  expect(await statusAt(`${ready.apiUrl}/ready`)).toBe(200);
});
