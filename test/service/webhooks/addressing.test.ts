import { expect, test } from 'vitest';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { deleteCompany } from '#service/store/companies.ts';
import { addCompany } from '#test/support/add-company.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';

const one = '5f9a1c3e-0000-4000-8000-0000000000a1';
const two = '5f9a1c3e-0000-4000-8000-0000000000a2';

const paths = (received: readonly { path: string }[]): string[] => received.map(({ path }) => path).sort();

test('company, tags, both or neither decide who receives a message', async () => {
  const engine = await startDeliveryEngine();
  for (const id of [one, two]) await addCompany(engine.context, id);
  const consumer = await startConsumer();
  const make = (path: string, filter: { companyId?: string; companyTags?: string[] }) =>
    engine.webhooks.endpoints.create({
      url: `${consumer.url}/${path}`,
      eventTypes: ['company.created'],
      ...filter,
    });
  await make('all', {});
  await make('one', { companyId: one });
  await make('uk', { companyTags: ['region:uk', 'region:ie'] });
  await make('one-and-uk', { companyId: one, companyTags: ['region:uk'] });
  await make('two-and-uk', { companyId: two, companyTags: ['region:uk'] });
  await engine.webhooks.endpoints.create({ url: `${consumer.url}/other`, eventTypes: ['company.deleted'] });

  await engine.publish(companyCreated({ id: one, tags: { region: 'uk' } }));
  await engine.scheduler.idle();
  expect(paths(consumer.received)).toEqual(['/all', '/one', '/one-and-uk', '/uk']);

  consumer.received.length = 0;
  await engine.publish(companyCreated({ id: two, tags: { region: 'fr' } }));
  await engine.scheduler.idle();
  expect(paths(consumer.received)).toEqual(['/all']);
});

test('channels set in the portal narrow an endpoint, and show in its detail and in the log', async () => {
  const engine = await startDeliveryEngine();
  for (const companyId of [one, two]) await addCompany(engine.context, companyId);
  const consumer = await startConsumer();
  const { id } = await engine.webhooks.endpoints.create({
    url: consumer.url,
    eventTypes: ['company.created'],
  });
  const detail: EndpointDetail = await engine.webhooks.management.change(id, { channels: [one, two] });
  expect(detail.channels).toEqual([one, two]);
  const messageId = await engine.publish(companyCreated({ id: two }));
  await engine.publish(companyCreated());
  await engine.scheduler.idle();
  expect(consumer.received).toHaveLength(1);
  expect((await engine.webhooks.messages.show(messageId)).channels).toEqual([two]);
  const [listed] = await engine.webhooks.endpoints.list();
  expect(listed).not.toHaveProperty('companyId');
});

test('an endpoint of a company that is not there is refused, and so is such a channel', async () => {
  const engine = await startDeliveryEngine();
  const { endpoints, management } = engine.webhooks;
  const wanted = { url: 'https://example.com/', eventTypes: ['company.created'] };
  const missing = { code: 'company.notFound', message: expect.stringContaining(two) };
  await expect(endpoints.create({ ...wanted, companyId: two })).rejects.toMatchObject(missing);
  expect(await endpoints.list()).toEqual([]);

  await addCompany(engine.context, one);
  const { id } = await endpoints.create({ ...wanted, companyId: one });
  await expect(management.change(id, { channels: [one, two] })).rejects.toMatchObject(missing);
  expect((await management.show(id)).channels).toEqual([one]);
  // A company that goes leaves its channel, which may be sent back as it was.
  await engine.context.store.write((tx) => deleteCompany(tx, one));
  await addCompany(engine.context, two);
  expect((await management.change(id, { channels: [one, two] })).channels).toEqual([one, two]);
});

test('a disabled or new endpoint misses messages, and a replay delivers them with a full schedule', async () => {
  const engine = await startDeliveryEngine();
  const consumer = await startConsumer((_, before) => (before === 0 ? 500 : 200));
  const since = new Date(engine.context.clock.now()).toISOString();
  const missed = [await engine.publish(), await engine.publish()];
  const { id } = await engine.webhooks.endpoints.create({
    url: consumer.url,
    eventTypes: ['company.created'],
  });
  await engine.scheduler.idle();
  expect(consumer.received).toHaveLength(0);

  expect(await engine.webhooks.management.replay(id, { since })).toEqual({ count: 2 });
  expect(await engine.webhooks.management.replay(id, { since })).toEqual({ count: 0 });
  await engine.scheduler.advanceTo(engine.context.clock.now() + 10_000);
  for (const messageId of missed) {
    const { attempts, deliveries } = await engine.webhooks.messages.show(messageId);
    expect(deliveries).toMatchObject([{ status: 'Success' }]);
    expect(attempts.every(({ trigger }) => trigger === 'replay')).toBe(true);
  }

  await engine.webhooks.management.change(id, { disabled: true });
  for (const refused of [
    engine.webhooks.management.replay(id, { since }),
    engine.webhooks.management.recover(id, { since }),
    engine.webhooks.management.test(id),
    engine.webhooks.messages.resend(missed[0] as string),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'webhook.disabled' });
  }
});

test('there are at most 50 endpoints, and a refused one leaves nothing behind', async () => {
  const engine = await startDeliveryEngine();
  const wanted = { url: 'http://127.0.0.1:9/hook', eventTypes: ['company.created'] };
  for (let i = 0; i < 50; i++) await engine.webhooks.endpoints.create(wanted);
  await expect(engine.webhooks.endpoints.create(wanted)).rejects.toMatchObject({ code: 'webhook.limit' });
  const list = await engine.webhooks.endpoints.list();
  expect(list).toHaveLength(50);
  await engine.webhooks.endpoints.remove(list[0]?.id as string);
  await engine.webhooks.endpoints.create(wanted);
});

test.each([
  ['ftp://example.com/hook', 'http:// or https://'],
  ['https://user:pass@example.com/', 'custom header Authorization'],
  ['/hook', 'full URL'],
])('the URL %s is refused with what to mend', async (url, words) => {
  const engine = await startDeliveryEngine();
  await expect(engine.webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).rejects.toThrow(
    words,
  );
});

test('an unknown event type is refused, with the one that was probably meant', async () => {
  const engine = await startDeliveryEngine();
  await expect(
    engine.webhooks.endpoints.create({ url: 'https://example.com', eventTypes: ['Company.Created'] }),
  ).rejects.toThrow('Did you mean company.created?');
});
