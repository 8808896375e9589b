import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startService } from 'carryover/testing';

let service;

beforeEach(async () => {
  service = await startService({ clock: 'skipping', seed: 7 });
});

afterEach(() => service.stop());

test('a webhook comes again until it is accepted', async () => {
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });

  await consumer.respond(500, { times: 7 });
  await service.publish('read.completed');
  const { attempts } = await service.waitForDelivery({ status: 'Success' });

  expect(attempts).toBe(8);
  expect(consumer.requests.every(({ verified }) => verified)).toBe(true);
});

test('each test has a service of its own', async () => {
  expect(await service.messages()).toEqual([]);
});
