import { type Service, startService } from 'carryover/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppConsumer, startAppConsumer } from './integrator/consumer.ts';

let service: Service;
let app: AppConsumer;

beforeEach(async () => {
  service = await startService({ clock: 'skipping', seed: 7 });
  app = await startAppConsumer();
});

afterEach(async () => {
  await service.stop();
  await app.close();
});

const subscribe = async (eventTypes: string[]): Promise<string> => {
  const endpoint = await service.createEndpoint({ url: app.url, eventTypes });
  app.trust(endpoint.secret);
  return endpoint.id;
};

test('an event is verified and handled', async () => {
  await subscribe(['read.completed']);
  await service.publish('read.completed');
  await service.waitForDelivery({ status: 'Success' });
  expect(app.handled.map(({ eventType }) => eventType)).toEqual(['read.completed']);
});

test('an event keeps its type: the payload of a read has its data types', async () => {
  await subscribe(['read.completed']);
  await service.publish('read.completed');
  await service.waitForDelivery({ status: 'Success' });
  const [event] = app.handled;
  if (event?.eventType !== 'read.completed') throw new Error('Another event came.');
  expect(event.payload.dataTypes.length).toBeGreaterThan(0);
});

test('an outage of an hour loses nothing', async () => {
  await subscribe(['read.completed']);
  app.failNext(4);
  await service.publish('read.completed');
  const { attempts, message } = await service.waitForDelivery({ status: 'Success' });
  expect(attempts).toBe(5);
  const [first, last] = [message.attempts[0], message.attempts.at(-1)];
  const hours = Math.abs(Date.parse(last?.at ?? '') - Date.parse(first?.at ?? '')) / 3_600_000;
  expect(hours).toBeGreaterThan(1);
  expect(app.handled).toHaveLength(1);
});

test('after 28 hours a delivery has failed, and can be recovered', async () => {
  const id = await subscribe(['read.completed']);
  app.failNext(8);
  await service.publish('read.completed');
  await service.waitForDelivery({ status: 'Failed', webhookId: id });
  expect(app.handled).toHaveLength(0);
});

test('a repeat is handled once', async () => {
  const id = await subscribe(['company.created']);
  const { id: messageId } = await service.publish('company.created');
  await service.waitForDelivery({ messageId, status: 'Success' });
  const response = await fetch(`${service.controlUrl}/messages/${messageId}/resend`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: id }),
  });
  expect(response.status).toBe(200);
  await service.clock.untilIdle();
  expect((await service.message(messageId)).attempts).toHaveLength(2);
  expect(app.handled).toHaveLength(1);
});

test('what somebody else signed is refused', async () => {
  await service.createEndpoint({ url: app.url, eventTypes: ['read.completed'] });
  app.trust('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await service.publish('read.completed');
  await service.waitForDelivery({ status: 'Attempting' });
  expect(app.refused.length).toBeGreaterThan(0);
  expect(app.handled).toHaveLength(0);
});

test('a kit’s own consumer shows what is sent, and that it is signed', async () => {
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
  await consumer.respond(500, { times: 7 });
  await service.publish('read.completed');
  await service.waitForDelivery({ status: 'Success' });
  expect(consumer.requests).toHaveLength(8);
  expect(consumer.requests.every(({ verified }) => verified)).toBe(true);
});

test('only events that an endpoint subscribed to reach it', async () => {
  await subscribe(['company.created']);
  await service.publish('company.deleted');
  await service.publish('company.created');
  await service.waitForDelivery({ eventType: 'company.created', status: 'Success' });
  expect(app.handled.map(({ eventType }) => eventType)).toEqual(['company.created']);
});

test('fake timers of a test don’t reach the service', async () => {
  vi.useFakeTimers();
  try {
    const consumer = await service.consumer();
    await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
    await consumer.respond(500, { times: 2 });
    await service.publish('read.completed');
    expect((await service.waitForDelivery({ status: 'Success' })).attempts).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('an intercepted fetch of a test doesn’t reach the service', async () => {
  const own = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('intercepted'));
  try {
    await subscribe(['read.completed']);
    await service.publish('read.completed');
    await service.waitForDelivery({ status: 'Success' });
    expect(own).not.toHaveBeenCalled();
  } finally {
    own.mockRestore();
  }
});
