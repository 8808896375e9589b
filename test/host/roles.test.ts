import { expect, test, vi } from 'vitest';
import { startHost } from '#host/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { statusAt, until } from '#test/support/host-process.ts';
import { processesOfOneStore, withRoles } from '#test/support/postgres/processes-of-one-store.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

test('each process does what its roles say, and no more, until it is drained', async () => {
  const start = withRoles(await processesOfOneStore());
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
