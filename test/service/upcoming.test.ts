import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startTestService } from '#test/support/test-service.ts';

const second = 1000;

test('an advance tells beforehand how much falls due up to an instant, by kind', async () => {
  const { control, api } = await startTestService();
  const consumer = await startConsumer(() => 503);
  const { url } = consumer;
  await control.endpoints.create({ url: `${url}/new`, eventTypes: ['company.created'] });
  await api('POST', '/rules', { type: 'Sync Failed', notifiers: { webhook: `${url}/old` } });
  await control.messages.publishExample({ eventType: 'company.created' });
  await control.messages.publishExample({ eventType: 'company.created' });
  await expect
    .poll(async () => (await control.messages.list({ status: 'Attempting' })).results.length, {
      timeout: 20_000,
    })
    .toBe(2);

  const start = Date.parse((await control.clock.show()).now);
  const until = (ms: number) => control.clock.upcoming({ until: toIso(start + ms) });
  expect(await until(4 * second)).toEqual({ results: [], counts: [] });
  const soon = await until(5 * second);
  expect(soon.counts).toEqual([{ what: 'delivery attempt', count: 2 }]);
  expect(soon.results.reduce((sum, { count }) => sum + count, 0)).toBe(2);

  const [first] = await control.clock.next();
  expect(first).toEqual({ kind: 'work', what: 'delivery attempt', at: soon.results[0]?.at, count: 2 });

  const company = await api('POST', '/companies', { name: 'Acme' });
  const connection = await api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' });
  const [tokens] = await control.sandbox.issueTokens({ platformKey: 'gbol' });
  await api(
    'PUT',
    `/companies/${company.id}/connections/${connection.id}/authorization`,
    tokens?.credentials,
  );
  await api('POST', `/companies/${company.id}/data/all`);
  const hour = await until(3600 * second);
  const next = await control.clock.next();
  expect(next.map(({ at }) => at)).toEqual(next.map(({ at }) => at).sort());
  expect(next).toContainEqual(expect.objectContaining({ kind: 'work', what: 'end of a data sync' }));
  expect(next).toContainEqual(
    expect.objectContaining({ kind: 'token-expiry', what: 'token expiry', count: 1 }),
  );
  const syncs = hour.counts?.find(({ what }) => what === 'end of a data sync');
  expect(syncs?.count).toBeGreaterThan(10);
  const year = await until(366 * 86_400 * second);
  expect(year.counts?.map(({ what }) => what)).toContain('removal of old messages');
  expect(await control.clock.upcoming({ limit: 1 })).not.toHaveProperty('counts');
  await expect(control.clock.upcoming({ until: 'soon' })).rejects.toMatchObject({ code: 'request.invalid' });
});

test('keys are made, work, and stop working when they are removed', async () => {
  const { control, apiUrl } = await startTestService();
  const made = await control.sandbox.createKey({ name: 'second' });
  const call = async () =>
    (await fetch(`${apiUrl}/companies`, { headers: { authorization: `Basic ${btoa(made.apiKey)}` } })).status;
  expect(await call()).toBe(200);
  expect((await control.sandbox.apiKeys()).map(({ name }) => name)).toContain('second');
  await control.sandbox.removeKey(made.id);
  expect(await call()).toBe(401);
  const [last] = await control.sandbox.apiKeys();
  await expect(control.sandbox.removeKey(last?.id as string)).rejects.toMatchObject({ code: 'apiKey.last' });
});
