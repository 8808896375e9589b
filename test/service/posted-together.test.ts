import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startTestService } from '#test/support/test-service.ts';

/** More than share one commit. */
const count = 150;

test('companies that are created at once are each answered, kept and told of as if alone', async () => {
  const { control, api } = await startTestService();
  const consumer = await startConsumer();
  for (const path of ['/one', '/two'])
    await control.endpoints.create({ url: consumer.url + path, eventTypes: ['company.created'] });
  await control.endpoints.create({ url: `${consumer.url}/none`, eventTypes: ['company.deleted'] });
  const created = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      // What differs between them, such as signs that a database keeps otherwise.
      api('POST', '/companies', {
        name: `Bakery "${n}", \u0000\\`,
        ...(n % 3 > 0 && { tags: { n: `${n}` } }),
      }),
    ),
  );
  const { results, totalResults } = await api('GET', `/companies?pageSize=${count}`);
  expect(totalResults).toBe(count);
  const byId = (companies: readonly { id: string }[]) =>
    [...companies].sort((a, b) => a.id.localeCompare(b.id));
  expect(byId(results)).toEqual(byId(created));
  expect(created.map(({ name }) => name)).toEqual(created.map((_, n) => `Bakery "${n}", \u0000\\`));

  const received = await consumer.receivedAtLeast(2 * count);
  for (const path of ['/one', '/two']) {
    const told = received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).payload);
    expect(byId(told)).toEqual(byId(created));
  }
  expect(received).toHaveLength(2 * count);
});

test('events that are published at once are one message each, with a delivery for each endpoint', async () => {
  const { control } = await startTestService();
  const consumer = await startConsumer();
  for (const path of ['/one', '/two'])
    await control.endpoints.create({ url: consumer.url + path, eventTypes: ['read.completed'] });
  const published = await Promise.all(
    Array.from({ length: count }, () => control.messages.publishExample({ eventType: 'read.completed' })),
  );
  const ids = published.map(({ messageId }) => messageId).sort();
  expect(new Set(ids).size).toBe(count);
  const received = await consumer.receivedAtLeast(2 * count);
  for (const path of ['/one', '/two']) {
    const got = received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id']);
    expect(got.sort()).toEqual(ids);
  }
});
