import { expect, test } from 'vitest';
import { bodyOf, speak } from '#test/support/speak.ts';
import { basic, testApi } from '#test/support/test-api.ts';

test('it listens on a free port and answers', async () => {
  const { api, apiKey } = await testApi();
  const { url } = await api.start();
  const response = await fetch(`${url}/companies`, { headers: { authorization: basic(apiKey) } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ totalResults: 0 });
});

test('a port in use is an error of the system', async () => {
  const { api } = await testApi();
  const { url } = await api.start();
  const { createPublicApi } = await import('#service/api/index.ts');
  const other = await testApi();
  const second = await createPublicApi({
    ...other,
    apiPort: Number(new URL(url).port),
    bind: '127.0.0.1',
    allowHosts: [],
    subscribe: () => () => {},
  });
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop(0);
});

test.each([
  ['what is not HTTP', 'NONSENSE\r\n\r\n', "can't be read"],
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '16 KiB'],
])('%s gets 400 in the usual shape', async (_what, bytes, words) => {
  const { api } = await testApi();
  const { url } = await api.start();
  const answer = await speak(url, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain(
    'x-rate-limit-limit: 1000\r\nx-rate-limit-remaining: 1000\r\nx-rate-limit-reset: 20',
  );
  const body = bodyOf(answer);
  expect(body).toMatchObject({ statusCode: 400, service: 'Carryover', validation: { errors: [{}] } });
  expect(body.error).toContain(words);
});

test.each([
  ['an empty Host', 'GET /docs HTTP/1.1\r\nhost: \r\n', 40302],
  ['no Host', 'GET /companies HTTP/1.1\r\n', 40302],
  ['no Host in HTTP/1.0', 'GET /companies HTTP/1.0\r\n', 40302],
  ['a whole URL', 'GET http://evil.example/companies HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
  ['a whole URL of ours', 'GET http://127.0.0.1/companies HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
  ['a whole URL that no router reads', 'GET ftp://evil.example HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
  ['a whole URL of nothing there is', 'GET http://evil.example/no HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
  ['a fragment', 'GET /companies#x HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
])('%s is refused in the usual shape', async (_what, head, code) => {
  const { api, apiKey } = await testApi();
  const { url } = await api.start();
  const bytes = `${head}authorization: ${basic(apiKey)}\r\nconnection: close\r\n\r\n`;
  const answer = await speak(url, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  expect(answer).toContain('x-rate-limit-limit: ');
  expect(bodyOf(answer)).toMatchObject({ detailedErrorCode: code, service: 'Carryover' });
});

test('a fault that never answers holds the request until the client goes, and notes it then', async () => {
  const { api, apiKey } = await testApi();
  const { url } = await api.start();
  await api.setFaults([{ route: '/companies', answer: 'none', times: 1 }]);
  const headers = { authorization: basic(apiKey) };
  const signal = AbortSignal.timeout(150);
  await expect(fetch(`${url}/companies`, { headers, signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect((await fetch(`${url}/companies`, { headers })).status).toBe(200);
  await expect
    .poll(async () => (await api.requests({})).results.map(({ statusCode }) => statusCode).sort())
    .toEqual([0, 200]);
});

test('a stop lets go of what a fault holds, ends slow answers, and turns new requests away', async () => {
  const { api, apiKey } = await testApi();
  const { url } = await api.start();
  await api.setFaults([
    { route: '/companies', answer: 'none', times: 1 },
    { route: '/apiKeys', answer: 'slow', delayMs: 60_000, times: 1 },
  ]);
  const headers = { authorization: basic(apiKey) };
  const never = fetch(`${url}/companies`, { headers });
  const slow = fetch(`${url}/apiKeys`, { headers });
  never.catch(() => {});
  await expect.poll(() => api.faults()).toEqual([]);
  const begun = performance.now();
  await api.stop(3000);
  expect(performance.now() - begun).toBeLessThan(2000);
  await expect(never).rejects.toThrow();
  expect((await slow).status).toBe(200);
  await expect(fetch(`${url}/companies`, { headers })).rejects.toThrow();
});

test('a stop ends what does not end by itself once its time is up', async () => {
  const { api, apiKey, platform } = await testApi();
  const arrived = new Promise<void>((arrive) => {
    const list = () => {
      arrive();
      return new Promise(() => {});
    };
    Object.assign(platform.companies, { listUnless: list });
  });
  const { url } = await api.start();
  const hanging = fetch(`${url}/companies`, { headers: { authorization: basic(apiKey) } });
  hanging.catch(() => {});
  await arrived;
  await api.stop(100);
  await expect(hanging).rejects.toThrow();
});
