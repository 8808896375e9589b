import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

const day = 86_400_000;
/** Of the engine's settings. */
const keptDays = 90;

const started = async (statusCode = 500) => {
  const outbound = scriptedOutbound(() => ({ statusCode }));
  const engine = await startDeliveryEngine({ outbound });
  const { id } = await engine.webhooks.endpoints.create({
    url: 'https://consumer.example/',
    eventTypes: ['company.created'],
  });
  const health = async () => (await engine.webhooks.management.show(id)).health;
  return { ...engine, outbound, id, health };
};

test('what waits at an endpoint that stays disabled is cancelled, and then goes with its messages', async () => {
  const { context, webhooks, scheduler, publish, id, health } = await started();
  const messages = [await publish(), await publish()];
  await scheduler.idle();
  const disabledAt = context.clock.now();
  expect(await health()).not.toHaveProperty('waitingExpiresAt');
  await webhooks.management.change(id, { disabled: true });
  const expires = disabledAt + keptDays * day;
  expect(await health()).toMatchObject({ waiting: 2, waitingExpiresAt: toIso(expires) });
  expect(await scheduler.upcoming(10)).toContainEqual({
    what: 'expiry of deliveries',
    at: expires,
    count: 1,
    subject: id,
  });

  await scheduler.advanceTo(expires - 1);
  expect(await health()).toMatchObject({ waiting: 2, cancelled: 0 });
  await scheduler.advanceTo(expires);
  expect(await health()).toMatchObject({ waiting: 0, cancelled: 2 });
  expect(await health()).not.toHaveProperty('waitingExpiresAt');
  expect(context.announced).toContainEqual({ type: 'endpoint', webhookId: id, change: 'changed' });
  expect(context.announced).toContainEqual(
    expect.objectContaining({ type: 'delivery', webhookId: id, status: 'Cancelled' }),
  );
  await scheduler.advanceTo(expires + day);
  for (const messageId of messages)
    await expect(webhooks.messages.show(messageId)).rejects.toMatchObject({ code: 'message.notFound' });
});

test('enabled in time, it keeps what waits', async () => {
  const { context, webhooks, scheduler, publish, id, health } = await started();
  await publish();
  await scheduler.idle();
  const at = context.clock.now();
  await webhooks.management.change(id, { disabled: true });
  await scheduler.advanceTo(at + (keptDays - 1) * day);
  await webhooks.management.change(id, { disabled: false });
  await scheduler.idle();
  expect(await health()).toMatchObject({ waiting: 1, cancelled: 0 });
  expect((await scheduler.upcoming(10)).map(({ what }) => what)).not.toContain('expiry of deliveries');
});

test('what waits at other endpoints stays, and an extra attempt of what failed goes', async () => {
  const { context, webhooks, scheduler, publish, id, health, outbound } = await started();
  const messageId = await publish();
  await scheduler.advanceTo(context.clock.now() + 2 * day);
  expect(await health()).toMatchObject({ failed: 1, waiting: 0 });
  await scheduler.pause();
  await webhooks.messages.resend(messageId);
  await webhooks.management.change(id, { disabled: true });
  await scheduler.resume();
  const sent = outbound.sent.length;
  await scheduler.advanceTo(context.clock.now() + (keptDays + 2) * day);
  expect(outbound.sent).toHaveLength(sent);
  await expect(webhooks.messages.show(messageId)).rejects.toMatchObject({ code: 'message.notFound' });
});
