import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { type Scripted, scriptedOutbound } from '#test/support/scripted-outbound.ts';

const unsent: Scripted = { error: 'ConnectionError', ownFault: 'EMFILE' };

/** What is answered to each request in turn, and success after that. */
const started = async (...answers: readonly Scripted[]) => {
  const outbound = scriptedOutbound((_, before) => answers[before] ?? {});
  const engine = await startDeliveryEngine({ outbound });
  const { id } = await engine.webhooks.endpoints.create({
    url: 'https://consumer.example/',
    eventTypes: ['company.created'],
  });
  return { ...engine, outbound, id };
};

test('a delivery that could not leave is no attempt: its schedule, its log and its endpoint stay as they were', async () => {
  const { context, webhooks, scheduler, publish, outbound, id } = await started(unsent, unsent, {
    statusCode: 503,
  });
  const start = context.clock.now();
  const messageId = await publish();
  await scheduler.idle();
  expect(outbound.sent).toHaveLength(3);
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts).toMatchObject([{ number: 1, statusCode: 503 }]);
  expect(deliveries).toMatchObject([
    { status: 'Attempting', attempts: 1, nextAttemptAt: toIso(start + 5000) },
  ]);
  expect((await webhooks.management.show(id)).health).toMatchObject({ failed: 0, waiting: 1 });

  await scheduler.advanceTo(start + 100_000_000);
  expect((await webhooks.messages.show(messageId)).attempts.map(({ number }) => number)).toEqual([1, 2]);
});

test('all eight attempts of the schedule are left, wherever this machine is in the way', async () => {
  const failed: Scripted = { statusCode: 500 };
  const answers = Array.from({ length: 8 }, () => [unsent, failed]).flat();
  const { context, webhooks, scheduler, publish } = await started(...answers);
  const messageId = await publish();
  await scheduler.advanceTo(context.clock.now() + 200_000_000);
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [number, 500]),
  );
  expect(deliveries).toMatchObject([{ status: 'Failed', attempts: 8 }]);
});

test('a resend that could not leave is tried again, under the same number', async () => {
  const { context, webhooks, scheduler, publish } = await started({ statusCode: 500 }, unsent, {
    statusCode: 500,
  });
  const start = context.clock.now();
  const messageId = await publish();
  await scheduler.idle();
  await webhooks.messages.resend(messageId);
  await scheduler.idle();
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts).toMatchObject([
    { number: 1, trigger: 'scheduled' },
    { number: 2, trigger: 'resend' },
  ]);
  expect(deliveries).toMatchObject([
    { status: 'Attempting', attempts: 2, nextAttemptAt: toIso(start + 5000) },
  ]);
});

test('while it waits it is as if nothing had been tried', async () => {
  const { context, webhooks, scheduler, publish, outbound, id } = await started('never');
  const messageId = await publish();
  await expect.poll(() => outbound.inAir()).toBe(1);
  await webhooks.management.change(id, { disabled: true });
  outbound.end(unsent as object);
  await scheduler.idle();
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts).toEqual([]);
  expect(deliveries).toEqual([
    { webhookId: id, status: 'Sending', attempts: 0, nextAttemptAt: toIso(context.clock.now()) },
  ]);
  await webhooks.management.change(id, { disabled: false });
  await scheduler.idle();
  expect((await webhooks.messages.show(messageId)).deliveries).toMatchObject([
    { status: 'Success', attempts: 1 },
  ]);
});
