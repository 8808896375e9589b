import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { Attempt } from '#contract/message.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';

const day = 86_400_000;
const token = 'Bearer a-long-token-of-theirs-7B2';

const attemptsOf = async ({ webhooks }: DeliveryEngine, messageId: string): Promise<Attempt[]> =>
  (await webhooks.messages.show(messageId)).attempts;

/** An endpoint with a header of its own, and one message that it took. */
const delivered = async () => {
  const consumer = await startConsumer();
  const engine = await startDeliveryEngine();
  const { id } = await engine.webhooks.management.create({
    url: `${consumer.url}/hook`,
    eventTypes: ['company.created'],
  });
  await engine.webhooks.management.setHeaders(id, { headers: [{ name: 'Authorization', value: token }] });
  const messageId = await engine.publish();
  await engine.scheduler.idle();
  const [attempt] = await attemptsOf(engine, messageId);
  const { messages, management } = engine.webhooks;
  return {
    engine,
    consumer,
    id,
    messageId,
    management,
    signature: () => messages.signature(messageId, attempt?.id as string),
    request: (reveal: boolean, signAnew: boolean) =>
      messages.request(messageId, attempt?.id as string, { reveal, signAnew }),
    verify: async (body: string, headers: Record<string, unknown>) =>
      management.verify({
        id: headers['webhook-id'] as string | undefined,
        timestamp: headers['webhook-timestamp'] as string | undefined,
        signature: headers['webhook-signature'] as string | undefined,
        body: Buffer.from(body),
      }),
  };
};

test('a signature holds as long as the secret that made it lives, and no answer holds the secret', async () => {
  const { engine, id, messageId, management, signature } = await delivered();
  const first = await signature();
  expect(first).toMatchObject({ valid: true, toleranceSeconds: 300, secretsTried: 1 });
  expect(first.reason).toContain('the current secret');
  expect(first.signed).toMatch(new RegExp(`^${messageId}\\.\\d{10}\\.\\{"id"`));
  expect(Math.abs(Date.parse(first.timestamp as string) - systemTime.now())).toBeLessThan(60_000);
  expect(JSON.stringify(first)).not.toContain((await management.secret(id)).secret.slice(6));

  await management.rotateSecret(id);
  expect(await signature()).toMatchObject({ valid: true, secretsTried: 2 });
  expect((await signature()).reason).toContain('the previous secret');

  await engine.scheduler.advanceTo(engine.context.clock.now() + day + 1);
  expect(await signature()).toMatchObject({ valid: false, secretsTried: 1 });
  expect((await signature()).reason).toContain('rotated');

  await management.remove(id);
  expect(await signature()).toMatchObject({ valid: false, secretsTried: 0 });
  expect((await signature()).reason).toContain('deleted');
});

test('the request can be repeated by hand: masked, in full, and signed anew', async () => {
  const { consumer, request, management, id, verify } = await delivered();
  const sent = await request(false, false);
  expect(sent.url).toBe(`${consumer.url}/hook`);
  expect(sent.body).toBe(consumer.received[0]?.body);
  expect(sent.headers).toContainEqual({ name: 'Authorization', value: 'Bearer ••••7B2' });
  expect(JSON.stringify(sent)).not.toContain(token);
  expect(sent.remarks.join(' ')).toMatch(/masked.*original timestamp/s);

  const whole = await request(true, true);
  expect(whole.headers).toContainEqual({ name: 'Authorization', value: token });
  const headers = Object.fromEntries(whole.headers.map(({ name, value }) => [name, value]));
  expect(await verify(whole.body, headers)).toMatchObject({ state: 'valid', webhookId: id });

  await management.setHeaders(id, {
    headers: [{ name: 'Authorization', value: 'Bearer another-token-4C9' }],
  });
  const changed = await request(true, false);
  expect(changed.headers).toContainEqual({ name: 'Authorization', value: 'Bearer ••••7B2' });
  expect(changed.remarks.join(' ')).toContain('Authorization has changed since');
});

test('what a consumer received is held against the secrets of all live endpoints', async () => {
  const { consumer, verify, id } = await delivered();
  const { body = '', headers = {} } = consumer.received[0] ?? {};
  expect(await verify(body, headers)).toMatchObject({ state: 'valid', webhookId: id });
  expect(await verify(`${body} `, headers)).toMatchObject({ state: 'wrong' });
  expect(await verify(body, {})).toMatchObject({ state: 'unsigned' });
});

test('an attempt that is not there is not found, also one of another message', async () => {
  const { engine, messageId } = await delivered();
  const { messages } = engine.webhooks;
  const other = await engine.publish();
  await engine.scheduler.idle();
  const [ofOther] = await attemptsOf(engine, other);
  const code = { code: 'attempt.notFound' };
  await expect(messages.signature(messageId, ofOther?.id as string)).rejects.toMatchObject(code);
  await expect(messages.signature(messageId, 'x; drop table')).rejects.toMatchObject(code);
  await expect(messages.signature('msg_none', '1')).rejects.toMatchObject({ code: 'message.notFound' });
});
