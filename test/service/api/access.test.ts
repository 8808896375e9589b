import { expect, test } from 'vitest';
import { apiKeyLimit } from '#contract/api-key.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { basic, testApi } from '#test/support/test-api.ts';
import { startTestService } from '#test/support/test-service.ts';

const withKey = (authorization?: string) => ({
  url: '/companies',
  ...(authorization !== undefined && { headers: { authorization } }),
});

test('the key is accepted as the base64 of itself, and as the user name that clients make of it', async () => {
  const { inject, apiKey } = await testApi();
  expect((await inject(withKey(basic(apiKey)))).status).toBe(200);
  expect((await inject(withKey(basic(`${apiKey}:`)))).status).toBe(200);
  expect((await inject(withKey(basic(apiKey).replace('Basic', 'basic')))).status).toBe(200);
});

test.each([
  ['none', undefined, 40101],
  ['another scheme', 'Bearer abc', 40101],
  ['nothing after the scheme', 'Basic', 40101],
  ['another key', basic('nope'), 40102],
  ['no base64', 'Basic ????', 40102],
  ['an empty key', basic(':'), 40102],
])('401 for %s', async (_what, authorization, detailedErrorCode) => {
  const { inject } = await testApi();
  expect(await inject(withKey(authorization))).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': expect.stringContaining('Basic') },
    body: { detailedErrorCode, canBeRetried: 'No', service: 'Carryover' },
  });
});

test('a key that was not encoded is told to be', async () => {
  const { inject, apiKey } = await testApi();
  for (const authorization of [apiKey, `Basic ${apiKey}`, `Bearer ${apiKey}`]) {
    const { status, body } = await inject(withKey(authorization));
    expect([status, body.detailedErrorCode]).toEqual([401, 40104]);
    expect(JSON.stringify(body)).not.toContain(apiKey);
  }
});

test('a key part of another key, or with another case, is wrong', async () => {
  const { inject, apiKey } = await testApi();
  for (const key of [apiKey.slice(1), `${apiKey}x`, apiKey.toUpperCase(), `${apiKey}::`]) {
    expect((await inject(withKey(basic(key)))).status).toBe(401);
  }
});

test('keys are made, listed without the key, and stop working when deleted', async () => {
  const { call, inject, api } = await testApi();
  const made = await call('POST', '/apiKeys', { name: 'CI' });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'CI', apiKey: expect.stringMatching(/^\w{40}$/) },
  });
  const { apiKey, ...shown } = made.body;
  const list = await call('GET', '/apiKeys');
  expect(list.body.results).toMatchObject([{ name: 'Default' }, shown]);
  expect(list.text).not.toContain(apiKey);
  expect(await api.apiKeys()).toContainEqual({ id: shown.id, name: 'CI', apiKey });
  expect((await inject(withKey(basic(apiKey)))).status).toBe(200);
  expect((await call('DELETE', `/apiKeys/${shown.id}`)).status).toBe(204);
  expect((await inject(withKey(basic(apiKey)))).status).toBe(401);
});

test(`there are at most ${apiKeyLimit} keys, and never none`, async () => {
  const { call } = await testApi();
  const answers = await Promise.all(
    Array.from({ length: apiKeyLimit + 2 }, (_, i) => call('POST', '/apiKeys', { name: `n${i}` })),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBe(apiKeyLimit - 1);
  expect(answers.at(-1)).toMatchObject({ status: 409, body: { detailedErrorCode: 40904 } });
  const [first, ...others] = (await call('GET', '/apiKeys')).body.results;
  for (const { id } of others) expect((await call('DELETE', `/apiKeys/${id}`)).status).toBe(204);
  expect(await call('DELETE', `/apiKeys/${first.id}`)).toMatchObject({
    status: 409,
    body: { detailedErrorCode: 40905 },
  });
});

test('keys outlive a restart, sealed; a given key is added beside them', async () => {
  const folder = temporaryFolder();
  const context = await testContext({ folder });
  const first = await testApi({ folder, context });
  const again = await testApi({ folder, context, apiKey: 'my-own-key' });
  expect(again.apiKey).toBe(first.apiKey);
  expect((await again.inject(withKey(basic('my-own-key')))).status).toBe(200);
  expect((await again.api.apiKeys()).map(({ name }) => name)).toEqual(['Default', 'Given at the start']);
  const third = await testApi({ folder, context, apiKey: 'my-own-key' });
  expect((await third.api.apiKeys()).length).toBe(2);
  const rows = await context.store.read(({ db }) => db.selectFrom('api_keys').selectAll().execute());
  for (const { sealed_key } of rows) expect(Buffer.from(sealed_key).includes(first.apiKey)).toBe(false);
});

test('a key that is given at the first start is the only one', async () => {
  const { api } = await testApi({ apiKey: 'my-own-key' });
  expect(await api.apiKeys()).toMatchObject([{ name: 'Default', apiKey: 'my-own-key' }]);
});

test.each([
  ['127.0.0.1:4410', 200],
  ['LOCALHOST', 200],
  ['[::1]:4410', 200],
  ['consumer.test:80', 200],
  ['192.0.2.1', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example:4410', 403],
  ['127.0.0.1:4410:evil.example', 403],
])('the host "%s" gets %i', async (host, status) => {
  const { inject, apiKey } = await testApi({ bind: '192.0.2.1', allowHosts: ['Consumer.test'] });
  for (const url of ['/companies', '/docs', '/nope', '/companies/%zz']) {
    const answer = await inject({ url, headers: { host, authorization: basic(apiKey) } });
    if (status === 403) expect(answer).toMatchObject({ status, body: { detailedErrorCode: 40302 } });
    else expect(answer.status).not.toBe(403);
  }
});

test('keys are random, whatever the seed', async () => {
  const keyOf = async (): Promise<string> => (await startTestService({ seed: 1 })).apiKey;
  expect(await keyOf()).not.toBe(await keyOf());
});
