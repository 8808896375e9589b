import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from 'carryover/testing';

test('a webhook comes again until it is accepted', async () => {
  await using service = await startService({ clock: 'skipping', seed: 7 });
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });

  await consumer.respond(500, { times: 7 });
  await service.publish('read.completed');
  const { attempts } = await service.waitForDelivery({ status: 'Success' });

  assert.equal(attempts, 8);
  assert.ok(consumer.requests.every(({ verified }) => verified));
});
