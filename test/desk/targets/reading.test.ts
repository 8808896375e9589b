import { expect, test } from 'vitest';
import { json, problem, scriptedServer } from '#test/support/scripted-server.ts';
import { startTestService } from '#test/support/test-service.ts';
import { plantedKey, testTargets } from '#test/support/test-targets.ts';

interface Row {
  readonly id: string;
}
const rowsOf = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `row-${from + n}` }));

/** A list that is paged by number; `change` may alter it before each page is given. */
const pagedServer = (state: { rows: Row[] }, change: (page: number, count: number) => void = () => {}) =>
  scriptedServer((request, response, count) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const page = Number(query.get('page'));
    const pageSize = Math.min(Number(query.get('pageSize')), 500);
    change(page, count);
    const results = state.rows.slice((page - 1) * pageSize, page * pageSize);
    json(response, { results, pageNumber: page, pageSize, totalResults: state.rows.length, _links: {} });
  });

test('all pages of a long list, with the query, in order', async () => {
  const state = { rows: rowsOf(1234) };
  const server = await pagedServer(state);
  const { remote } = await testTargets();
  const rows = await (await remote(server.url)).all<Row>('/companies', { orderBy: 'name' });
  expect(rows).toEqual(state.rows);
  expect(server.seen.map(({ url }) => url)).toEqual(
    [1, 2, 3].map((page) => `/companies?orderBy=name&page=${page}&pageSize=500`),
  );
});

test.each([0, 1, 499, 500, 501, 1000])('a list of %i rows', async (count) => {
  const server = await pagedServer({ rows: rowsOf(count) });
  const { remote } = await testTargets();
  expect(await (await remote(server.url)).all('/rules')).toEqual(rowsOf(count));
  expect(server.seen).toHaveLength(Math.max(1, Math.ceil(count / 500)));
});

test('a row that goes while the list is read makes none be missed; one that comes is not met twice', async () => {
  const state = { rows: rowsOf(1200) };
  const server = await pagedServer(state, (page, count) => {
    if (page === 2 && count === 2) state.rows = state.rows.slice(1);
    if (page === 2 && count === 5) state.rows = [{ id: 'new' }, ...state.rows];
  });
  const { remote } = await testTargets();
  const rows = await (await remote(server.url)).all<Row>('/companies');
  expect(rows.map(({ id }) => id).sort()).toEqual(state.rows.map(({ id }) => id).sort());
});

test('a list that never stands still, or never ends, is given up as it was last met', async () => {
  let next = 0;
  const state = { rows: rowsOf(600) };
  const moving = await pagedServer(state, () => {
    state.rows = [{ id: `new-${next++}` }, ...state.rows];
  });
  const stuck = await scriptedServer((_request, response) =>
    json(response, { results: rowsOf(500), totalResults: 100_000 }),
  );
  const { remote } = await testTargets();
  const rows = await (await remote(moving.url)).all<Row>('/companies');
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(await (await remote(stuck.url, { name: 'stuck' })).all('/companies')).toEqual(rowsOf(500));
  expect(stuck.seen).toHaveLength(6);
});

test('what is not paged comes as it is; what is no list is refused', async () => {
  const server = await scriptedServer((request, response) =>
    json(response, request.url.startsWith('/webhooks') ? { results: rowsOf(3) } : { name: 'x' }),
  );
  const { remote } = await testTargets();
  const client = await remote(server.url);
  expect(await client.all('/webhooks')).toEqual(rowsOf(3));
  await expect(client.all('/profile')).rejects.toThrow(/the response is not a list/);
});

test('a real service: everything may be read, and no alerts endpoint is called', async () => {
  const service = await startTestService();
  const { targets } = await testTargets();
  const { id } = await targets.add({ name: 'real', baseUrl: service.apiUrl, apiKey: service.apiKey });
  const tested = await targets.test(id);
  expect(tested).toMatchObject({ targetId: id, reached: true });
  expect(tested.problem).toBeUndefined();
  expect(tested.rights.map(({ call, result }) => [call, result])).toEqual([
    ['GET /companies', 'allowed'],
    ['GET /integrations', 'allowed'],
    ['GET /rules', 'allowed'],
    ['GET /profile', 'allowed'],
    ['GET /webhooks', 'allowed'],
    ['GET /apiKeys', 'allowed'],
    ['POST, PUT, PATCH, DELETE', 'unknown'],
  ]);
  const { results } = await service.control.sandbox.requests({});
  expect(results).toHaveLength(6);
  for (const { deprecated, userAgent } of results) {
    expect([deprecated, userAgent?.startsWith('carryover-desk/')]).toEqual([false, true]);
  }
  await targets.change(id, { apiKey: 'a-wrong-key' });
  const denied = await targets.test(id);
  expect(denied.reached).toBe(true);
  expect(denied.problem).toMatch(/with status 401: .* API key was rejected/);
  expect(new Set(denied.rights.slice(0, 6).map(({ result }) => result))).toEqual(new Set(['denied']));
});

test('rights are told apart: allowed, denied, unknown', async () => {
  const server = await scriptedServer((request, response) => {
    const path = request.url.split('?', 1)[0];
    if (path === '/rules') json(response, problem(403, 'Not yours.'), 403);
    else if (path === '/profile') json(response, problem(404, 'No such thing.'), 404);
    else if (path === '/apiKeys') json(response, { odd: true });
    else json(response, { results: [] });
  });
  const { remote, targets } = await testTargets();
  const tested = await targets.test((await remote(server.url)).target.id);
  expect(tested.rights.map(({ call, result }) => `${call} ${result}`)).toEqual([
    'GET /companies allowed',
    'GET /integrations allowed',
    'GET /rules denied',
    'GET /profile unknown',
    'GET /webhooks allowed',
    'GET /apiKeys unknown',
    'POST, PUT, PATCH, DELETE unknown',
  ]);
  expect(JSON.stringify(tested)).not.toContain(plantedKey);
});

test('a target that is not there, or is something else, is not reached, and says why', async () => {
  const page = await scriptedServer((_request, response) => response.writeHead(200).end('<html>'));
  const { remote, targets } = await testTargets();
  for (const [name, url, words] of [
    ['gone', 'http://127.0.0.1:9', /nothing listens there/],
    ['page', page.url, /not JSON/],
  ] as const) {
    const tested = await targets.test((await remote(url, { name })).target.id);
    expect(tested.reached).toBe(false);
    expect(tested.problem).toMatch(words);
    expect(new Set(tested.rights.map(({ result }) => result))).toEqual(new Set(['unknown']));
  }
  expect(page.seen).toHaveLength(1);
});
