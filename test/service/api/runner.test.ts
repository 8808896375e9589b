import { createServer } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SendRequest } from '#contract/request-runner.ts';
import { testApi } from '#test/support/test-api.ts';

const uuid = '99999999-9999-4999-8999-999999999999';

test('a request is sent with the present key, is logged as sent by the runner, and its response is masked', async () => {
  const made = await testApi();
  await made.api.start();
  const body = JSON.stringify({ name: 'Bakery' });
  const sent = await made.api.sendRequest({ method: 'POST', path: '/companies?x=1', body });
  expect(sent).toMatchObject({ statusCode: 200, body: { state: 'whole' } });
  expect(JSON.parse(sent.body.text ?? '')).toMatchObject({ name: 'Bakery' });
  const detail = await made.api.showRequest(sent.requestId ?? '');
  expect(detail.entry).toMatchObject({ sentBy: 'runner', userAgent: 'carryover-runner', method: 'POST' });
  expect(detail.exchange?.requestBody.text).toBe(body);
  expect(JSON.stringify(detail.exchange)).not.toContain('x-carryover-sent');

  const replayed = await made.api.sendRequest({
    method: 'POST',
    path: '/companies',
    body,
    headers: [
      { name: 'X-Trace', value: 'a' },
      { name: 'User-Agent', value: 'ours/1' },
    ],
    replayOf: sent.requestId ?? '',
  });
  const [newest] = (await made.api.requests({ sentBy: 'runner' })).results;
  expect(newest).toMatchObject({ id: replayed.requestId, replayOf: sent.requestId, userAgent: 'ours/1' });

  const created = await made.api.sendRequest({ method: 'POST', path: '/apiKeys', body: '{"name":"b"}' });
  const real = (await made.api.apiKeys()).map(({ apiKey }) => apiKey);
  for (const key of real) expect(JSON.stringify([sent, replayed, created, newest])).not.toContain(key);
  const second = JSON.parse(created.body.text ?? '');
  expect(second).toMatchObject({ apiKey: '••••' });
  expect(
    (await made.api.sendRequest({ method: 'GET', path: '/apiKeys', apiKey: second.id })).statusCode,
  ).toBe(200);
  expect((await made.api.sendRequest({ method: 'GET', path: '/apiKeys', apiKey: 'none' })).statusCode).toBe(
    401,
  );
  await expect(made.api.sendRequest({ method: 'GET', path: '/apiKeys', apiKey: uuid })).rejects.toThrow(
    'not found',
  );
});

test('nobody else can mark a request as sent by the runner', async () => {
  const made = await testApi();
  await made.call('GET', '/companies', undefined, { 'x-carryover-sent': '1' });
  expect((await made.api.requests({})).results[0]).not.toHaveProperty('sentBy');
});

test('a call of an alerts endpoint counts as evidence; a fault that never answers is told as no response', async () => {
  const made = await testApi();
  await made.api.start();
  const alerts = await made.api.sendRequest({ method: 'GET', path: '/rules/alerts' });
  expect((await made.api.requests({ deprecated: true })).results[0]).toMatchObject({ id: alerts.requestId });
  await made.api.setFaults([{ route: '/webhooks', answer: '503' }]);
  expect(await made.api.sendRequest({ method: 'GET', path: '/webhooks' })).toMatchObject({ statusCode: 503 });
});

describe('it goes nowhere else', () => {
  test('no path, header or redirect leads to another server', async () => {
    const made = await testApi();
    await made.api.start();
    let others = 0;
    const other = createServer((_request, response) => {
      others++;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const elsewhere = `127.0.0.1:${port}`;
    const refused: Partial<SendRequest>[] = [
      { path: `http://${elsewhere}/` },
      { path: `//${elsewhere}/` },
      { path: `/\\${elsewhere}/` },
      { path: `@${elsewhere}/` },
      { path: `/a HTTP/1.1\r\nHost: ${elsewhere}\r\n` },
      { path: '/a#b' },
      { headers: [{ name: 'Host', value: elsewhere }] },
      { headers: [{ name: 'Authorization', value: 'Basic x' }] },
      { headers: [{ name: 'x-a', value: 'a\r\nhost: b' }] },
      { headers: [{ name: 'Transfer-Encoding', value: 'chunked' }] },
      { body: '{"accessToken":"••••"}' },
      { path: '/companies?token=••••' },
    ];
    for (const one of refused) {
      await expect(made.api.sendRequest({ method: 'GET', path: '/companies', ...one })).rejects.toMatchObject(
        {
          code: 'request.invalid',
        },
      );
    }
    await made.api.setFaults([
      {
        route: '*',
        answer: 'fixture',
        fixture: { statusCode: 302, headers: [{ name: 'location', value: `http://${elsewhere}/` }] },
      },
    ]);
    expect((await made.api.sendRequest({ method: 'GET', path: '/companies' })).statusCode).toBe(302);
    await made.api.setFaults([]);
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 20 }), async (text) => {
        const path = `/${text}${elsewhere}/`;
        await made.api.sendRequest({ method: 'GET', path }).catch(() => {});
      }),
      { numRuns: 50 },
    );
    other.close();
    expect(others).toBe(0);
  });

  test('while the service does not listen, nothing is sent', async () => {
    const made = await testApi();
    await expect(made.api.sendRequest({ method: 'GET', path: '/companies' })).rejects.toThrow();
  });
});

test('a request is checked by the schema of its operation, and not sent', async () => {
  const { api } = await testApi();
  const problems = async (request: SendRequest) =>
    (await api.checkRequest(request)).problems.map(({ itemId, message }) => `${itemId}: ${message}`);
  expect(await problems({ method: 'POST', path: '/companies', body: '{"name":"a"}' })).toEqual([]);
  expect(await problems({ method: 'POST', path: '/companies', body: '{"name":1}' })).toHaveLength(1);
  expect(await problems({ method: 'POST', path: '/companies', body: '{' })).toEqual([
    'body: The body is not valid JSON.',
  ]);
  expect(await problems({ method: 'POST', path: '/companies' })).toEqual(['body: The body is missing.']);
  expect((await problems({ method: 'GET', path: '/companies?page=x' }))[0]).toMatch(/^page: /);
  expect(await problems({ method: 'GET', path: `/companies/${uuid}` })).toEqual([]);
  expect((await problems({ method: 'PUT', path: '/nowhere' }))[0]).toContain('no operation');
  expect((await api.requests({})).results).toEqual([]);
});
