import { expect, test } from 'vitest';
import type { TokenRow } from '#contract/token-rows.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

/** A case with two rows of Xero, one of whose tokens was revoked, and one that is not in order, after a run. */
const start = async () => {
  const host = await testHost({ clock: 'virtual' });
  const { desk } = host;
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const path = `/api/cases/${id}/tokens`;
  const issue = async (behaviour: string) =>
    (await desk('POST', '/api/simulator/tokens', { platformKey: 'gbol', behaviour })).body.results[0]
      .credentials;
  const rows = [
    { ref: 'a_1', name: 'First', platform: 'gbol', ...(await issue('good')) },
    { ref: 'a%2', name: 'Second', platform: 'gbol', ...(await issue('revoked')) },
    { ref: 'a-3', name: 'Third', platform: 'gbol' },
  ];
  const { body: job } = await desk('POST', `${path}/imports`, { content: JSON.stringify(rows) });
  await until(async () => (await desk('GET', `/api/jobs/${job.id}`)).body.state === 'done');
  return { ...host, path };
};

const refs = (results: readonly TokenRow[]) => results.map(({ ref }) => ref);

test('rows are counted and found by state, platform, cause and words, and shown with their calls', async () => {
  const { desk, path } = await start();
  expect((await desk('GET', `${path}/counts`)).body).toEqual({
    rows: 3,
    states: { ready: 2, invalid: 1 },
    held: 0,
    platforms: { gbol: 3 },
    causes: {},
  });
  const { body: run } = await desk('POST', `${path}/runs`, {});
  expect((await desk('GET', `${path}/runs/${run.id}/results`)).status).toBe(409);
  const runNow = async () => (await desk('GET', `${path}/runs/${run.id}`)).body;
  await until(async () => (await runNow()).counts.syncing === 2);
  await desk('POST', '/api/clock/advance', { by: 'PT10M' });
  await until(async () => (await runNow()).state === 'done');

  expect((await desk('GET', `${path}/counts`)).body).toMatchObject({
    states: { done: 1, failed: 1, invalid: 1 },
    causes: { 'needs-reauthorization': 1 },
  });
  for (const [query, found] of [
    ['state=done', ['a_1']],
    ['cause=needs-reauthorization', ['a%2']],
    ['cause=rate-limit', []],
    ['platform=pbtz', []],
    ['platform=gbol&limit=1', ['a_1']],
    ['q=SEC', ['a%2']],
    ['q=_', ['a_1']],
    ['q=%25', ['a%2']],
    ['q=', ['a_1', 'a%2', 'a-3']],
  ] as const) {
    expect([query, refs((await desk('GET', `${path}/rows?${query}`)).body.results)]).toEqual([query, found]);
  }
  for (const query of ['cause=odd', 'platform=odd', `q=${'x'.repeat(201)}`]) {
    expect((await desk('GET', `${path}/rows?${query}`)).status).toBe(400);
  }

  const [second] = (await desk('GET', `${path}/rows?q=second`)).body.results;
  expect(refs((await desk('GET', `${path}/rows?q=${second.companyId}`)).body.results)).toEqual(['a%2']);
  const { row, calls, callCount } = (await desk('GET', `${path}/rows/${second.id}`)).body;
  expect([row, callCount]).toEqual([second, calls.length]);
  expect(calls.length).toBe(row.calls);
  const steps = ['company', 'connection', 'authorization', 'sync', 'verify'];
  expect([...new Set(calls.map(({ step }: { step: string }) => step))]).toEqual(steps);
  expect(calls[0]).toMatchObject({
    runId: run.id,
    kind: 'run',
    method: 'POST',
    path: '/companies',
    status: 200,
  });
  expect((await desk('GET', `${path}/rows/9999`)).status).toBe(404);
  expect((await desk('GET', `${path}/rows/odd`)).status).toBe(400);

  const { body: results } = await desk('GET', `${path}/runs/${run.id}/results`);
  expect(results.companies.map(({ state }: { state: string }) => state)).toEqual([
    'done',
    'failed',
    'invalid',
  ]);
  expect((await desk('GET', `${path}/runs/${crypto.randomUUID()}/results`)).status).toBe(404);
});

test('the catalogue of integrations is listed with the credentials that each takes', async () => {
  const { desk } = await testHost();
  const { results } = (await desk('GET', '/api/integrations')).body;
  expect(results.length).toBeGreaterThanOrEqual(24);
  const xero = results.find(({ platformKey }: { platformKey: string }) => platformKey === 'gbol');
  expect(xero).toMatchObject({ name: 'Xero', migration: { selfService: true } });
  expect(xero.credentials.map(({ name }: { name: string }) => name)).toEqual([
    'accessToken',
    'refreshToken',
    'tenantId',
  ]);
});
