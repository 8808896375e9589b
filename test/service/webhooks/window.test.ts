import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

test('a consumer that fails 7 times and then answers gets 8 attempts at the exact instants of the window', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer((_, before) => (before < 7 ? 500 : 200));
  const endpoint = await engine.webhooks.endpoints.create({
    url: `${consumer.url}/hook`,
    eventTypes: ['company.created'],
  });
  const start = engine.context.clock.now();
  const messageId = await engine.publish();
  await engine.scheduler.advanceTo(start + 28 * hour);

  const { attempts, deliveries } = await engine.webhooks.messages.show(messageId);
  expect(attempts.map(({ at }) => Date.parse(at) - start)).toEqual([
    0,
    5 * second,
    5 * minute + 5 * second,
    35 * minute + 5 * second,
    2 * hour + 35 * minute + 5 * second,
    7 * hour + 35 * minute + 5 * second,
    17 * hour + 35 * minute + 5 * second,
    27 * hour + 35 * minute + 5 * second,
  ]);
  expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [number, number === 8 ? 200 : 500]),
  );
  expect(deliveries).toMatchObject([{ webhookId: endpoint.id, status: 'Success', attempts: 8 }]);

  const { secret } = await engine.webhooks.management.secret(endpoint.id);
  const verifier = new Webhook(secret);
  expect(consumer.received).toHaveLength(8);
  for (const { body, headers } of consumer.received) {
    expect(headers['webhook-id']).toBe(messageId);
    verifier.verify(body, headers as Record<string, string>);
  }
});

test('a delivery whose consumer always fails ends Failed after 8 attempts', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer(() => 503);
  await engine.webhooks.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
  const messageId = await engine.publish();
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  const { deliveries } = await engine.webhooks.messages.show(messageId);
  expect(deliveries).toMatchObject([{ status: 'Failed', attempts: 8, lastStatusCode: 503 }]);
  expect(deliveries[0]).not.toHaveProperty('nextAttemptAt');
});

test('five days of failures disable the endpoint, and what waits goes on when it is enabled again', async () => {
  const engine = await startDeliveryEngine();
  let healthy = false;
  const consumer = await startConsumer(() => (healthy ? 200 : 500));
  const { id } = await engine.webhooks.endpoints.create({
    url: consumer.url,
    eventTypes: ['company.created'],
  });
  const start = engine.context.clock.now();
  for (let day = 0; day < 5; day++) {
    await engine.publish();
    await engine.scheduler.advanceTo(start + (day + 1) * 24 * hour);
  }
  expect((await engine.webhooks.management.show(id)).disabled).toBe(false);
  const lastId = await engine.publish();
  await engine.scheduler.idle();
  const detail = await engine.webhooks.management.show(id);
  expect(detail.disabled).toBe(true);
  expect(detail.health.disabledReason).toContain('120 hours');

  const before = consumer.received.length;
  await engine.scheduler.advanceTo(engine.context.clock.now() + hour);
  expect(consumer.received.length).toBe(before);

  healthy = true;
  await engine.webhooks.management.change(id, { disabled: false });
  await engine.scheduler.idle();
  const { deliveries } = await engine.webhooks.messages.show(lastId);
  expect(deliveries).toMatchObject([{ status: 'Success', attempts: 2 }]);
});

test('the whole window of the same calls gives the same log twice', async () => {
  const run = async () => {
    const engine = await startDeliveryEngine();
    const consumer = await startConsumer(({ headers }) =>
      String(headers['webhook-id']).charCodeAt(10) % 3 === 0 ? 200 : 500,
    );
    await engine.webhooks.endpoints.create({ url: `${consumer.url}/a`, eventTypes: ['company.created'] });
    await engine.webhooks.endpoints.create({ url: `${consumer.url}/b`, eventTypes: ['company.created'] });
    const ids = [];
    for (let i = 0; i < 20; i++) ids.push(await engine.publish());
    await engine.scheduler.advanceTo(engine.context.clock.now() + 28 * hour);
    const log = [];
    for (const id of ids) {
      const { attempts, deliveries } = await engine.webhooks.messages.show(id);
      log.push({
        id,
        deliveries,
        attempts: attempts.map(({ webhookId, number, at, statusCode, trigger }) => ({
          webhookId,
          number,
          at,
          statusCode,
          trigger,
        })),
      });
    }
    return log;
  };
  expect(await run()).toEqual(await run());
});
