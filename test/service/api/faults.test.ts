import { expect, test } from 'vitest';
import type { Fault } from '#contract/sandbox.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testApi } from '#test/support/test-api.ts';

const company = '99999999-9999-4999-8999-999999999999';

test.each([
  ['402', 40201],
  ['403', 40301],
  ['429', 42902],
  ['500', 50002],
  ['503', 50301],
] as const)('a fault makes every route answer %s', async (answer, detailedErrorCode) => {
  const { call, inject, api } = await testApi();
  await api.setFaults([{ route: '*', answer }]);
  const seen = await call('GET', '/companies');
  expect(seen).toMatchObject({ status: Number(answer), body: { detailedErrorCode } });
  expect(seen.headers['retry-after']).toBe(answer === '429' ? '5' : undefined);
  expect((await inject({ url: '/companies' })).status).toBe(401);
  await api.setFaults([]);
  expect((await call('GET', '/companies')).status).toBe(200);
});

test('a fault keeps to its method and route', async () => {
  const { call, api } = await testApi();
  await api.setFaults([{ method: 'GET', route: '/companies/{companyId}', answer: '503' }]);
  expect((await call('GET', `/companies/${company}`)).status).toBe(503);
  expect((await call('HEAD', `/companies/${company}`)).status).toBe(503);
  expect((await call('DELETE', `/companies/${company}`)).status).toBe(404);
  expect((await call('GET', '/companies')).status).toBe(200);
});

test('a fault happens as often as asked, and what is left outlives a restart', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  const first = await testApi({ folder, context });
  const fault: Fault = { route: '*', answer: '500', times: 3 };
  expect(await first.api.setFaults([fault])).toEqual([fault]);
  expect((await first.call('GET', '/companies')).status).toBe(500);
  expect(first.api.faults()).toEqual([{ ...fault, times: 2 }]);
  await first.api.stop(0);
  const second = await testApi({ folder, context });
  expect(second.api.faults()).toEqual([{ ...fault, times: 2 }]);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await second.call('GET', '/companies')).status);
  expect(statuses).toEqual([500, 500, 200, 200]);
  expect(second.api.faults()).toEqual([]);
});

test('a share of requests is hit, the same ones for the same seed', async () => {
  const run = async () => {
    const { call, api } = await testApi();
    await api.setFaults([{ route: '*', answer: '503', share: 0.3 }]);
    const statuses: number[] = [];
    for (let i = 0; i < 200; i++) statuses.push((await call('GET', '/apiKeys')).status);
    return statuses;
  };
  const statuses = await run();
  const hits = statuses.filter((status) => status === 503).length;
  expect(hits).toBeGreaterThan(30);
  expect(hits).toBeLessThan(90);
  expect(await run()).toEqual(statuses);
});

test('a slow answer comes in the end', async () => {
  const { call, api } = await testApi();
  await api.setFaults([{ route: '*', answer: 'slow', delayMs: 60 }]);
  const begun = performance.now();
  expect((await call('GET', '/companies')).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(55);
});

test('a reset of the sandbox ends the faults', async () => {
  const { call, api, announce, context } = await testApi();
  await api.setFaults([{ route: '*', answer: '503' }]);
  await context.store.write(({ db }) => db.deleteFrom('facts').where('name', '=', 'faults').execute());
  announce({ type: 'sandbox', change: 'reset' });
  expect((await call('GET', '/companies')).status).toBe(200);
  expect(api.faults()).toEqual([]);
});
