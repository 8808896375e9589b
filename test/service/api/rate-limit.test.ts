import { expect, test } from 'vitest';
import { dailyReset } from '#contract/events.ts';
import type { Settings } from '#contract/sandbox.ts';
import { writeFact } from '#service/store/facts.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type TestApi, testApi } from '#test/support/test-api.ts';

const settings = (rateLimit: boolean): Settings => ({
  rateLimit,
  retention: { messageDays: 30, requests: 100_000 },
});

const quota = (headers: Record<string, string | undefined>) => [
  headers['x-rate-limit-limit'],
  headers['x-rate-limit-remaining'],
];

const useUp = async ({ call }: TestApi, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) expect((await call('GET', '/apiKeys')).status).toBe(200);
};

const link = async ({ platform }: TestApi): Promise<{ companyId: string; connectionId: string }> => {
  const { id: companyId } = await platform.companies.create({ name: 'x' }, 'Test');
  const { id: connectionId } = await platform.connections.create(companyId, 'gbol');
  await platform.linking.complete(companyId, connectionId);
  return { companyId, connectionId };
};

test('off: every answer says the whole quota is left', async () => {
  const { call, inject } = await testApi();
  for (const answer of [
    await call('GET', '/companies'),
    await inject({ url: '/companies' }),
    await call('GET', '/x'),
  ]) {
    expect(quota(answer.headers)).toEqual(['1000', '1000']);
    expect(answer.headers['x-rate-limit-reset']).toBe('2026-01-16T00:00:00.000Z');
  }
});

test('on: requests with a good key count, up to 429; the next day begins anew', async () => {
  const made = await testApi();
  const { call, inject, api, context, published } = made;
  await api.setSettings(settings(true));
  expect(quota((await call('GET', '/companies')).headers)).toEqual(['1000', '999']);
  expect(quota((await inject({ url: '/companies' })).headers)).toEqual(['1000', '999']);
  await useUp(made, 998);
  expect(published).toEqual([]);
  expect(quota((await call('GET', '/companies')).headers)).toEqual(['1000', '0']);
  const event = { dailyQuota: 1000, expiryDate: '2026-01-16T00:00:00.000Z' };
  expect(published).toEqual([{ type: 'client.rateLimit.reached', quotaRemaining: 0, ...event }]);
  for (let i = 0; i < 3; i++) {
    expect(await call('GET', '/companies')).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(15 * 3600), 'x-rate-limit-remaining': '0' },
      body: {
        detailedErrorCode: 42901,
        canBeRetried: 'Yes',
        error: expect.stringContaining('2026-01-16T00:00'),
      },
    });
  }
  expect(published).toHaveLength(1);

  const { rateLimitResets } = api;
  const due = await context.store.read((reader) => rateLimitResets.nextDueAt(reader));
  expect(due).toBe(Date.UTC(2026, 0, 16));
  expect(await context.store.read((reader) => rateLimitResets.upcoming(reader, 5))).toMatchObject([
    { at: due },
  ]);
  context.clock.set(due as number);
  expect(await context.store.write((tx) => rateLimitResets.runDue(tx, context.clock.now(), 10))).toBe(1);
  expect(published.slice(1)).toMatchObject([
    {
      type: 'client.rateLimit.reset',
      dailyQuota: 1000,
      quotaRemaining: 1000,
      expiryDate: '2026-01-17T00:00:00.000Z',
      resetReason: dailyReset,
    },
  ]);
  expect(await context.store.write((tx) => rateLimitResets.runDue(tx, context.clock.now(), 10))).toBe(0);
  expect(await call('GET', '/companies')).toMatchObject({
    status: 200,
    headers: { 'x-rate-limit-remaining': '999', 'x-rate-limit-reset': '2026-01-17T00:00:00.000Z' },
  });
});

test('a reset that comes late names the midnight after it', async () => {
  const made = await testApi();
  const { api, context, published } = made;
  await api.setSettings(settings(true));
  await useUp(made, 1000);
  const late = Date.UTC(2026, 0, 18, 7);
  expect(await context.store.write((tx) => api.rateLimitResets.runDue(tx, late, 10))).toBe(1);
  expect(published.at(-1)).toMatchObject({ expiryDate: '2026-01-19T00:00:00.000Z' });
});

test('a quota that was not reached announces no reset', async () => {
  const { call, api, context } = await testApi();
  await api.setSettings(settings(true));
  await call('GET', '/companies');
  expect(await context.store.read((reader) => api.rateLimitResets.nextDueAt(reader))).toBeUndefined();
});

test('each company with a Linked connection adds 1000, as soon as it is linked and no longer', async () => {
  const made = await testApi();
  const { call, platform } = made;
  const { companyId, connectionId } = await link(made);
  await link(made);
  expect(quota((await call('GET', '/companies')).headers)).toEqual(['3000', '3000']);
  await platform.connections.unlink(companyId, connectionId);
  expect(quota((await call('GET', '/companies')).headers)).toEqual(['2000', '2000']);
  await platform.companies.remove(companyId);
  expect(quota((await call('GET', '/companies')).headers)).toEqual(['2000', '2000']);
});

test('a quota that shrinks below what is used is reached', async () => {
  const made = await testApi();
  const { companyId, connectionId } = await link(made);
  await made.api.setSettings(settings(true));
  await useUp(made, 1001);
  made.published.length = 0;
  await made.platform.connections.unlink(companyId, connectionId);
  expect((await made.call('GET', '/companies')).status).toBe(429);
  expect((await made.call('GET', '/companies')).status).toBe(429);
  expect(made.published.filter(({ type }) => type === 'client.rateLimit.reached')).toHaveLength(1);
});

test('a reset of the sandbox starts the count again', async () => {
  const made = await testApi();
  await made.api.setSettings(settings(true));
  await useUp(made, 10);
  await made.api.flushRequests();
  await made.context.store.write((tx) =>
    writeFact(tx, { name: 'rate-limit-count', fallback: { day: 0, count: 0 } }, { day: 0, count: 0 }),
  );
  made.announce({ type: 'sandbox', change: 'reset' });
  await made.api.setSettings(settings(true));
  expect(quota((await made.call('GET', '/companies')).headers)).toEqual(['1000', '999']);
});

test('the count outlives a restart', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  const first = await testApi({ folder, context });
  await first.api.setSettings(settings(true));
  await useUp(first, 10);
  await first.api.stop(0);
  const second = await testApi({ folder, context });
  expect(second.api.settings()).toEqual(settings(true));
  expect(quota((await second.call('GET', '/companies')).headers)).toEqual(['1000', '989']);
});
