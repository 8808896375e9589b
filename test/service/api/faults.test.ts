import { describe, expect, test } from 'vitest';
import type { Fault } from '#contract/sandbox.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { basic, testApi } from '#test/support/test-api.ts';

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

test('a fault that is switched off hits nothing, and keeps its place and its calls', async () => {
  const { call, api } = await testApi();
  const off: Fault = { route: '/companies', answer: '503', times: 1, off: true };
  await api.setFaults([off, { route: '/companies', answer: '429', times: 1 }]);
  expect((await call('GET', '/companies')).status).toBe(429);
  expect((await call('GET', '/companies')).status).toBe(200);
  expect(await api.faults()).toEqual([off]);
  const { off: _off, ...on } = off;
  await api.setFaults([on]);
  expect((await call('GET', '/companies')).status).toBe(503);
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

test('a fault hits the route of its shape, whatever the parameters of the template are called', async () => {
  const { call, api } = await testApi();
  expect(await api.setFaults([{ route: '/Companies/{id}', answer: '503' }])).toMatchObject([
    { route: '/companies/{companyId}' },
  ]);
  expect((await call('GET', `/companies/${company}`)).status).toBe(503);
});

test.each([
  [{ route: '/compnies/{companyId}' }, 'the API has no path /compnies/{companyId}'],
  [{ route: '*', path: '/compnies' }, 'the API has no path /compnies'],
  [{ route: '/companies/{companyId}', path: '/webhooks' }, '/webhooks is no path of /companies/{companyId}'],
  [{ route: '/companies', method: 'DELETE' }, '/companies takes GET, HEAD, POST, not DELETE'],
] as const)('a fault that can never happen is refused: %j', async (place, why) => {
  const { api } = await testApi();
  const kept = await api.setFaults([{ route: '*', answer: '500' }]);
  const wrong = api.setFaults([kept[0] as Fault, { answer: '503', ...place }]);
  await expect(wrong).rejects.toThrow(`faults.1 would never happen: ${why}`);
  expect(await api.faults()).toEqual(kept);
});

test('a fault happens as often as asked, and what is left outlives a restart', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  const first = await testApi({ folder, context });
  const fault: Fault = { route: '*', answer: '500', times: 3 };
  expect(await first.api.setFaults([fault])).toEqual([fault]);
  expect((await first.call('GET', '/companies')).status).toBe(500);
  expect(await first.api.faults()).toEqual([{ ...fault, times: 2 }]);
  await first.api.stop(0);
  const second = await testApi({ folder, context });
  expect(await second.api.faults()).toEqual([{ ...fault, times: 2 }]);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await second.call('GET', '/companies')).status);
  expect(statuses).toEqual([500, 500, 200, 200]);
  expect(await second.api.faults()).toEqual([]);
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
  expect(await api.faults()).toEqual([]);
});

describe('fixtures', () => {
  const body = '{"id":"1","anything":["goes"]}';
  const fixture: Fault = {
    method: 'GET',
    route: '/companies/{companyId}',
    path: `/companies/${company.toUpperCase()}`,
    name: 'a company',
    answer: 'fixture',
    fixture: { statusCode: 207, headers: [{ name: 'x-ours', value: 'yes' }], body },
    times: 1,
  };

  test('a request gets the stored response, as often as asked, and the log says so', async () => {
    const { call, api, inject } = await testApi();
    expect(await api.setFaults([fixture])).toEqual([fixture]);
    expect((await inject({ url: `/companies/${company}` })).status).toBe(401);
    expect((await call('GET', `/companies/${company.replace('9', '8')}`)).status).toBe(404);
    const answer = await api.app.inject({
      url: `/companies/${company}?x=1`,
      headers: { authorization: basic((await api.apiKeys())[0]?.apiKey ?? '') },
    });
    expect([answer.statusCode, answer.payload, answer.headers['x-ours']]).toEqual([207, body, 'yes']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await call('GET', `/companies/${company}`)).status).toBe(404);
    const [, logged] = (await api.requests({})).results;
    expect(logged).toMatchObject({ statusCode: 207, fault: 'fixture' });
  });

  test('one of an alerts endpoint is evidence like the answer that it replaces', async () => {
    const { api, apiKey } = await testApi();
    await api.setFaults([{ route: '/rules/alerts', answer: 'fixture', fixture: { statusCode: 204 } }]);
    const headers = { authorization: basic(apiKey) };
    expect((await api.app.inject({ url: '/rules/alerts', headers })).statusCode).toBe(204);
    expect((await api.requests({ deprecated: true })).results).toMatchObject([{ statusCode: 204 }]);
  });

  test.each([
    [{ route: '*', answer: 'fixture' }, 'needs both'],
    [{ route: '*', answer: '503', fixture: { statusCode: 200 } }, 'needs both'],
    [
      {
        route: '*',
        answer: 'fixture',
        fixture: { statusCode: 200, headers: [{ name: 'Content-Length', value: '1' }] },
      },
      'remove it',
    ],
  ] as [Fault, string][])('%j is refused', async (wrong, message) => {
    const { api } = await testApi();
    await expect(api.setFaults([wrong])).rejects.toThrow(message);
    expect(await api.faults()).toEqual([]);
  });

  test('how often a fault of an earlier version was hit is kept', async () => {
    const { api, context, announce, call } = await testApi();
    const stored = JSON.stringify([{ fault: { route: '*', answer: '500', times: 3 }, hits: 2, seen: 2 }]);
    await context.store.write(({ db }) =>
      db.insertInto('facts').values({ name: 'faults', value_json: stored }).execute(),
    );
    announce({ type: 'sandbox', change: 'reset' });
    await call('GET', '/companies');
    expect(await api.faults()).toEqual([]);
  });
});
