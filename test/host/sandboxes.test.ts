import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

/** System and virtual time are two sandboxes of one data folder: the host changes between them while it runs. */

const open = async (desk: Call, clock: string, content?: string) => {
  const { status, body } = await desk('POST', '/api/sandboxes/open', { clock, ...(content && { content }) });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const names = async (api: Call): Promise<string[]> =>
  (await api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name);
const sandboxes = async (desk: Call) => (await desk('GET', '/api/sandboxes')).body.results;
const chosen = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'serve.json'), 'utf8')).clock;

const writeNewer = (file: string): void => {
  const sqlite = new Database(file);
  sqlite.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run('9999-newer', '');
  sqlite.close();
};

test('a sandbox that a newer version wrote is refused in words before anything is stopped, and at a start too', async () => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir });
  await open(host.desk, 'virtual');
  await open(host.desk, 'system');
  const file = join(dataDir, 'sandboxes', 'virtual', 'service.db');
  writeNewer(file);
  const refused = await host.desk('POST', '/api/sandboxes/open', { clock: 'virtual', content: 'kept' });
  expect(refused.status).toBe(409);
  expect(refused.body.error).toContain('The virtual sandbox was written by a newer version of Carryover');
  expect(refused.body.error).toContain('9999-newer');
  // The other one works on, and the newer one can be replaced.
  expect((await host.api('POST', '/companies', { name: 'Here' })).status).toBeLessThan(300);
  expect((await host.desk('GET', '/api/clock')).body.mode).toBe('system');
  expect(await open(host.desk, 'virtual', 'empty')).toMatchObject({ content: 'empty' });

  // Chosen, and written by a newer version since: the next start refuses it as well.
  await host.stop(0);
  writeNewer(file);
  await expect(testHost({ dataDir })).rejects.toMatchObject({ code: 'store.newer' });
});

test('a virtual sandbox is made, copied, opened and left, and shares nothing with that of the system', async () => {
  const dataDir = temporaryFolder();
  const consumer = await startConsumer();
  const host = await testHost({ dataDir, allowPrivate: true });
  const { api, desk } = host;
  await api('POST', '/companies', { name: 'Kept' });
  const webhook = { url: consumer.url, eventTypes: ['company.created'] };
  expect((await api('POST', '/webhooks', webhook)).status).toBe(201);
  expect(await sandboxes(desk)).toMatchObject([
    { clock: 'system', current: true, exists: true, companies: 1, endpoints: 1 },
    { clock: 'virtual', current: false, exists: false },
  ]);
  expect((await desk('POST', '/api/sandboxes/open', { clock: 'system' })).body.detailedErrorCode).toBe(41123);
  const none = await desk('POST', '/api/sandboxes/open', { clock: 'virtual', content: 'kept' });
  expect(none.body.detailedErrorCode).toBe(41124);

  const opened = await open(desk, 'virtual');
  expect(opened).toMatchObject({ clock: 'virtual', content: 'empty' });
  expect(chosen(dataDir)).toBe('virtual');
  expect((await desk('GET', '/api/health')).body.clock.mode).toBe('virtual');
  // The same address and the same key, and the client is the same.
  expect(await names(api)).toEqual([]);
  await api('POST', '/companies', { name: 'Rehearsed' });
  await desk('POST', '/api/clock/advance', { by: 'PT28H' });
  const later = (await desk('GET', '/api/clock')).body.now;
  expect(Date.parse(later) - Date.parse((await sandboxes(desk))[1].now)).toBe(0);

  await open(desk, 'system');
  expect(await names(api)).toEqual(['Kept']);
  expect((await desk('POST', '/api/clock/advance', { by: 'PT1H' })).body.detailedErrorCode).toBe(40_910);
  await open(desk, 'virtual');
  expect(await names(api)).toEqual(['Rehearsed']);
  expect((await desk('GET', '/api/clock')).body.now).toBe(later);

  await open(desk, 'system');
  const copied = await open(desk, 'virtual', 'copy');
  expect(await names(api)).toEqual(['Kept']);
  expect(Date.parse((await desk('GET', '/api/clock')).body.now)).toBeLessThan(Date.parse(later));
  const { results } = (await desk('GET', '/api/backups')).body;
  expect(results.map(({ name }: { name: string }) => name)).toContain(copied.keptAs);
  const received = () => consumer.received.map(({ headers }) => headers['webhook-id']);
  await api('POST', '/companies', { name: 'Twin' });
  await expect.poll(() => received().length).toBeGreaterThan(0);
  await open(desk, 'system');
  await api('POST', '/companies', { name: 'Twin' });
  await expect.poll(() => received().length).toBe(2);
  expect(new Set(received()).size).toBe(2);

  expect((await desk('DELETE', '/api/sandboxes/system')).body.detailedErrorCode).toBe(41123);
  expect((await desk('DELETE', '/api/sandboxes/virtual')).status).toBe(204);
  expect(existsSync(join(dataDir, 'sandboxes', 'virtual'))).toBe(false);
  expect(await names(api)).toEqual(['Kept', 'Twin']);
});

test('callers meanwhile get 503 with Retry-After, and no connection is refused or reset', async () => {
  const host = await testHost();
  const { apiUrl, apiKey } = host.ready;
  const headers = { authorization: `Basic ${btoa(apiKey)}` };
  const seen = new Map<number, string | null>();
  let isOver = false;
  const call = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${apiUrl}/companies`, { headers });
      seen.set(response.status, response.headers.get('retry-after'));
      await response.text();
    }
  };
  const calling = [call(), call(), call()];
  for (const clock of ['virtual', 'system', 'virtual']) await open(host.desk, clock);
  isOver = true;
  await Promise.all(calling);
  expect([...seen.keys()].sort()).toEqual([200, 503]);
  expect(seen.get(503)).toBe('1');
});

test('the next start opens what was chosen; a folder that began on virtual time keeps it in its place', async () => {
  const dataDir = temporaryFolder();
  const first = await testHost({ dataDir, clock: 'virtual' });
  await first.api('POST', '/companies', { name: 'Virtual' });
  expect(existsSync(join(dataDir, 'sandboxes'))).toBe(false);
  await open(first.desk, 'system');
  await first.api('POST', '/companies', { name: 'System' });
  await first.stop(0);

  const second = await testHost({ dataDir, apiKey: first.ready.apiKey });
  expect((await second.desk('GET', '/api/clock')).body.mode).toBe('system');
  expect(await names(second.api)).toEqual(['System']);
  await second.stop(0);
  const third = await testHost({ dataDir, clock: 'virtual' });
  expect(await names(third.api)).toEqual(['Virtual']);
  expect(chosen(dataDir)).toBe('virtual');
});
