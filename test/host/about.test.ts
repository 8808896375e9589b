import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { packageVersion } from '#base/package-root.ts';
import { wrappedKeyFile } from '#base/sealing.ts';
import { About, Health } from '#contract/about.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

test('a host says what it is, and where its key is kept', async () => {
  const { desk, ready } = await testHost();
  const { body } = await desk('GET', '/api/about');
  expect([...Value.Errors(About, body)]).toEqual([]);
  expect(body).toMatchObject({
    version: packageVersion(),
    dataDir: ready.dataDir,
    apiUrl: ready.apiUrl,
    client: { name: 'Local sandbox' },
    keyProtection: 'key-file',
    node: process.versions.node,
  });
  expect(body.electron).toBeUndefined();
  renameSync(join(ready.dataDir, 'carryover.key'), wrappedKeyFile(ready.dataDir));
  expect((await desk('GET', '/api/about')).body.keyProtection).toBe('keychain');
});

test('its health counts what was delivered, what waits and which endpoints fail', async () => {
  const { api, desk, ready } = await testHost({ clock: 'virtual' });
  const consumer = await startConsumer(({ path }) => (path === '/good' ? 200 : 500));
  const eventTypes = ['company.created'];
  const make = async (path: string): Promise<string> =>
    (await api('POST', '/webhooks', { url: consumer.url + path, eventTypes })).body.id;
  await make('/good');
  await make('/bad');
  const disabled = await make('/bad');
  await desk('PATCH', `/api/endpoints/${disabled}`, { disabled: true });
  const deleted = await make('/bad');
  await api('DELETE', `/webhooks/${deleted}`);

  const idle = (await desk('GET', '/api/health')).body;
  expect(idle).toMatchObject({ deliveriesPerMinute: 0, waiting: 0, store: 'ok', apiUrl: ready.apiUrl });
  expect(idle.endpoints).toEqual({ total: 3, disabled: 1, disabledByService: 0, failing: 0 });

  for (let i = 0; i < 3; i++) await desk('POST', '/api/events', { eventType: 'company.created' });
  const health = await until(async () => {
    const { body } = await desk('GET', '/api/health');
    return body.deliveriesPerMinute === 6 && body;
  });
  expect([...Value.Errors(Health, health)]).toEqual([]);
  expect(health.waiting).toBe(3);
  expect(health.endpoints).toEqual({ total: 3, disabled: 1, disabledByService: 0, failing: 1 });
  expect(health.clock).toMatchObject({ mode: 'virtual', paused: false });

  await desk('POST', '/api/clock/pause');
  expect((await desk('GET', '/api/health')).body.clock.paused).toBe(true);
});
