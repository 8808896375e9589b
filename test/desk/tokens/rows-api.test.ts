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

test('a request selects rows by id or by filter, counted first, and the server evaluates the filter', async () => {
  const { desk, path } = await start();
  const { results } = (await desk('GET', `${path}/rows`)).body as { results: TokenRow[] };
  const [first, second, third] = results.map(({ id }) => String(id));
  const rowsOf = async (rows: unknown) => {
    const { status, body } = await desk('POST', `${path}/runs/dry`, { rows });
    return status === 200 ? [body.rows, body.leftOut.map(({ line }: { line: number }) => line)] : status;
  };
  expect(await rowsOf({ ids: [first] })).toEqual([1, []]);
  expect(await rowsOf({ ids: [first, third] })).toEqual([1, [results[2]?.line]]);
  expect(await rowsOf({ filter: { state: 'ready' } })).toEqual([2, []]);
  expect(await rowsOf({ filter: { state: 'ready' }, except: [first] })).toEqual([1, []]);
  expect(await rowsOf({ filter: { q: 'SEC' } })).toEqual([1, []]);
  // An exception that the filter does not have changes nothing.
  expect(await rowsOf({ filter: { q: 'SEC' }, except: [first] })).toEqual([1, []]);
  for (const rows of [{ ids: [] }, { ids: ['999999'] }, { ids: ['x'] }, { filter: { odd: 1 } }, {}]) {
    expect([rows, await rowsOf(rows)]).toEqual([rows, 400]);
  }

  const { body: run } = await desk('POST', `${path}/runs`, {
    rows: { filter: { platform: 'gbol' }, except: [first] },
  });
  expect(run.counts).toMatchObject({ rows: 1 });
  const states = async () =>
    ((await desk('GET', `${path}/rows`)).body.results as TokenRow[]).map(({ state }) => state);
  await until(async () => (await states())[1] === 'syncing');
  expect(await states()).toEqual(['ready', 'syncing', 'invalid']);
  await desk('POST', '/api/clock/advance', { by: 'PT10M' });
  await until(async () => (await desk('GET', `${path}/runs/${run.id}`)).body.state === 'done');
  const watch = (await desk('GET', `${path}/runs/${run.id}/watch`)).body;
  expect(watch.buckets).toEqual([{ from: expect.stringMatching(/Z$/), ended: 1, failed: 1 }]);
  expect([watch.medianMs, watch.window, watch.callsPerMinute]).toEqual([watch.p90Ms, undefined, undefined]);
  // What has failed since is found by the filter as it is now.
  const retry = await desk('POST', `${path}/runs/dry`, {
    kind: 'retry',
    rows: { filter: { state: 'failed' } },
  });
  expect(retry.body.rows).toBe(1);
  const undo = await desk('POST', `${path}/undo/plan`, { rows: { ids: [second] } });
  expect(undo.body.rows).toBe(1);
  const rehearsal = await desk('POST', `${path}/rehearsals`, { rows: { ids: [second] } });
  expect([rehearsal.status, rehearsal.body.counts?.rows]).toEqual([200, 1]);
});
