import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHost } from '#host/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

const processesOfOneStore = async () => {
  const { address, env } = await temporaryStore();
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

test('each process does what its roles say, and no more', async () => {
  const start = await processesOfOneStore();
  const front = await start('api');
  expect([front.ready.deskUrl, front.ready.deskToken]).toEqual(['', '']);
  expect(await statusAt(`${front.ready.apiUrl}/ready`)).toBe(200);
  expect(await statusAt(`${front.ready.apiUrl}/live`)).toBe(200);

  const consumer = await startConsumer();
  const made = await front.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  expect(made.status).toBe(201);
  expect((await front.api('POST', '/companies', { name: 'Acme' })).status).toBe(200);
  // A process that has the desk, and nothing else, delivers nothing and answers no API.
  const desk = await start('desk,run');
  expect(desk.ready.apiUrl).toBe('');
  await until(async () => (await statusAt(`${desk.ready.deskUrl}/ready`)) === 200);
  const { results } = (await (await desk.desk('GET', '/api/messages')).json()) as { results: unknown[] };
  expect(results).toHaveLength(1);
  expect(consumer.received).toEqual([]);

  const worker = await start('deliver');
  expect([worker.ready.apiUrl, worker.ready.deskUrl]).toEqual(['', '']);
  await until(async () => consumer.received.length === 1);
  for (const one of [worker, desk, front]) expect(await one.end('SIGTERM')).toBe(0);
  expect(consumer.received).toHaveLength(1);
}, 120_000);

test('a drain says so by /ready on both ports first, and answers requests until it ends', async () => {
  const start = await processesOfOneStore();
  const host = await start('api,desk,deliver,run', '--drain', '3');
  const { apiUrl, deskUrl } = host.ready;
  expect([await statusAt(`${apiUrl}/ready`), await statusAt(`${deskUrl}/ready`)]).toEqual([200, 200]);
  const ended = host.end('SIGTERM');
  await until(async () => (await statusAt(`${apiUrl}/ready`)) === 503);
  const reasons = (await (await fetch(`${deskUrl}/ready`)).json()) as { reasons: { what: string }[] };
  expect(reasons.reasons.map(({ what }) => what)).toEqual(['stopping']);
  expect((await host.api('POST', '/companies', { name: 'Acme' })).status).toBe(200);
  expect((await host.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).status).toBe(200);
  expect(await ended).toBe(0);
  expect(await statusAt(`${apiUrl}/ready`)).toBe(0);
}, 60_000);

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
