import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestQuery } from '#contract/request-log.ts';
import { basic, type TestApi, testApi } from '#test/support/test-api.ts';

const uuid = '99999999-9999-4999-8999-999999999999';

/** The whole log, page by page, newest first. */
const all = async ({ api }: TestApi, query: RequestQuery = {}) => {
  const entries = [];
  let cursor: string | undefined;
  do {
    const page = await api.requests({ ...query, ...(cursor !== undefined && { cursor }) });
    entries.push(...page.results);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return entries;
};

test('every request is kept, with its route and key, and without query string, headers or body if these are not recorded', async () => {
  const made = await testApi();
  await made.api.setSettings({ ...made.api.settings(), recordBodies: false });
  const { call, inject, context, announced } = made;
  const { body } = await call('POST', '/companies', { name: 'hidden words' });
  const missing = await call('GET', `/companies/${uuid}?token=hidden`);
  await inject({ url: '/companies', headers: { authorization: basic('hidden') } });
  await inject({ method: 'PUT', url: '/companies' });
  await inject({ url: '/nowhere/hidden%zz' });
  await inject({ url: '/companies', headers: { host: 'hidden.example' } });
  const entries = await all(made);
  expect(entries.map((e) => [e.method, e.path, e.route, e.statusCode, e.apiKeyId !== undefined])).toEqual([
    ['GET', '/companies', '/companies', 403, false],
    ['GET', '/nowhere/hidden%zz', undefined, 404, false],
    ['PUT', '/companies', '/companies', 405, false],
    ['GET', '/companies', '/companies', 401, false],
    ['GET', `/companies/${uuid}`, '/companies/{companyId}', 404, true],
    ['POST', '/companies', '/companies', 200, true],
  ]);
  expect(entries[4]).toMatchObject({ correlationId: missing.body.correlationId, deprecated: false });
  const rows = await context.store.read(async ({ db }) => [
    ...(await db.selectFrom('requests').selectAll().execute()),
    ...(await db.selectFrom('exchanges').selectAll().execute()),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/hidden words|token|Basic|hidden\.example/);
  expect(announced.filter(({ type }) => type === 'request')).toHaveLength(6);
  expect(body.name).toBe('hidden words');
});

test('it pages by key: every entry exactly once, while others are added', async () => {
  const made = await testApi();
  let count = 0;
  const request = () => made.call('GET', `/companies/c${count++}`);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 5 }), async (limit, more) => {
      for (let i = 0; i < more; i++) await request();
      const known = count;
      const met: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await made.api.requests({ limit, ...(cursor !== undefined && { cursor }) });
        met.push(...page.results.map(({ path }) => path));
        cursor = page.cursor;
        if (count < known + 4) await request();
      } while (cursor !== undefined);
      expect(met).toEqual(Array.from({ length: known }, (_, i) => `/companies/c${known - 1 - i}`));
    }),
    { numRuns: 20 },
  );
});

test('what came after an entry is read oldest first, in pages, also across a reset', async () => {
  const made = await testApi();
  const { call, api, context } = made;
  const paths = (page: { results: { path: string }[] }) => page.results.map(({ path }) => path);
  for (const path of ['/companies/a', '/rules/alerts', '/companies/b']) await call('GET', path);
  for (const ruleId of ['one', 'two', 'three']) await call('GET', `/rules/${ruleId}/alerts`);
  const first = await api.requests({ after: '0', limit: 2, deprecated: true });
  expect(paths(first)).toEqual(['/rules/alerts', '/rules/one/alerts']);
  expect(first.cursor).toBe(first.results[1]?.id);
  const rest = await api.requests({ after: first.cursor as string, deprecated: true });
  expect([paths(rest), rest.cursor]).toEqual([['/rules/two/alerts', '/rules/three/alerts'], undefined]);
  const last = rest.results.at(-1)?.id as string;
  expect((await api.requests({ after: last })).results).toEqual([]);

  await context.store.write(({ db }) => db.deleteFrom('requests').execute());
  await call('GET', '/rules/alerts');
  expect(paths(await api.requests({ after: last, deprecated: true }))).toEqual(['/rules/alerts']);
  await expect(api.requests({ after: '1', cursor: '1' })).rejects.toThrow('use one of them');
});

test('who called is kept and announced, cut to 200 characters', async () => {
  const made = await testApi();
  const { inject, api, announced } = made;
  await inject({ url: '/companies', headers: { 'user-agent': `ours/1.0 ${'x'.repeat(500)}` } });
  const [entry] = (await api.requests({})).results;
  expect(entry?.userAgent).toBe(`ours/1.0 ${'x'.repeat(191)}`);
  expect(announced.findLast(({ type }) => type === 'request')).toMatchObject({ userAgent: entry?.userAgent });
});

test('a cursor that is none is refused', async () => {
  const { api } = await testApi();
  await expect(api.requests({ cursor: 'x' })).rejects.toThrow('cursor must be');
});

test('it is capped; calls of the alerts endpoints are not pushed out by others', async () => {
  const made = await testApi();
  const { call, api } = made;
  await api.setSettings({ rateLimit: false, retention: { messageDays: 30, requests: 100 } });
  await call('GET', '/rules/alerts');
  for (let i = 0; i < 260; i++) {
    await call('GET', '/apiKeys');
    if (i % 20 === 0) await api.requests({ limit: 1 });
  }
  const entries = await all(made);
  expect(entries.length).toBeLessThanOrEqual(121);
  expect(entries.length).toBeGreaterThanOrEqual(100);
  expect(await all(made, { deprecated: true })).toMatchObject([{ path: '/rules/alerts' }]);
  expect(await all(made, { deprecated: false })).toEqual(entries.slice(0, -1));
  for (let i = 0; i < 150; i++) await call('GET', '/rules/alerts');
  expect((await all(made, { deprecated: true })).length).toBeLessThanOrEqual(120);
});

test.each([
  ['GET', '/rules/alerts', 200],
  ['GET', '/rules/alerts?page=0', 400],
  ['GET', `/rules/${uuid}/alerts`, 404],
  ['GET', `/rules/alerts/${uuid}`, 404],
  ['DELETE', '/rules/alerts', 405],
])('%s %s is deprecated and is evidence before its answer leaves', async (method, url, status) => {
  const { call, inject, context } = await testApi();
  const rows = () =>
    context.store.read(({ db }) =>
      db.selectFrom('requests').selectAll().where('deprecated', '=', 1).execute(),
    );
  const answers = [await call(method, url), await inject({ method: method as 'GET', url })];
  // Nothing but the answers themselves has been waited for.
  expect(await rows()).toHaveLength(2);
  expect(answers.map((answer) => answer.status)).toEqual([status, status === 405 ? 405 : 401]);
  for (const { headers } of answers) {
    expect(headers.deprecation).toMatch(/^@\d+$/);
    expect(new Date(headers.sunset as string).toUTCString()).toBe(headers.sunset);
    expect(headers.link).toContain('rel="deprecation"');
  }
});

test('rules are not deprecated', async () => {
  const { call } = await testApi();
  expect((await call('GET', '/rules')).headers).not.toHaveProperty('deprecation');
});

test('an answer that could not be noted as evidence does not leave', async () => {
  const { call, context, api } = await testApi();
  const { write } = context.store;
  const full = Object.assign(new Error('no'), { code: 'x' });
  Object.assign(context.store, { write: () => Promise.reject(full) });
  expect(await call('GET', '/rules/alerts')).toMatchObject({ status: 500 });
  expect((await call('GET', '/apiKeys')).status).toBe(200);
  Object.assign(context.store, { write });
  expect((await api.requests({})).results.map(({ path }) => path)).toEqual(['/apiKeys', '/rules/alerts']);
});
