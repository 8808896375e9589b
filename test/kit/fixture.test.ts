import { test } from 'carryover/testing/vitest';
import { describe, expect } from 'vitest';
import { call } from './integrator/sync.ts';

test('each test has a service of its own', async ({ service }) => {
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
  await consumer.respond(500, { times: 3 });
  await expect(service).not.toHaveDelivered();
  await service.publish('read.completed');
  await expect(service).toHaveDelivered({ eventType: 'read.completed' });
  await expect(expect(service).not.toHaveDelivered()).rejects.toThrow('read.completed msg_');
  await expect(expect(service).toHaveDelivered({}, { count: 2, timeoutMs: 10 })).rejects.toThrow(
    '2 of: delivery',
  );
});

test('calls of the alerts endpoints are seen', async ({ service }) => {
  await expect(service).not.toHaveCalledAlerts();
  await call(service, 'GET', '/rules/alerts');
  await expect(service).toHaveCalledAlerts();
  await expect(expect(service).not.toHaveCalledAlerts()).rejects.toThrow('GET /rules/alerts');
});

describe('with options of a suite', () => {
  test.override('serviceOptions', { clock: 'virtual', seed: 11 });

  test('they hold', ({ service }) => {
    expect(service.seed).toBe(11);
  });
});
