import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';

const hour = 3_600_000;

const endpointTo = async (
  engine: Awaited<ReturnType<typeof startDeliveryEngine>>,
  url: string,
): Promise<string> => {
  const { id } = await engine.webhooks.endpoints.create({ url, eventTypes: ['company.created'] });
  return id;
};

test('a resend that succeeds ends the delivery and drops the rest of its schedule', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer((_, before) => (before === 0 ? 500 : 200));
  await endpointTo(engine, consumer.url);
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  expect((await engine.webhooks.messages.show(messageId)).deliveries[0]?.status).toBe('Attempting');

  expect(await engine.webhooks.messages.resend(messageId)).toEqual({ count: 1 });
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  const { attempts, deliveries } = await engine.webhooks.messages.show(messageId);
  expect(deliveries[0]).toMatchObject({ status: 'Success', attempts: 2 });
  expect(attempts.map(({ number, trigger }) => [number, trigger])).toEqual([
    [1, 'scheduled'],
    [2, 'resend'],
  ]);
});

test('a resend that fails changes nothing of the schedule', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer(() => 500);
  await endpointTo(engine, consumer.url);
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  const before = (await engine.webhooks.messages.show(messageId)).deliveries[0];
  await engine.webhooks.messages.resend(messageId);
  await engine.scheduler.idle();
  const after = (await engine.webhooks.messages.show(messageId)).deliveries[0];
  expect(after?.nextAttemptAt).toBe(before?.nextAttemptAt);
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  const { deliveries } = await engine.webhooks.messages.show(messageId);
  expect(deliveries[0]).toMatchObject({ status: 'Failed', attempts: 9 });
});

test('recover makes one extra attempt for everything that failed since a time', async () => {
  const engine = await startDeliveryEngine();
  let healthy = false;
  const consumer = await startConsumer(() => (healthy ? 200 : 500));
  const id = await endpointTo(engine, consumer.url);
  const old = await engine.publish();
  await engine.scheduler.advanceTo(engine.context.clock.now() + hour);
  const since = new Date(engine.context.clock.now()).toISOString();
  const recent = [await engine.publish(), await engine.publish()];
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  healthy = true;
  expect(await engine.webhooks.management.recover(id, { since })).toEqual({ count: 2 });
  await engine.scheduler.idle();
  const status = async (messageId: string) =>
    (await engine.webhooks.messages.show(messageId)).deliveries[0]?.status;
  expect(await Promise.all(recent.map(status))).toEqual(['Success', 'Success']);
  expect(await status(old)).toBe('Failed');
});

test('410 disables the endpoint at once', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer(() => 410);
  const id = await endpointTo(engine, consumer.url);
  await engine.publish();
  await engine.scheduler.idle();
  const detail = await engine.webhooks.management.show(id);
  expect(detail).toMatchObject({ disabled: true, health: { disabledReason: 'It answered 410 Gone.' } });
});

test('a deleted endpoint takes its remaining deliveries with it, as Cancelled', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer(() => 500);
  const id = await endpointTo(engine, consumer.url);
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  await engine.webhooks.endpoints.remove(id);
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  expect(consumer.received).toHaveLength(1);
  expect((await engine.webhooks.messages.show(messageId)).deliveries).toMatchObject([
    { webhookId: id, status: 'Cancelled' },
  ]);
  await expect(engine.webhooks.management.show(id)).rejects.toMatchObject({ code: 'webhook.notFound' });
});

test('a redirect is a failure and is not followed; Retry-After is recorded and ignored', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer((request) =>
    request.path === '/hook' ? { status: 302, headers: { location: '/next', 'retry-after': '3600' } } : 200,
  );
  await endpointTo(engine, `${consumer.url}/hook`);
  const messageId = await engine.publish();
  await engine.scheduler.advanceTo(engine.context.clock.now() + 6000);
  const { attempts } = await engine.webhooks.messages.show(messageId);
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual([302, 302]);
  expect(attempts[0]?.responseHeaders).toMatchObject({ 'retry-after': '3600' });
  expect(consumer.received.every(({ path }) => path === '/hook')).toBe(true);
});

test('the log keeps masked request headers, the answer, its first 16 KiB and where the attempt left from', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer(() => ({
    status: 200,
    headers: { 'x-answer': 'yes' },
    body: 'x'.repeat(20_000),
  }));
  const id = await endpointTo(engine, consumer.url);
  await engine.webhooks.management.setHeaders(id, {
    headers: [
      { name: 'Authorization', value: 'Bearer planted-secret-7B2' },
      { name: 'X-Service-ClientId', value: 'c1' },
    ],
  });
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  expect(consumer.received[0]?.headers.authorization).toBe('Bearer planted-secret-7B2');
  expect(consumer.received[0]?.headers['x-sandbox-time']).toBe(
    new Date(engine.context.clock.now()).toISOString(),
  );
  const { attempts, body } = await engine.webhooks.messages.show(messageId);
  const [attempt] = attempts;
  expect(body).toBe(consumer.received[0]?.body);
  expect(attempt?.requestHeaders.Authorization).toBe('Bearer ••••7B2');
  expect(attempt?.requestHeaders['webhook-id']).toBe(messageId);
  expect(attempt?.responseHeaders['x-answer']).toBe('yes');
  expect(attempt?.responseBody).toHaveLength(16 * 1024);
  expect(attempt?.localAddress).toBe('127.0.0.1');
});

test('after a rotation the old secret signs too for 24 hours', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer();
  const id = await endpointTo(engine, consumer.url);
  const old = await engine.webhooks.management.secret(id);
  const fresh = await engine.webhooks.management.rotateSecret(id);
  expect(fresh.secret).not.toBe(old.secret);
  await engine.publish();
  await engine.scheduler.advanceTo(engine.context.clock.now() + 24 * hour);
  await engine.publish();
  await engine.scheduler.idle();
  const signatures = consumer.received.map(({ headers }) => String(headers['webhook-signature']).split(' '));
  expect(signatures.map((list) => list.length)).toEqual([2, 1]);
});

test('a test event goes to one endpoint once, and says nothing about its health', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer(() => 500);
  const id = await endpointTo(engine, `${consumer.url}/tested`);
  await endpointTo(engine, `${consumer.url}/other`);
  const { messageId } = await engine.webhooks.management.test(id);
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  expect(consumer.received.map(({ path }) => path)).toEqual(['/tested']);
  const { attempts, deliveries } = await engine.webhooks.messages.show(messageId);
  expect(attempts).toMatchObject([{ trigger: 'test', number: 1 }]);
  expect(deliveries).toMatchObject([{ status: 'Failed' }]);
  expect((await engine.webhooks.management.show(id)).health).not.toHaveProperty('firstFailureAt');
});

test('a limit of messages per second spaces what is sent, on the clock', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer();
  const id = await endpointTo(engine, consumer.url);
  await engine.webhooks.management.change(id, { messagesPerSecond: 3 });
  const ids = [];
  for (let i = 0; i < 8; i++) ids.push(await engine.publish());
  const start = engine.context.clock.now();
  await engine.scheduler.advanceTo(start + 10_000);
  const at = [];
  for (const messageId of ids) {
    at.push(Date.parse((await engine.webhooks.messages.show(messageId)).attempts[0]?.at as string) - start);
  }
  expect(at.sort((a, b) => a - b)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000, 2000]);
});

test('messages older than the retention go, those that still wait stay', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer();
  const id = await endpointTo(engine, consumer.url);
  const done = await engine.publish();
  await engine.scheduler.idle();
  await engine.webhooks.management.change(id, { messagesPerSecond: 1 });
  await engine.scheduler.advanceTo(engine.context.clock.now() + 92 * 24 * hour);
  await expect(engine.webhooks.messages.show(done)).rejects.toMatchObject({ code: 'message.notFound' });
});
