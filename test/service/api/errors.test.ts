import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { basic, testApi } from '#test/support/test-api.ts';

const uuid = '99999999-9999-4999-8999-999999999999';

/** A request whose body is sent as it is. */
const raw = (
  apiKey: string,
  payload: string | Buffer,
  type?: string,
  method = 'POST',
  url = '/companies',
) => ({
  method: method as 'POST',
  url,
  payload,
  headers: { authorization: basic(apiKey), ...(type !== undefined && { 'content-type': type }) },
});

test.each([
  ['{"name": secret-token}', 'holds a sign where none can be'],
  ['{"name": "secret",}', 'line 1, column 19'],
  ['{"name": "a"', 'line 1, column 13'],
  ['', 'The body is missing'],
  ['   ', 'ends too early'],
  ['nonsense', 'holds a sign where none can be'],
  ['{"name":"a","__proto__":{"x":1}}', '__proto__'],
  ['{"name":"a","constructor":{"prototype":{}}}', '__proto__'],
])('the body %j is answered with 400 and words that quote nothing', async (payload, words) => {
  const { inject, apiKey } = await testApi();
  const answer = await inject(raw(apiKey, payload, 'application/json'));
  expect(answer).toMatchObject({ status: 400, body: { validation: { errors: [{ itemId: 'body' }] } } });
  expect(answer.body.error).toContain(words);
  expect(answer.text).not.toContain('secret');
});

test('a body that is not UTF-8 is refused', async () => {
  const { inject, apiKey } = await testApi();
  const answer = await inject(raw(apiKey, Buffer.from('{"name":"\xe9"}', 'latin1'), 'application/json'));
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('not UTF-8') } });
});

test('every problem of a body is an item of its own, in words', async () => {
  const { call } = await testApi();
  const { body } = await call('POST', '/webhooks', {
    url: '',
    eventTypes: [],
    disabled: 'no',
    companyId: 'x',
    companyTags: ['region:eu', 'nocolon', 5],
  });
  expect(body.validation.errors).toEqual([
    { itemId: 'url', message: 'url must not be empty.', validatorName: 'minLength' },
    { itemId: 'eventTypes', message: 'eventTypes must not be empty.', validatorName: 'minItems' },
    { itemId: 'disabled', message: 'disabled must be true or false.', validatorName: 'type' },
    { itemId: 'companyId', message: 'companyId must be a UUID.', validatorName: 'format' },
    {
      itemId: 'companyTags.1',
      message: 'companyTags.1 must be key:value, such as region:eu.',
      validatorName: 'pattern',
    },
    { itemId: 'companyTags.2', message: 'companyTags.2 must be text.', validatorName: 'type' },
  ]);
  for (const { message } of body.validation.errors) expect(body.error).toContain(message);
});

test('numbers in a body are not made of text, nor text of numbers', async () => {
  const { call } = await testApi();
  expect((await call('POST', '/companies', { name: 5 })).body.validation.errors).toEqual([
    { itemId: 'name', message: 'name must be text.', validatorName: 'type' },
  ]);
});

test('what is wrong with a tag is named, even behind a key with a line break', async () => {
  const { call } = await testApi();
  const tags = { 'a\nb': 5, [`${'k'.repeat(201)}`]: 'v', '': 'v' };
  const { body } = await call('POST', '/companies', { name: 'x', tags });
  expect(body.validation.errors.map(({ itemId }: { itemId: string }) => itemId)).toEqual(
    expect.arrayContaining(['tags.a\nb', `tags.${'k'.repeat(201)}`, 'tags.']),
  );
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`k${i}`, 'v']));
  expect((await call('POST', '/companies', { name: 'x', tags: many })).body.error).toContain(
    'tags must have at most 10 entries.',
  );
});

test('thousands of problems are answered with the first hundred and their number', async () => {
  const { call } = await testApi();
  const tags = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
  const { errors } = (await call('POST', '/companies', { name: 'x', tags })).body.validation;
  expect(errors.length).toBe(101);
  expect(errors.at(-1).message).toBe('19901 more problems.');
});

test.each([
  [{ platformKey: 'XERO' }, 'platformKey must be four lower-case letters, such as gbol.'],
  [{}, 'platformKey is missing.'],
  ['toolong', 'The body must be four lower-case letters, such as gbol.'],
  [[], 'The body must be an object such as { "platformKey": "gbol" }, or a text such as "gbol".'],
])('of several forms, the one that was meant is told about: %j', async (body, message) => {
  const { call } = await testApi();
  const answer = await call('POST', `/companies/${uuid}/connections`, body);
  expect(answer.body.validation.errors.map((item: { message: string }) => item.message)).toEqual([message]);
});

test.each([
  ['?page=0', 'page must be 1 or more.'],
  ['?page=1.5', 'page must be a whole number.'],
  ['?page=99999999999999999999', 'page must be a whole number from 1 to 1000000000.'],
  ['?pageSize=5001', 'pageSize must be 5000 or less.'],
  ['?page=1&page=2', 'page must be a whole number.'],
  ['?orderBy=nope', 'orderBy names "nope"'],
  [`?query=${'x'.repeat(10_001)}`, 'query must have at most 10000 characters.'],
])('a query string is told what to mend: %#', async (search, message) => {
  const { call } = await testApi();
  const answer = await call('GET', `/companies${search}`);
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(message) } });
  expect(answer.body.validation.errors).toHaveLength(1);
});

test('a malformed query names its position', async () => {
  const { call } = await testApi();
  expect(await call('GET', `/companies?query=${encodeURIComponent('name=a && nope=b')}`)).toMatchObject({
    status: 400,
    body: {
      detailedErrorCode: 40003,
      error: expect.stringContaining('position 11'),
      validation: { errors: [{ itemId: 'query' }] },
    },
  });
});

test('a body over 1 MiB gets 413, one of 1 MiB does not', async () => {
  const { inject, apiKey, context } = await testApi();
  const body = (length: number) => `{"name":"x","other":"${'y'.repeat(length - 23)}"}`;
  const most = body(1_048_576);
  expect(most.length).toBe(1_048_576);
  expect((await inject(raw(apiKey, most, 'application/json'))).status).toBe(200);
  expect(await inject(raw(apiKey, body(1_048_577), 'application/json'))).toMatchObject({
    status: 413,
    body: { error: expect.stringContaining('1048576') },
  });
  const rows = await context.store.read(({ db }) => db.selectFrom('companies').select('id').execute());
  expect(rows).toHaveLength(1);
});

test.each([['text/plain'], ['application/x-www-form-urlencoded'], [undefined], ['nonsense']])(
  'the content type %s gets 415',
  async (type) => {
    const { inject, apiKey } = await testApi();
    const answer = await inject(raw(apiKey, 'name=x', type));
    expect(answer).toMatchObject({
      status: 415,
      body: { error: expect.stringContaining(`"${type ?? ''}"`) },
    });
  },
);

test('where no body is needed, an empty one of JSON is none', async () => {
  const { inject, call, apiKey } = await testApi();
  const { id } = (await call('POST', '/companies', { name: 'x' })).body;
  const url = `/companies/${id}/data/all`;
  expect(await inject(raw(apiKey, '', 'application/json', 'POST', url))).toMatchObject({
    body: { detailedErrorCode: 40004 },
  });
  expect(await inject(raw(apiKey, '', 'application/json', 'DELETE', `/companies/${id}`))).toMatchObject({
    status: 204,
  });
});

test.each([
  ['PUT', '/companies', 'GET, HEAD, POST, OPTIONS'],
  ['POST', `/companies/${uuid}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
  ['GET', `/companies/${uuid}/data/all`, 'POST, OPTIONS'],
  ['DELETE', '/rules/alerts', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/webhooks/', 'GET, HEAD, POST, OPTIONS'],
  ['HEAD', `/webhooks/${uuid}`, 'DELETE, OPTIONS'],
])('%s %s gets 405 with what is allowed', async (method, url, allow) => {
  const { inject, apiKey } = await testApi();
  // Not even a malformed body is looked at.
  const answer = await inject({
    ...raw(apiKey, method === 'TRACE' || method === 'HEAD' ? '' : '{', 'application/json', method, url),
  });
  expect(answer).toMatchObject({ status: 405, headers: { allow } });
  if (method !== 'HEAD') expect(answer.body).toMatchObject({ detailedErrorCode: 40501 });
});

test('OPTIONS says what there is, without a key', async () => {
  const { inject } = await testApi();
  expect(await inject({ method: 'OPTIONS', url: '/companies' })).toMatchObject({
    status: 204,
    text: '',
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
  });
});

test('HEAD is GET without the body', async () => {
  const { call } = await testApi();
  await call('POST', '/companies', { name: 'x' });
  const got = await call('GET', '/companies');
  for (let i = 0; i < 2; i++) {
    expect(await call('HEAD', '/companies')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': got.headers['content-length'] },
    });
  }
});

test.each([
  ['/nope'],
  ['/companies/%zz'],
  [`/companies/${'x'.repeat(1001)}`],
  ['/docs/static/nope.js'],
  ['//'],
  ['/..'],
])('%s is not there, said in JSON', async (url) => {
  const { call } = await testApi();
  expect(await call('GET', url)).toMatchObject({
    status: 404,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-rate-limit-limit': '1000' },
    body: { detailedErrorCode: 40411, correlationId: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

test('the unexpected becomes 500 that says nothing of its cause; the log has it under the correlation id', async () => {
  const logged: Record<string, unknown>[] = [];
  const { call, context, platform } = await testApi();
  context.log.error = ((line: Record<string, unknown>) => logged.push(line)) as typeof context.log.error;
  const cause = new Error('the secret inner workings');
  Object.assign(platform.companies, { show: () => Promise.reject(cause) });
  const answer = await call('GET', `/companies/${uuid}`);
  expect(answer).toMatchObject({ status: 500, body: { detailedErrorCode: 50001, canBeRetried: 'Unknown' } });
  expect(answer.text).not.toMatch(/secret|stack|\.ts/);
  expect(logged).toEqual([expect.objectContaining({ err: cause, correlationId: answer.body.correlationId })]);
});

test.each([
  ['store.full', 50303, 'Yes'],
  ['store.damaged', 50304, 'No'],
] as const)('%s becomes 503', async (code, detailedErrorCode, canBeRetried) => {
  const { call, platform } = await testApi();
  const error = new CatalogueError(code, { file: 'service.db' });
  Object.assign(platform.companies, { create: () => Promise.reject(error) });
  expect(await call('POST', '/companies', { name: 'x' })).toMatchObject({
    status: 503,
    body: { detailedErrorCode, canBeRetried },
  });
});
