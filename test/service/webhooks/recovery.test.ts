import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const hour = 3_600_000;
const day = 24 * hour;

const endpointTo = async ({ webhooks }: DeliveryEngine, url: string): Promise<string> =>
  (await webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).id;

const attemptsOf = async ({ webhooks }: DeliveryEngine, messageId: string) =>
  (await webhooks.messages.show(messageId)).attempts.map(({ number, trigger, error, statusCode }) => [
    number,
    trigger,
    error ?? statusCode,
  ]);

test('a scheduled attempt and a resend that a crash cuts off are repeated under their own numbers', async () => {
  const folder = temporaryFolder();
  let answers = false;
  const consumer = await startConsumer(() => (answers ? 500 : 'never'));
  const first = await startDeliveryEngine({ folder });
  await endpointTo(first, consumer.url);
  const messageId = await first.publish();
  await consumer.receivedAtLeast(1);
  await first.webhooks.messages.resend(messageId);
  await consumer.receivedAtLeast(2);
  // Nothing is drained: what is in flight stays leased, as after a crash.
  await first.stop();
  await first.context.store.close();

  answers = true;
  const second = await startDeliveryEngine({ folder, generation: 2, key: first.key });
  await second.scheduler.idle();
  const attempts = await attemptsOf(second, messageId);
  expect(attempts.sort()).toEqual([
    [1, 'scheduled', 500],
    [1, 'scheduled', 'Interrupted'],
    [2, 'resend', 500],
    [2, 'resend', 'Interrupted'],
  ]);
  const { deliveries } = await second.webhooks.messages.show(messageId);
  expect(deliveries).toMatchObject([{ status: 'Attempting', attempts: 2 }]);
  await second.scheduler.advanceTo(second.context.clock.now() + 48 * hour);
  // One interrupted attempt used up nothing: all eight of the schedule were made.
  expect((await attemptsOf(second, messageId)).filter(([, , end]) => end === 500)).toHaveLength(9);
});

test('what a deleted endpoint had in flight at a crash is not repeated', async () => {
  const folder = temporaryFolder();
  const consumer = await startConsumer(() => 'never');
  const first = await startDeliveryEngine({ folder });
  const id = await endpointTo(first, consumer.url);
  const messageId = await first.publish();
  await consumer.receivedAtLeast(1);
  await first.webhooks.messages.resend(messageId);
  await consumer.receivedAtLeast(2);
  await first.webhooks.endpoints.remove(id);
  await first.stop();
  await first.context.store.close();

  const second = await startDeliveryEngine({ folder, generation: 2, key: first.key });
  await second.scheduler.advanceTo(second.context.clock.now() + 48 * hour);
  expect(consumer.received).toHaveLength(2);
  const { deliveries } = await second.webhooks.messages.show(messageId);
  expect(deliveries).toMatchObject([{ status: 'Cancelled' }]);
  expect(deliveries[0]).not.toHaveProperty('nextAttemptAt');
});

test('a stop writes every answer that came, however many', async () => {
  const folder = temporaryFolder();
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer(() => ({ status: 200, after: gate.promise }));
  const first = await startDeliveryEngine({ folder });
  for (let i = 0; i < 10; i++) await endpointTo(first, `${consumer.url}/${i}`);
  for (let i = 0; i < 100; i++) await first.publish();
  await consumer.receivedAtLeast(1000);
  gate.resolve();
  await first.stop(10_000);
  await first.context.store.close();

  const second = await startDeliveryEngine({ folder, generation: 2, key: first.key });
  await second.scheduler.idle();
  expect(consumer.received).toHaveLength(1000);
  const endpoints = await second.webhooks.management.list();
  expect(endpoints.map(({ health }) => health.succeeded)).toEqual(Array(10).fill(100));
});

test("an endpoint's counters say where its deliveries stand, whatever happened to them", async () => {
  const engine = await startDeliveryEngine();
  let status = 200;
  const consumer = await startConsumer(() => status);
  const id = await endpointTo(engine, consumer.url);
  const counts = async () => {
    const { waiting, succeeded, failed, cancelled } = (await engine.webhooks.management.show(id)).health;
    return { waiting, succeeded, failed, cancelled };
  };
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  await engine.webhooks.messages.resend(messageId);
  await engine.scheduler.idle();
  expect(await counts()).toEqual({ waiting: 0, succeeded: 1, failed: 0, cancelled: 0 });

  status = 500;
  const since = new Date(engine.context.clock.now()).toISOString();
  await engine.publish();
  await engine.scheduler.idle();
  expect(await counts()).toEqual({ waiting: 1, succeeded: 1, failed: 0, cancelled: 0 });
  await engine.scheduler.advanceTo(engine.context.clock.now() + 48 * hour);
  expect(await counts()).toEqual({ waiting: 0, succeeded: 1, failed: 1, cancelled: 0 });
  await engine.webhooks.management.test(id);
  await engine.scheduler.idle();
  expect(await counts()).toEqual({ waiting: 0, succeeded: 1, failed: 1, cancelled: 0 });
  status = 200;
  await engine.webhooks.management.recover(id, { since });
  await engine.scheduler.idle();
  expect(await counts()).toEqual({ waiting: 0, succeeded: 2, failed: 0, cancelled: 0 });
});

test('retention leaves alone what has an attempt under way or waiting', async () => {
  const engine = await startDeliveryEngine();
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer((_, before) => ({
    status: 200,
    ...(before === 1 ? { after: gate.promise } : {}),
  }));
  const id = await endpointTo(engine, consumer.url);
  const old = await engine.publish();
  await engine.scheduler.idle();
  await engine.webhooks.management.change(id, { disabled: true });
  await engine.scheduler.advanceTo(engine.context.clock.now() + 89 * day);
  await engine.webhooks.management.change(id, { disabled: false });
  await engine.webhooks.messages.resend(old);
  await consumer.receivedAtLeast(2);
  engine.context.clock.set(engine.context.clock.now() + 2 * day);
  engine.scheduler.wake();
  const fresh = await engine.publish();
  gate.resolve();
  await engine.scheduler.idle();
  expect(await attemptsOf(engine, old)).toEqual([
    [1, 'scheduled', 200],
    [2, 'resend', 200],
  ]);
  expect(await attemptsOf(engine, fresh)).toEqual([[1, 'scheduled', 200]]);
  await engine.scheduler.advanceTo(engine.context.clock.now() + 2 * day);
  await expect(engine.webhooks.messages.show(old)).rejects.toMatchObject({ code: 'message.notFound' });
});

test('an advance that someone pauses on the way says so, and what waits is shown', async () => {
  const engine = await startDeliveryEngine();
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer(() => ({ status: 500, after: gate.promise }));
  const id = await endpointTo(engine, consumer.url);
  const messageId = await engine.publish();
  const advance = engine.scheduler.advanceTo(engine.context.clock.now() + hour);
  await consumer.receivedAtLeast(1);
  await engine.scheduler.pause();
  gate.resolve();
  await expect(advance).rejects.toMatchObject({ code: 'clock.paused' });

  await engine.webhooks.messages.resend(messageId);
  const now = engine.context.clock.now();
  const upcoming = await engine.scheduler.upcoming(10);
  expect(upcoming.filter(({ subject }) => subject === id)).toMatchObject([
    { at: now, count: 1 },
    { at: now + 5000, count: 1 },
  ]);
});
