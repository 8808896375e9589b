import { expect, onTestFinished, test } from 'vitest';
import type { Question } from '#fidelity/ask.ts';
import { createHttpAsk } from '#fidelity/http-ask.ts';
import { json, type Script, scriptedServer } from '#test/support/scripted-server.ts';

const apiKey = 'PlantedApiKey-31415926535';

const asking = async (script: Script, { base = '', timeoutMs = 30_000 } = {}) => {
  const server = await scriptedServer(script);
  const options = { baseUrl: `${server.url}${base}`, apiKey, perSecond: 10_000, timeoutMs };
  const { ask, close } = createHttpAsk(options);
  onTestFinished(close);
  const one = (question: Partial<Question> = {}, signal = new AbortController().signal) =>
    ask({ path: '/companies', withKey: true, ...question }, signal);
  return { ...server, one };
};

test('a GET below the base URL, with the key or without, and with its query', async () => {
  const { one, seen } = await asking((_request, response) => json(response, { a: 1 }, 418, { 'x-a': 'b' }), {
    base: '/v1',
  });
  expect(await one({ query: { query: 'id=a&b' } })).toMatchObject({
    status: 418,
    headers: { 'x-a': 'b' },
    body: { kind: 'json', value: { a: 1 } },
  });
  await one({ withKey: false });
  const authorization = `Basic ${btoa(apiKey)}`;
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/v1/companies?query=id%3Da%26b', ''],
    ['GET', '/v1/companies', ''],
  ]);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([authorization, undefined]);
});

test('a redirect is an answer, and nothing is sent to where it leads', async () => {
  const elsewhere = await scriptedServer((_request, response) => json(response, {}));
  const { one } = await asking(
    (_request, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
  );
  expect(await one()).toMatchObject({ status: 307, body: { kind: 'empty' } });
  expect(elsewhere.seen).toEqual([]);
});

test('an error of its own and a 429 are asked again as they say, and not for longer than a minute', async () => {
  const { one, seen } = await asking((_request, response, count) => {
    if (count === 1) json(response, {}, 503, { 'retry-after': '0' });
    else if (count === 2) json(response, {}, 429, { 'retry-after': '0' });
    else if (count === 3) json(response, { ok: true });
    else json(response, {}, 429, { 'retry-after': '3600' });
  });
  expect(await one()).toMatchObject({ status: 200 });
  expect(await one()).toMatchObject({ unread: 'rateLimited', detail: '429' });
  expect(seen.length).toBe(4);
});

test.each<[string, Script, object]>([
  ['not JSON', (_request, response) => void response.end('<html>'), { body: { kind: 'notJson' } }],
  [
    'too large',
    (_request, response) => void response.end(Buffer.alloc(17 * 1_048_576)),
    { unread: 'tooLarge' },
  ],
  ['too deep', (_request, response) => void response.end('['.repeat(2000)), { unread: 'tooLarge' }],
  ['cut off', (_request, response) => void response.destroy(), { unread: 'unreachable' }],
  ['never there', () => {}, { unread: 'timeout' }],
])('an answer that is %s', async (name, script, found) => {
  const { one, seen } = await asking(script, name === 'never there' ? { timeoutMs: 100 } : {});
  expect(await one()).toMatchObject(found);
  expect(seen.length).toBeLessThanOrEqual(3);
});

test('who waits can be stopped', async () => {
  const { one, seen } = await asking((_request, response) =>
    json(response, {}, 503, { 'retry-after': '50' }),
  );
  const stopping = new AbortController();
  const asked = one({}, stopping.signal);
  await expect.poll(() => seen.length).toBe(1);
  stopping.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
});
