import { expect, test } from 'vitest';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

const url = 'https://consumer.example/hook';
const body = '{"id":"1","payload":{"name":"Edited"}}';

const started = async (answer?: Parameters<typeof scriptedOutbound>[0]) => {
  const outbound = scriptedOutbound(answer);
  const engine = await startDeliveryEngine({ outbound });
  const { management, messages } = engine.webhooks;
  const make = (path: string, disabled = false) =>
    management.create({ url: url + path, eventTypes: ['company.created'], disabled });
  return { ...engine, outbound, management, messages, make };
};

test('sends an edited payload as a message of its own, once, and leaves the original as it was', async () => {
  const { outbound, messages, make, publish, scheduler, management, context } = await started();
  const one = await make('/1');
  await make('/2');
  const original = await publish();
  await scheduler.advanceTo(context.clock.now());
  const before = await messages.show(original);
  const { messageId } = await messages.resendEdited(original, { body, endpoints: [one.id] });
  await scheduler.advanceTo(context.clock.now());

  const edited = await messages.show(messageId);
  expect(edited).toMatchObject({
    body,
    editedFrom: original,
    eventType: 'company.created',
    editedCopies: [],
  });
  expect(edited.deliveries).toMatchObject([{ webhookId: one.id, status: 'Success', attempts: 1 }]);
  expect(edited.attempts).toMatchObject([{ trigger: 'resend', number: 1 }]);
  const sent = outbound.sent.at(-1);
  expect(sent?.body).toBe(body);
  expect(await messages.show(original)).toEqual({
    ...before,
    editedCopies: [{ id: messageId, created: edited.created }],
  });
  const { results } = await messages.list({});
  expect(results.map(({ id, editedFrom }) => [id, editedFrom])).toEqual([
    [messageId, original],
    [original, undefined],
  ]);
  // An endpoint that comes later misses the original alone.
  const late = await make('/3');
  expect(await management.replay(late.id, { since: '2000-01-01T00:00:00Z' })).toEqual({ count: 1 });
});

test('is attempted once, also when it fails', async () => {
  const { messages, make, publish, scheduler, context } = await started(() => ({ statusCode: 500 }));
  await make('/1');
  const original = await publish();
  await scheduler.advanceTo(context.clock.now());
  const { messageId } = await messages.resendEdited(original, { body });
  await scheduler.advanceTo(context.clock.now());
  const { deliveries } = await messages.show(messageId);
  expect(deliveries).toMatchObject([{ status: 'Failed', attempts: 1 }]);
  expect(deliveries[0]?.nextAttemptAt).toBeUndefined();
});

test('refuses disabled endpoints, others than those of the message, and what is no JSON object', async () => {
  const { messages, make, publish, management } = await started();
  const one = await make('/1');
  const two = await make('/2');
  const original = await publish(companyCreated());
  const other = await make('/3');
  await management.change(two.id, { disabled: true });
  const resend = (request: { body?: string; endpoints?: string[] }) =>
    messages.resendEdited(original, { body, ...request });
  await expect(resend({ endpoints: [one.id, two.id] })).rejects.toMatchObject({ code: 'webhook.disabled' });
  await expect(resend({ endpoints: [other.id] })).rejects.toMatchObject({ code: 'delivery.notFound' });
  for (const text of ['{', '[]', 'null', '"a"', '{"a":1}}']) {
    await expect(async () => resend({ body: text })).rejects.toMatchObject({
      code: 'message.notJsonObject',
    });
  }
  expect((await messages.list({})).results).toHaveLength(1);
  // Without endpoints named: those that are enabled.
  const { messageId } = await resend({});
  expect((await messages.show(messageId)).deliveries.map(({ webhookId }) => webhookId)).toEqual([one.id]);
});
