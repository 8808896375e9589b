import { expect, test } from 'vitest';
import { consumerLimits } from '#contract/consumers.ts';
import { createKeptRequests } from '#kit/kept-requests.ts';
import { startTestKit } from '#test/support/test-kit.ts';

const post = async (url: string, body = '{}', headers: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(url, { method: 'POST', body, headers });
  await response.text();
  return response.status;
};

test('a consumer registers nothing, and keeps every request, repeats included', async () => {
  const { control } = await startTestKit();
  const consumer = await control('POST', '/consumers');
  expect((await control('GET', '/endpoints')).results).toEqual([]);
  expect(await post(`${consumer.url}/hooks?x=1`, '{"a":"ü"}')).toBe(200);
  expect(await post(`${consumer.url}/hooks?x=1`, '{"a":"ü"}')).toBe(200);
  const { results } = await control('GET', `/consumers/${consumer.id}/requests`);
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({
    number: 1,
    consumerId: consumer.id,
    method: 'POST',
    path: '/hooks?x=1',
    body: '{"a":"ü"}',
    statusCode: 200,
    signature: 'unsigned',
  });
  expect(results[0]).not.toHaveProperty('verified');
});

test('it responds as it is told to: in turn, then for good', async () => {
  const { control } = await startTestKit();
  const { id, url } = await control('POST', '/consumers');
  const respond = (body: object) => control('PUT', `/consumers/${id}/response`, body);
  await respond({ statusCode: 500, times: 2 });
  await respond({ statusCode: 429, headers: { 'retry-after': '1' }, times: 1 });
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push(await post(url));
  expect(statuses).toEqual([500, 500, 429, 200]);
  await respond({ statusCode: 500, times: 5 });
  await respond({ statusCode: 202, body: '{"ok":true}', headers: { 'content-type': 'application/json' } });
  const response = await fetch(url, { method: 'POST', body: '{}' });
  expect([response.status, await response.json()]).toEqual([202, { ok: true }]);
  await respond({ connection: 'reset' });
  await expect(post(url)).rejects.toThrow();
  const { results } = await control('GET', `/consumers/${id}/requests`);
  expect(results.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([
    500, 500, 429, 200, 202, 0,
  ]);
});

test('a signature counts only with the secret of an endpoint, and with a body as it was signed', async () => {
  const { control, kit } = await startTestKit();
  const consumer = await control('POST', '/consumers');
  await control('POST', '/endpoints', { url: consumer.url, eventTypes: ['read.completed'] });
  await control('POST', '/events', { eventType: 'read.completed' });
  await control('POST', '/wait', { for: 'consumer', verified: true });
  const [sent] = (await control('GET', '/consumers/requests')).results;
  const signed = Object.fromEntries(
    Object.entries<string>(sent.headers).filter(([name]) => name.startsWith('webhook-')),
  );
  await post(consumer.url, sent.body, signed);
  await post(consumer.url, `${sent.body} `, signed);
  const { results } = await control('GET', '/consumers/requests');
  expect(results.map(({ verified }: { verified: boolean }) => verified)).toEqual([true, true, false]);
  expect(kit.apiKey).not.toBe('');
});

test('the stream has what came before it and what comes, and every response tells how much that is', async () => {
  const { kit, control, received } = await startTestKit();
  const consumer = await control('POST', '/consumers');
  await post(consumer.url, '{"n":1}');
  const response = await fetch(`${kit.controlUrl}/consumers/stream`, {
    headers: { authorization: `Bearer ${kit.controlToken}` },
  });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const lines: { number?: number; body?: string; upTo?: number }[] = [];
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const read = async (count: number): Promise<void> => {
    for (let text = ''; lines.length < count; ) {
      const { value = '', done } = await reader.read();
      if (done) throw new Error('The stream ended.');
      text += value;
      const parts = text.split('\n');
      text = parts.pop() ?? '';
      lines.push(...parts.map((part) => JSON.parse(part)));
    }
  };
  await read(1);
  await post(consumer.url, '{"n":2}');
  await read(2);
  expect(lines.map(({ number, body }) => [number, body])).toEqual([
    [1, '{"n":1}'],
    [2, '{"n":2}'],
  ]);
  await control('GET', '/clock');
  expect(received()).toBe(2);
  await reader.cancel();
});

test('one that is closed is gone, and its port with it', async () => {
  const { control, call } = await startTestKit();
  const { id, url } = await control('POST', '/consumers');
  await control('DELETE', `/consumers/${id}`);
  await expect(post(url)).rejects.toThrow();
  expect((await call('GET', `/consumers/${id}`)).status).toBe(404);
  expect((await control('GET', '/consumers')).results).toEqual([]);
});

test('what is kept is bounded, and what is not kept any more is counted', () => {
  const kept = createKeptRequests();
  const add = (consumerId: string, body = 'x') =>
    kept.add({
      consumerId,
      at: '2026-01-01T00:00:00.000Z',
      method: 'POST',
      path: '/',
      headers: {},
      body,
      statusCode: 200,
      signature: 'unsigned',
      reason: '',
    });
  const many = 2 * consumerLimits.requests + 1;
  for (let n = 0; n < many; n++) add('one');
  expect(kept.total()).toBe(many);
  expect(kept.counts('one')).toEqual({ received: many, dropped: many - consumerLimits.requests });
  expect(kept.list({})).toHaveLength(consumerLimits.requests);
  expect(kept.list({ after: many - 2 }).map(({ number }) => number)).toEqual([many - 1, many]);
  kept.clear('one');
  expect(kept.list({})).toEqual([]);
  const large = 'x'.repeat(16 * 1_048_576);
  for (let n = 0; n < 10; n++) add('two', large);
  expect(kept.list({}).length * large.length).toBeLessThanOrEqual(consumerLimits.bodyBytes);
});
