import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:net';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ReceivedList, ReceiverView } from '#contract/receiver.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

type TestHost = Awaited<ReturnType<typeof testHost>>;
const token = 'Bearer a-long-token-of-theirs-7B2';

const received = async ({ desk }: TestHost, query = '') => {
  const { status, body } = await desk('GET', `/api/receiver/received${query}`);
  expect([status, Value.Check(ReceivedList, body)]).toEqual([200, true]);
  return body.results;
};

const started = async (host: TestHost): Promise<string> => {
  const { status, body } = await host.desk('POST', '/api/receiver');
  expect([status, Value.Check(ReceiverView, body)]).toEqual([200, true]);
  return body.url;
};

/** An endpoint at the receiver, with a header of its own. */
const endpointAt = async ({ desk }: TestHost, url: string): Promise<string> => {
  const { body } = await desk('POST', '/api/endpoints', { url, eventTypes: ['company.created'] });
  const headers = [{ name: 'Authorization', value: token }];
  await desk('PUT', `/api/endpoints/${body.id}/headers`, { headers });
  return body.id;
};

const publish = ({ desk }: TestHost) => desk('POST', '/api/events', { eventType: 'company.created' });

test('the receiver takes webhooks, judges their signatures, and answers as it is told', async () => {
  const host = await testHost();
  expect((await host.desk('GET', '/api/receiver')).body).toMatchObject({ on: false, received: 0 });
  const url = await started(host);
  const id = await endpointAt(host, `${url}/hooks?a=1`);
  await publish(host);
  const [first] = await until(async () => {
    const all = await received(host);
    return all.length > 0 && all;
  });
  expect(first).toMatchObject({
    method: 'POST',
    path: '/hooks?a=1',
    signature: { state: 'valid', webhookId: id },
    answered: { statusCode: 200, delayMs: 0 },
  });
  expect(JSON.parse(first.body)).toMatchObject({ eventType: 'company.created' });
  expect(first.headers).toContainEqual({ name: 'Authorization', value: 'Bearer ••••7B2' });
  expect(JSON.stringify(await received(host))).not.toContain(token);
  expect((await received(host, '?reveal=true'))[0].headers).toContainEqual({
    name: 'Authorization',
    value: token,
  });

  expect((await host.desk('PUT', '/api/receiver/answer', { statusCode: 503, delayMs: 0 })).status).toBe(200);
  await publish(host);
  const failed = await until(async () => {
    const { body } = await host.desk('GET', '/api/messages?status=Attempting');
    return body.results[0];
  });
  expect(failed.deliveries[0]).toMatchObject({ lastStatusCode: 503 });
  expect((await received(host, `?after=${first.id}`))[0].answered).toEqual({ statusCode: 503, delayMs: 0 });

  const forged = await fetch(`${url}/other`, {
    method: 'POST',
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: 'x',
  });
  expect(forged.status).toBe(503);
  expect((await received(host))[0]).toMatchObject({ path: '/other', signature: { state: 'wrong' } });
  await fetch(url, { method: 'POST', body: 'x'.repeat(20_000) });
  const [plain] = await received(host);
  expect([plain.signature.state, plain.bodyBytes, plain.body.length]).toEqual(['unsigned', 20_000, 16_384]);
});

test('what strangers send is bounded, and does not keep webhooks out for long', async () => {
  const host = await testHost();
  const url = await started(host);
  const foreign = request(url, { method: 'POST', headers: { host: 'evil.test', 'content-length': '9' } });
  const cut = new Promise((resolve) => foreign.once('error', resolve));
  // Cut off before the rest of its body came.
  foreign.write('half');
  await cut;
  expect(await received(host)).toEqual([]);

  const part = Buffer.alloc(3 * 1_048_576);
  const stalled: ClientRequest[] = [];
  const stall = () =>
    new Promise<void>((resolve) => {
      const one = request(url, { method: 'POST', agent: false, headers: { 'content-length': '4000000' } });
      one.on('error', () => undefined).write(part, () => resolve());
      stalled.push(one);
    });
  const post = async () => (await fetch(url, { method: 'POST', body: part })).status;
  // One more each time: a webhook may take the room of one.
  await until(async () => {
    await stall();
    return (await post()) === 503;
  });
  for (const one of stalled) one.destroy();
  await until(async () => (await post()) === 200);
});

test('it keeps the last 200, and only in memory', async () => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir });
  const url = await started(host);
  for (let n = 0; n < 205; n++) await fetch(`${url}/${n}`, { method: 'POST' });
  const all = await received(host);
  expect([all.length, all[0].path, all.at(-1).path]).toEqual([200, '/204', '/5']);
  await host.stop(0);
  const again = await testHost({ dataDir });
  expect(await received(again)).toEqual([]);
  await fetch(`${url}/again`, { method: 'POST' });
  const [one] = await received(again, `?after=${all[0].id}`);
  expect(one.path).toBe('/again');
});

test('its port stays the same across restarts, and it is on again if it was on', async () => {
  const dataDir = temporaryFolder();
  const first = await testHost({ dataDir });
  const url = await started(first);
  expect(await started(first)).toBe(url);
  await first.stop(0);
  const second = await testHost({ dataDir });
  expect((await second.desk('GET', '/api/receiver')).body).toMatchObject({ on: true, url });
  expect((await second.desk('DELETE', '/api/receiver')).body).toMatchObject({ on: false });
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  await second.stop(0);

  const third = await testHost({ dataDir });
  expect((await third.desk('GET', '/api/receiver')).body.on).toBe(false);
  expect(await started(third)).toBe(url);
  await third.stop(0);

  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(Number(new URL(url).port), '127.0.0.1', resolve));
  const fourth = await testHost({ dataDir });
  const { body } = await fourth.desk('GET', '/api/receiver');
  expect(body.on).toBe(false);
  expect(body.problem).toContain('used by another program');
  expect(await fourth.desk('POST', '/api/receiver')).toMatchObject({
    status: 409,
    body: { detailedErrorCode: 41132 },
  });
  const moved = await fourth.desk('POST', '/api/receiver', { newPort: true });
  expect(moved.body.on).toBe(true);
  expect(moved.body.url).not.toBe(url);
  await new Promise((resolve) => squatter.close(resolve));
});

test('what it received is announced, without what was in it', async () => {
  const host = await testHost();
  const url = await started(host);
  const { deskUrl, deskToken } = host.ready;
  const stream = await fetch(`${deskUrl}/api/stream`, { headers: { authorization: `Bearer ${deskToken}` } });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  await fetch(`${url}/secret-path`, { method: 'POST', headers: { authorization: token } });
  let text = '';
  while (!text.includes('"received"')) text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
  expect(text).toMatch(/\{"type":"received","id":\d+,"state":"unsigned","statusCode":200\}/);
  expect(text).not.toMatch(/secret-path|7B2/);
});
