import { expect, test } from 'vitest';
import { eventTypes } from '#contract/events.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startSandboxEngine } from '#test/support/sandbox-engine.ts';
import { asTheyAre } from '#test/support/test-platform.ts';

test('an example of every event type reaches an endpoint that listens to all', async () => {
  const { sandbox, webhooks, scheduler } = await startSandboxEngine();
  const consumer = await startConsumer();
  await webhooks.endpoints.create({ url: consumer.url, eventTypes: [...eventTypes] });
  const sent: string[] = [];
  for (const eventType of eventTypes) sent.push((await sandbox.publishExample({ eventType })).messageId);
  await scheduler.idle();
  const got = new Map(
    consumer.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).eventType]),
  );
  expect(sent.map((messageId) => got.get(messageId))).toEqual(eventTypes);
});

test('both mechanisms get the same example', async () => {
  const { sandbox, webhooks, legacy, scheduler } = await startSandboxEngine();
  const consumer = await startConsumer();
  await webhooks.endpoints.create({ url: `${consumer.url}/new`, eventTypes: ['connection.connected'] });
  await legacy.rules.create({
    type: 'DataConnectionStatusChanged',
    notifiers: { webhook: `${consumer.url}/legacy` },
  });
  await sandbox.publishExample({ eventType: 'connection.connected' });
  await scheduler.idle();
  const body = (path: string) =>
    JSON.parse(consumer.received.find((one) => one.path === path)?.body as string);
  expect(body('/legacy').DataConnectionId).toBe(body('/new').payload.connection.id);
  expect(body('/legacy').CompanyId).toBe(body('/new').payload.referenceCompany.id);
  expect(body('/legacy').Data.newStatus).toBe(body('/new').payload.connection.status);
});

test('the example is about the company asked for, and its own connection', async () => {
  const { sandbox, webhooks, platform } = await startSandboxEngine();
  const { id: companyId } = await platform.companies.create({ name: 'Bright Bakery' }, 'test');
  const connection = await platform.connections.create(companyId, 'gbol');
  const { messageId } = await sandbox.publishExample({ eventType: 'connection.connected', companyId });
  const { channels, body } = await webhooks.messages.show(messageId);
  expect(channels).toEqual([companyId]);
  expect(JSON.parse(body).payload).toMatchObject({
    referenceCompany: { id: companyId, name: 'Bright Bakery' },
    connection: { id: connection.id, status: 'Linked' },
  });
});

test('without a company, one is made up: always the same, and nothing is stored of it', async () => {
  const { sandbox, webhooks, platform } = await startSandboxEngine();
  const company = async () => {
    const { messageId } = await sandbox.publishExample({ eventType: 'read.completed' });
    return JSON.parse((await webhooks.messages.show(messageId)).body).payload.referenceCompany;
  };
  expect(await company()).toEqual(await company());
  expect((await platform.companies.list({}, asTheyAre)).totalResults).toBe(0);
});

test('the same occurrence is about the same things, another one about others', async () => {
  const { sandbox, webhooks } = await startSandboxEngine();
  const push = async (occurrence?: string) => {
    const request = { eventType: 'invoices.write.successful' };
    const { messageId } = await sandbox.publishExample(request, occurrence);
    const { payload } = JSON.parse((await webhooks.messages.show(messageId)).body);
    return [payload.id, payload.record.id];
  };
  const first = await push('first');
  expect(new Set(first).size).toBe(2);
  expect(await push('first')).toEqual(first);
  const ids = [first, await push('second'), await push(), await push()].flat();
  expect(new Set(ids).size).toBe(ids.length);
});

test('an unknown event type or company is refused', async () => {
  const { sandbox } = await startSandboxEngine();
  await expect(sandbox.publishExample({ eventType: 'connection.exploded' })).rejects.toMatchObject({
    validation: [{ itemId: 'eventType' }],
  });
  const companyId = '00000000-0000-4000-8000-000000000001';
  await expect(
    sandbox.publishExample({ eventType: 'connection.connected', companyId }),
  ).rejects.toMatchObject({ code: 'company.notFound' });
});
