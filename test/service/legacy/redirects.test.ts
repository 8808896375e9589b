import { expect, test } from 'vitest';
import { type ChainResult, postFollowing } from '#service/legacy/redirects.ts';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import type { OutboundRequest, OutboundResult } from '#service/outbound/outbound.ts';
import { startConsumer } from '#test/support/consumer.ts';

const answer = (statusCode: number, headers: Record<string, string> = {}): Partial<OutboundResult> => ({
  statusCode,
  responseHeaders: headers,
});

/** Sends a request through a stand-in that gives the answers in turn. */
const follow = async (
  ...answers: readonly Partial<OutboundResult>[]
): Promise<{ sent: OutboundRequest[]; result: ChainResult }> => {
  const sent: OutboundRequest[] = [];
  const outbound = {
    post(request: OutboundRequest, ended: (result: OutboundResult) => void) {
      const given = answers[sent.length] ?? answer(200);
      sent.push(request);
      const whole = { durationMs: 1, responseHeaders: {}, responseBody: Buffer.alloc(0), ...given };
      setImmediate(() => ended(whole));
    },
  };
  const first = {
    url: 'https://one.example/alerts?x=1',
    headers: ['content-type', 'application/json', 'X-Service-ClientId', 'c', 'Authorization', 'Bearer t'],
    body: '{"a":1}',
  };
  const result = await new Promise<ChainResult>((resolve) => postFollowing(outbound, first, resolve));
  return { sent, result };
};

test.each([307, 308])('%d posts the same body again', async (status) => {
  const { sent, result } = await follow(answer(status, { location: '/other' }), answer(204));
  expect(result).toMatchObject({ statusCode: 204 });
  expect(sent[1]).toMatchObject({ url: 'https://one.example/other', body: '{"a":1}' });
  expect(sent[1]?.method ?? 'POST').toBe('POST');
  expect(sent[1]?.headers).toEqual(sent[0]?.headers);
});

test.each([301, 302, 303])('%d turns the POST into a GET without a body', async (status) => {
  const { sent } = await follow(answer(status, { location: 'next' }));
  expect(sent[1]).toMatchObject({ url: 'https://one.example/next', method: 'GET', body: '' });
  expect(sent[1]?.headers).toEqual(['X-Service-ClientId', 'c', 'Authorization', 'Bearer t']);
});

test.each(['https://two.example/', 'http://one.example/', 'https://one.example:8443/'])(
  'Authorization does not go along to %s, nor back again',
  async (location) => {
    const { sent } = await follow(
      answer(307, { location }),
      answer(307, { location: 'https://one.example/alerts' }),
    );
    expect(sent).toHaveLength(3);
    expect(sent[1]?.headers).not.toContain('Authorization');
    expect(sent[2]?.headers).toEqual(['content-type', 'application/json', 'X-Service-ClientId', 'c']);
  },
);

test('five redirects are followed and a sixth is not', async () => {
  const redirect = answer(308, { location: '/again' });
  const five = await follow(...Array(5).fill(redirect), answer(200));
  expect(five.sent).toHaveLength(6);
  expect(five.result.error).toBeUndefined();
  const six = await follow(...Array(6).fill(redirect), answer(200));
  expect(six.sent).toHaveLength(6);
  expect(six.result).toMatchObject({ statusCode: 308, error: 'TooManyRedirects' });
});

test.each(['ftp://one.example/', 'https://user:secret@one.example/', 'http://', 'javascript:alert(1)'])(
  'the location %s is not followed',
  async (location) => {
    const { sent, result } = await follow(answer(302, { location }));
    expect(sent).toHaveLength(1);
    expect(result).toMatchObject({ statusCode: 302, error: 'RedirectInvalid' });
  },
);

test('a 3xx without a location is an answer like any other', async () => {
  const { result } = await follow(answer(304));
  expect(result).toMatchObject({ statusCode: 304 });
  expect(result.error).toBeUndefined();
});

test('the last answer of the chain decides, and the steps share one deadline', async () => {
  const { sent, result } = await follow(
    answer(307, { location: '/a', 'retry-after': '1' }),
    answer(503, { 'retry-after': '9' }),
  );
  expect(result).toMatchObject({ statusCode: 503, retryAfter: '9' });
  expect(sent[0]?.deadlineMs).toBeLessThanOrEqual(15_000);
  expect(sent[1]?.deadlineMs).toBeLessThan(sent[0]?.deadlineMs as number);
});

test('over real sockets, a redirect to a refused address ends with that name', async () => {
  const outbound = createOutbound({ allowPrivate: false });
  const consumer = await startConsumer(() => ({
    status: 307,
    headers: { location: 'http://169.254.169.254/latest/meta-data' },
  }));
  const request = { url: consumer.url, headers: ['content-type', 'application/json'], body: '{}' };
  const result = await new Promise<ChainResult>((resolve) => postFollowing(outbound, request, resolve));
  expect(result.error).toBe('AddressRefused');
  await outbound.close();
});

test('over real sockets, the body arrives at the place the redirect leads to', async () => {
  const outbound = createOutbound({ allowPrivate: false });
  const target = await startConsumer(() => 200);
  const consumer = await startConsumer(() => ({ status: 307, headers: { location: `${target.url}/new` } }));
  const headers = ['content-type', 'application/json', 'Authorization', 'Bearer t'];
  const request = { url: consumer.url, headers, body: '{"a":1}' };
  const result = await new Promise<ChainResult>((resolve) => postFollowing(outbound, request, resolve));
  expect(result).toMatchObject({ statusCode: 200 });
  expect(consumer.received[0]?.headers.authorization).toBe('Bearer t');
  expect(target.received[0]).toMatchObject({ path: '/new', body: '{"a":1}' });
  expect(target.received[0]?.headers.authorization).toBeUndefined();
  await outbound.close();
});
