import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '#test/support/browser.ts';
import { testApi } from '#test/support/test-api.ts';
import { startTestService } from '#test/support/test-service.ts';

const page = { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' };
const allow = (allowedOrigins: readonly string[]) => ({ allowedOrigins });

test('tokens for pages are plausible, of the company, and masked in the request log', async () => {
  const { call, api } = await testApi();
  const ids = [];
  for (const name of ['A', 'B']) ids.push((await call('POST', '/companies', { name })).body.id);
  const [a, b] = await Promise.all(ids.map((id) => call('GET', `/companies/${id}/accessToken`)));
  expect(a?.body).toEqual({
    expiresIn: 86_400,
    accessToken: expect.stringMatching(/^[\w-]{64}$/),
    tokenType: 'Bearer',
  });
  const managing = await call('GET', `/companies/${ids[0]}/connectionManagement/accessToken`);
  expect(managing.body).toEqual({ accessToken: expect.stringMatching(/^[\w-]{64}$/) });
  const tokens = [a?.body.accessToken, b?.body.accessToken, managing.body.accessToken];
  expect(new Set(tokens).size).toBe(3);
  await api.flushRequests();
  const { results } = await api.requests({});
  const recorded = await Promise.all(results.map(({ id }) => api.showRequest(id)));
  expect(JSON.stringify(recorded)).toContain('tokenType');
  for (const token of tokens) expect(JSON.stringify(recorded)).not.toContain(token);
});

test('both paths of the CORS settings are the same settings, and outlive the process', async () => {
  const { call, context } = await testApi();
  const wanted = allow(['https://app.example.com', 'http://localhost:3000']);
  expect((await call('GET', '/corsSettings')).body).toEqual(allow([]));
  const set = await call(
    'POST',
    '/connectionManagement/corsSettings',
    allow([...wanted.allowedOrigins, 'http://localhost:3000']),
  );
  expect(set).toMatchObject({ status: 200, body: wanted });
  expect((await call('GET', '/corsSettings')).body).toEqual(wanted);
  const other = await testApi({ context });
  expect((await other.call('GET', '/connectionManagement/corsSettings')).body).toEqual(wanted);
});

test.each([
  'https://app.example.com/',
  'https://app.example.com/path',
  'app.example.com',
  'HTTPS://app.example.com',
  'https://app.example.com:443',
  'https://user@app.example.com',
  'ftp://app.example.com',
  'file://',
  'null',
  '*',
  '',
])('"%s" is no origin, and nothing is changed', async (origin) => {
  const { call } = await testApi();
  await call('POST', '/corsSettings', allow(['https://app.example.com']));
  expect(await call('POST', '/corsSettings', allow(['https://other.example.com', origin]))).toMatchObject({
    status: 400,
    body: { validation: { errors: [{ itemId: 'allowedOrigins.1', validatorName: 'origin' }] } },
  });
  expect((await call('GET', '/corsSettings')).body).toEqual(allow(['https://app.example.com']));
});

test('a page is let in, and shown answers, exactly if its origin is in the settings', async () => {
  const { call, inject } = await testApi();
  const origins = ['https://app.example.com', 'https://app.example.com:8443', 'http://localhost:3000'];
  const anyOrigin = fc.constantFrom(
    ...origins,
    'https://evil.example',
    'null',
    'https://app.example.com.evil.example',
  );
  await fc.assert(
    fc.asyncProperty(fc.subarray(origins), anyOrigin, async (allowedOrigins, origin) => {
      await call('POST', '/corsSettings', allow(allowedOrigins));
      const isIn = allowedOrigins.includes(origin);
      const headers = { origin, 'sec-fetch-site': 'cross-site' };
      const answer = await call('GET', '/companies', undefined, headers);
      expect(answer.status).toBe(isIn ? 200 : 403);
      expect(answer.headers['access-control-allow-origin']).toBe(isIn ? origin : undefined);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers.vary).toBe(allowedOrigins.length > 0 ? 'Origin' : undefined);
      const preflight = await inject({
        method: 'OPTIONS',
        url: '/companies',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers['access-control-allow-origin']).toBe(isIn ? origin : undefined);
      expect(preflight.headers['access-control-allow-methods']).toBe(isIn ? 'GET, HEAD, POST' : undefined);
    }),
    { numRuns: 20 },
  );
});

test('a page that is let in still needs the key, and one that does not say its origin is not let in', async () => {
  const { call } = await testApi();
  await call('POST', '/corsSettings', allow([page.origin]));
  expect(await call('GET', '/companies', undefined, { ...page, authorization: 'Basic eA==' })).toMatchObject({
    status: 401,
    headers: { 'access-control-allow-origin': page.origin },
  });
  expect((await call('GET', '/companies', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('a reset forgets the origins', async () => {
  const service = await startTestService();
  await service.api('POST', '/corsSettings', allow([page.origin]));
  await service.control.sandbox.reset();
  expect(await service.api('GET', '/corsSettings')).toEqual(allow([]));
});

test('in Chromium, a page of an allowed origin calls the API, and another one does not', async () => {
  const { api, apiUrl, apiKey } = await startTestService();
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>An application</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await api('POST', '/corsSettings', allow([`http://127.0.0.1:${port}`]));
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const called = async (origin: string): Promise<string> => {
    const tab = await browser.newPage();
    await tab.goto(origin);
    return tab.evaluate(
      async ({ url, key }) => {
        try {
          const response = await fetch(`${url}/companies`, {
            method: 'POST',
            headers: { authorization: `Basic ${btoa(key)}`, 'content-type': 'application/json' },
            body: JSON.stringify({ name: 'Acme' }),
          });
          return `${response.status} ${((await response.json()) as { name: string }).name} ${response.headers.get('x-rate-limit-limit')}`;
        } catch (error) {
          return String(error);
        }
      },
      { url: apiUrl, key: apiKey },
    );
  };
  expect(await called(`http://127.0.0.1:${port}`)).toBe('200 Acme 1000');
  expect(await called(`http://localhost:${port}`)).toContain('Failed to fetch');
  expect((await api('GET', '/companies')).totalResults).toBe(1);
}, 60_000);
