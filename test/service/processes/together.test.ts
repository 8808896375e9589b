import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { startServiceProcess } from '#test/support/service-process.ts';

test('what one process changes holds for the others at once, and each message is sent once', async () => {
  const place = await temporaryPlace();
  const consumer = await startConsumer();
  const first = await startServiceProcess(place);
  const second = await startServiceProcess(place);
  expect(second.apiKey).toBe(first.apiKey);

  const { id } = await first.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  expect((await second.api('GET', '/webhooks')).results).toMatchObject([{ id }]);
  for (let n = 0; n < 20; n++) {
    const by = n % 2 === 0 ? first : second;
    await by.api('POST', '/companies', { name: `Company ${n}` });
  }
  await consumer.receivedAtLeast(20);
  const ids = consumer.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(20);
  expect((await first.api('GET', '/companies')).totalResults).toBe(20);
  expect((await second.api('GET', '/companies')).totalResults).toBe(20);

  const { apiKey, id: keyId } = await second.api('POST', '/apiKeys', { name: 'another' });
  const withKey = () =>
    fetch(`${first.apiUrl}/companies`, { headers: { authorization: `Basic ${btoa(apiKey)}` } });
  expect((await withKey()).status).toBe(200);
  await second.api('DELETE', `/apiKeys/${keyId}`);
  expect((await withKey()).status).toBe(401);
  await second.api('DELETE', `/webhooks/${id}`);
  await first.api('POST', '/companies', { name: 'after' });
  expect((await first.api('GET', '/webhooks')).results).toEqual([]);
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  expect(consumer.received).toHaveLength(20);
});

test('a process that is killed is replaced within 15 seconds, and loses nothing', async () => {
  const place = await temporaryPlace();
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer((_, before) =>
    before < 5 ? { status: 200, after: gate.promise } : 200,
  );
  const first = await startServiceProcess(place);
  await first.api('POST', '/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
  for (let n = 0; n < 5; n++) await first.api('POST', '/companies', { name: `Company ${n}` });
  await consumer.receivedAtLeast(5);
  const second = await startServiceProcess(place);
  await second.api('POST', '/companies', { name: 'sixth' });
  const killedAt = performance.now();
  await first.end('SIGKILL');
  await consumer.receivedAtLeast(11);
  const seconds = (performance.now() - killedAt) / 1000;
  console.log('taken over after', seconds.toFixed(1), 's', second.log());
  gate.resolve();
  const times = Map.groupBy(consumer.received, ({ headers }) => headers['webhook-id']);
  expect([...times.values()].map((all) => all.length).sort()).toEqual([1, 2, 2, 2, 2, 2]);
});
