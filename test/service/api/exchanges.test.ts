import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecordedExchange, recordingLimits } from '#contract/request-log.ts';
import { createBudget } from '#service/api/exchanges/budget.ts';
import { insertExchanges, selectExchangeSpace, trimExchanges } from '#service/store/exchanges.ts';
import { readFact } from '#service/store/facts.ts';
import { takeRecording } from '#service/store/recording.ts';
import { settingsFact } from '#service/store/settings.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { basic, type TestApi, testApi } from '#test/support/test-api.ts';
import { numberedFrom } from '#test/support/test-store.ts';

const uuid = '99999999-9999-4999-8999-999999999999';
const authorization = `/companies/${uuid}/connections/${uuid}/authorization`;

const newest = async ({ api }: TestApi): Promise<RecordedExchange> => {
  const [entry] = (await api.requests({ limit: 1 })).results;
  const detail = await api.showRequest(entry?.id ?? '0');
  if (detail.exchange === undefined) throw new Error(`not recorded: ${detail.missing}`);
  return detail.exchange;
};

/** Every byte that the sandbox has on the disk. */
const onDisk = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1'))
    .join('\n');

test('headers, query string and bodies of a request and its response are recorded', async () => {
  const made = await testApi();
  const { body } = await made.call('POST', '/companies?trace=a%20b', { name: 'Bakery', tags: { a: 'b' } });
  const exchange = await newest(made);
  expect(exchange).toMatchObject({
    query: 'trace=a%20b',
    requestBody: { state: 'whole', bytes: 34, text: '{"name":"Bakery","tags":{"a":"b"}}' },
    responseBody: { state: 'whole' },
  });
  expect(JSON.parse(exchange.responseBody.text ?? '')).toEqual(body);
  expect(exchange.requestHeaders).toContainEqual({ name: 'authorization', value: 'Basic ••••' });
  expect(exchange.responseHeaders).toContainEqual({
    name: 'content-type',
    value: 'application/json; charset=utf-8',
  });
});

test('a long body is cut, and its full size is said; no part of a secret is left at the cut', async () => {
  const made = await testApi();
  const { bodyBytes } = recordingLimits;
  const name = 'a'.repeat(bodyBytes - 40);
  await made.call('POST', '/companies', { name, accessToken: 'secretsecretsecretsecretsecretsecretsecret' });
  const { requestBody } = await newest(made);
  expect(requestBody).toMatchObject({ state: 'cut', bytes: bodyBytes - 40 + 70 });
  expect(requestBody.text?.length).toBeLessThanOrEqual(bodyBytes);
  expect(requestBody.text).not.toContain('secretsec');
});

test('planted secrets reach no file and no answer of the API', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  const made = await testApi({ folder, context });
  const secret = fc.stringMatching(/^zQ[A-Za-z][A-Za-z0-9]{10,30}$/);
  const kept: string[] = [made.apiKey, basic(made.apiKey)];
  await fc.assert(
    fc.asyncProperty(
      secret,
      fc.constantFrom('accessToken', 'refresh_token', 'CLIENT-SECRET', 'password', 'apiKey', 'tokenId'),
      fc.constantFrom('/companies', '/webhooks', '/rules', authorization),
      fc.anything({ maxDepth: 2, withNullPrototype: false }).map((value) => JSON.stringify(value) ?? 'null'),
      async (value, name, url, around) => {
        kept.push(value);
        const headers = {
          authorization: basic(made.apiKey),
          'content-type': 'application/json',
          'x-api-key': value,
          cookie: `session=${value}`,
          referer: `https://a.example/?${name}=${value}`,
        };
        const isAuthorization = url === authorization;
        const field = isAuthorization ? 'tenantId' : name;
        await made.inject({
          method: isAuthorization ? 'PUT' : 'POST',
          url: `${url}?${name}=${value}`,
          headers,
          payload: `{"around":${around},"${field}":"${value}","deep":[{"${name}":["${value}"]}]}`,
        });
        await made.inject({ url: '/companies', headers: { ...headers, authorization: basic(value) } });
      },
    ),
    { numRuns: 40 },
  );
  const created = await made.call('POST', '/apiKeys', { name: 'second' });
  kept.push(created.body.apiKey, basic(created.body.apiKey).slice(6));
  await made.call('PUT', '/profile', {
    name: 'x',
    redirectUrl: 'https://a.example',
    alertAuthHeader: 'Bearer zQheader123',
  });
  kept.push('zQheader123');
  const { results } = await made.api.requests({ limit: 500 });
  const shown = JSON.stringify(await Promise.all(results.map(({ id }) => made.api.showRequest(id))));
  await context.store.write(async () => {});
  const bytes = onDisk(folder);
  expect(results.length).toBeGreaterThan(80);
  expect((await made.api.recording()).count).toBeGreaterThan(80);
  for (const one of kept) {
    expect(shown).not.toContain(one);
    expect(bytes).not.toContain(one);
  }
});

describe('bounds', () => {
  test('a flood is recorded in part: bursts are saved up for, and what a body costs grows with its size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(100_000)), { maxLength: 3000 }), (requests) => {
        let now = 0;
        const budget = createBudget(() => now);
        let pieces = 0;
        for (const [waitMs, bytes] of requests) {
          now += waitMs;
          if (budget.take(bytes)) pieces += 1 + Math.floor(bytes / 1024);
        }
        expect(pieces).toBeLessThanOrEqual(1000 + (now * 200) / 1000);
      }),
    );
    let now = 0;
    const budget = createBudget(() => now);
    expect(Array.from({ length: 1001 }, () => budget.take(0)).indexOf(false)).toBe(1000);
    now += 10;
    expect([budget.take(0), budget.take(0), budget.take(0)]).toEqual([true, true, false]);
  });

  test('the oldest go by count, by bytes, by age, and with their request', async () => {
    const { store } = await testContext();
    const row = (seq: number, bytes: number) => ({
      seq,
      at: seq * 1000,
      bytes,
      query: null,
      request_headers_json: '[]',
      response_headers_json: '[]',
      request_bytes: 0,
      request_state: 'empty',
      response_bytes: 0,
      response_state: 'empty',
      request_body: null,
      response_body: null,
    });
    const left = () =>
      store.read(({ db }) => db.selectFrom('exchanges').select('seq').orderBy('seq').execute());
    const trim = (limits: Partial<Parameters<typeof trimExchanges>[1]>, limit = 500) =>
      store.write((tx) => trimExchanges(tx, { count: 100, bytes: 1e9, since: 0, ...limits }, limit));
    await store.write((tx) =>
      insertExchanges(
        tx,
        Array.from({ length: 20 }, (_, n) => row(n + 1, 10)),
      ),
    );
    expect(await trim({ count: 18 }, 1)).toBe(false);
    expect(await trim({ count: 18 })).toBe(true);
    expect((await left())[0]).toEqual({ seq: 3 });
    await trim({ bytes: 100 });
    expect(await store.read(selectExchangeSpace)).toEqual({ count: 10, bytes: 100 });
    await trim({ since: 15_000 });
    expect((await left()).map(({ seq }) => seq)).toEqual([15, 16, 17, 18, 19, 20]);
  });
});

test('recording is switched before the first request, as the settings say if nothing is said', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  await takeRecording(context.store, false);
  await takeRecording(context.store, undefined);
  const made = await testApi({ folder, context });
  await made.call('GET', '/companies');
  expect(await made.api.recording()).toMatchObject({ on: false, count: 0 });
  await takeRecording(context.store, true);
  const known = await context.store.read((reader) => readFact(reader, settingsFact));
  expect(known).toMatchObject({ recordBodies: true });
});

test('switched off, nothing is recorded; what was is deleted when asked, from the file too', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  const made = await testApi({ folder, context });
  await made.call('POST', '/companies', { name: 'Remarkable Bakery' });
  await made.call('DELETE', '/companies');
  expect((await made.api.recording()).on).toBe(true);
  await made.api.setSettings({ ...made.api.settings(), recordBodies: false });
  await made.call('POST', '/webhooks', { note: 'Unremarkable Bakery' });
  const [entry] = (await made.api.requests({})).results;
  expect(await made.api.showRequest(entry?.id ?? '')).toEqual({ entry, missing: 'off' });
  expect(onDisk(folder)).not.toContain('Unremarkable');
  await made.api.forgetBodies();
  expect(await made.api.recording()).toEqual({ on: false, count: 0, bytes: 0 });
  const [, , first] = (await made.api.requests({})).results;
  expect(await made.api.showRequest(first?.id ?? '')).toMatchObject({ missing: 'removed' });
  await expect(made.api.showRequest('999999')).rejects.toThrow('not in the log');
});

describe('filters', () => {
  test('by method, status, path, correlation id, caller, key and time, each page with at most what was asked for', async () => {
    const made = await testApi();
    const { call, inject, api } = made;
    await call('POST', '/companies', { name: 'a' }, { 'user-agent': 'Ours/1.0 (x)' });
    const missing = await call('GET', `/companies/${uuid}`, undefined, { 'user-agent': 'theirs' });
    await inject({ url: '/companies' });
    const [key] = await api.apiKeys();
    const found = async (query: Parameters<typeof api.requests>[0]) =>
      (await api.requests(query)).results.map(({ method, statusCode }) => `${method} ${statusCode}`);
    expect(await found({ method: 'POST' })).toEqual(['POST 200']);
    expect(await found({ status: '4xx' })).toEqual(['GET 401', 'GET 404']);
    expect(await found({ status: '404' })).toEqual(['GET 404']);
    expect(await found({ status: 'none' })).toEqual([]);
    expect(await found({ search: 'PANIES/9999' })).toEqual(['GET 404']);
    expect(await found({ search: missing.body.correlationId })).toEqual(['GET 404']);
    expect(await found({ search: '%' })).toEqual([]);
    expect(await found({ caller: 'ours' })).toEqual(['POST 200']);
    expect(await found({ apiKeyId: key?.id ?? '' })).toEqual(['GET 404', 'POST 200']);
    expect(await found({ until: '2000-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ since: '2000-01-01T00:00:00Z', status: '2xx' })).toEqual(['POST 200']);
    const first = await api.requests({ status: '4xx', limit: 1 });
    expect(first.results).toHaveLength(1);
    expect(await found({ status: '4xx', cursor: first.cursor as string })).toEqual(['GET 404']);
    await expect(api.requests({ after: '0', method: 'GET' })).rejects.toThrow('use one of them');
  });

  test('a search looks through so many requests a page, and goes on to the end', async () => {
    const made = await testApi();
    const { store } = made.context;
    await made.call('POST', '/companies', { name: 'a' });
    await made.api.flushRequests();
    await numberedFrom(store, 'requests', 50_000);
    await made.call('GET', '/companies');
    const pages = [];
    let cursor: string | undefined;
    do {
      const page = await made.api.requests({ method: 'POST', ...(cursor !== undefined && { cursor }) });
      pages.push(page.results.length);
      cursor = page.cursor;
    } while (cursor !== undefined);
    // What is between was removed, and is not looked through.
    expect(pages).toEqual([0, 1]);
  });
});
