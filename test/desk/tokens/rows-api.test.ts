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

test('rows of every case are found by the beginning of their reference, and by nothing of their credentials', async () => {
  const { desk, path } = await start();
  const other = (await desk('POST', '/api/cases', { name: 'second', parts: ['tokens'] })).body.id;
  const { body: job } = await desk('POST', `/api/cases/${other}/tokens/imports`, {
    content: JSON.stringify([{ ref: 'A_9', name: 'Ninth', platform: 'gbol', accessToken: 'pl4nted-token' }]),
  });
  await until(async () => (await desk('GET', `/api/jobs/${job.id}`)).body.state === 'done');
  const found = async (query: string) => (await desk('GET', `/api/tokens/rows?${query}`)).body;
  const { results, more } = await found('ref=a_');
  expect([refs(results), more]).toEqual([['a_1', 'A_9'], false]);
  expect(results[1]).toEqual({
    caseId: other,
    caseName: 'second',
    rowId: expect.any(Number),
    ref: 'A_9',
    name: 'Ninth',
    platformKey: 'gbol',
  });
  expect((await desk('GET', `/api/cases/${other}/tokens/rows/${results[1].rowId}`)).status).toBe(200);
  expect(path).toContain(results[0].caseId);
  expect(await found('ref=A&limit=2')).toMatchObject({
    more: true,
    results: [{ ref: 'a%2' }, { ref: 'a-3' }],
  });
  expect(await found('ref=pl4nted')).toEqual({ results: [], more: false });
  expect(JSON.stringify(await found('ref=a'))).not.toContain('pl4nted');
  for (const query of ['', 'ref=', `ref=${'x'.repeat(201)}`, 'ref=a&limit=51', 'ref=a&case=1']) {
    expect([query, (await desk('GET', `/api/tokens/rows?${query}`)).status]).toEqual([query, 400]);
  }

  // Of a case that is gone nothing is found.
  const { digest } = (await desk('GET', `/api/cases/${other}/removal`)).body;
  expect((await desk('DELETE', `/api/cases/${other}?confirm=${digest}`)).status).toBeLessThan(300);
  expect(refs((await found('ref=a_')).results)).toEqual(['a_1']);
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
