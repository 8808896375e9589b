import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createResources } from '#service/resources.ts';
import { startTestService } from '#test/support/test-service.ts';

/** Which waiting deliveries count, and from when on and until when nothing more is accepted. */

test('refuses from the limit on, and accepts again once 5 % fewer count', async () => {
  const now = { waiting: 0, counted: 0 };
  const resources = createResources({
    log: silentLog(),
    announce: () => {},
    space: async () => ({ dataBytes: 0 }),
    backlog: async () => now,
    waitingLimit: () => 1000,
    descriptorLimit: 1024,
    outbound: {
      places: { total: 100, inFlight: () => 0 } as never,
      ownFault: () => undefined,
    },
  });
  const states: string[] = [];
  for (const counted of [999, 1000, 999, 951, 949, 999]) {
    Object.assign(now, { waiting: counted + 5000, counted });
    await resources.look();
    states.push(resources.show().backlog.state);
  }
  expect(states).toEqual(['ok', 'refusing', 'refusing', 'refusing', 'ok', 'ok']);
  expect(resources.show().backlog).toEqual({ state: 'ok', waiting: 5999, counted: 999, limit: 1000 });
});

test('an endpoint that a person disabled counts for a tenth at most, and in full once it is enabled', async () => {
  const { api, control } = await startTestService();
  const { id } = await api('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/',
    eventTypes: ['company.created'],
  });
  await control.clock.pause();
  const settings = { rateLimit: false, retention: { messageDays: 30, requests: 1000 } };
  await control.sandbox.setSettings({ ...settings, waitingDeliveries: 1000 });
  for (let n = 0; n < 150; n++) await api('POST', '/companies', { name: `Company ${n}` });
  const counted = async () => (await control.health()).resources.backlog.counted;
  await expect.poll(counted).toBe(150);
  await control.endpoints.change(id, { disabled: true });
  await expect.poll(counted).toBe(100);
  await control.endpoints.change(id, { disabled: false });
  await expect.poll(counted).toBe(150);
});
