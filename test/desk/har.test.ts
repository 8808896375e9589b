import { expect, test } from 'vitest';
import type { HarEntry } from '#contract/har.ts';
import type { Attempt, MessageDetail } from '#contract/message.ts';
import { harEntry, harText } from '#desk/api/har.ts';

const webhookId = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
const attempt: Attempt = {
  id: '7',
  webhookId,
  number: 2,
  trigger: 'resend',
  at: '2026-01-15T11:00:00.000Z',
  durationMs: 12.5,
  statusCode: 503,
  requestHeaders: {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1768467600',
    authorization: 'Bearer ••••7B2',
  },
  responseHeaders: {
    'content-type': 'text/plain',
    'set-cookie': 'session=very-secret-value',
    location: '/x',
  },
  responseBody: 'down',
};
const message: MessageDetail = {
  id: 'msg_1',
  eventType: 'company.created',
  channels: [],
  created: attempt.at,
  deliveries: [],
  body: '{"name":"Zürich"}',
  attempts: [attempt],
  editedCopies: [],
};
const url = 'https://user:pass@consumer.example/hook?token=abcdefghijkl&page=2';

/** Of HAR 1.2: what every object must have, by name and type. */
const required = {
  entry: {
    startedDateTime: 'string',
    time: 'number',
    request: 'object',
    response: 'object',
    cache: 'object',
    timings: 'object',
  },
  request: {
    method: 'string',
    url: 'string',
    httpVersion: 'string',
    cookies: 'object',
    headers: 'object',
    queryString: 'object',
    headersSize: 'number',
    bodySize: 'number',
  },
  response: {
    status: 'number',
    statusText: 'string',
    httpVersion: 'string',
    cookies: 'object',
    headers: 'object',
    content: 'object',
    redirectURL: 'string',
    headersSize: 'number',
    bodySize: 'number',
  },
  content: { size: 'number', mimeType: 'string' },
  timings: { send: 'number', wait: 'number', receive: 'number' },
} as const;

const typesOf = (value: object, names: object): object =>
  Object.fromEntries(Object.keys(names).map((name) => [name, typeof value[name as never]]));

test('an attempt is a valid entry of HAR 1.2, with its true duration and without secrets', () => {
  const entry = harEntry(message, attempt, url);
  expect(typesOf(entry, required.entry)).toEqual(required.entry);
  expect(typesOf(entry.request, required.request)).toEqual(required.request);
  expect(typesOf(entry.response, required.response)).toEqual(required.response);
  expect(typesOf(entry.response.content, required.content)).toEqual(required.content);
  expect(typesOf(entry.timings, required.timings)).toEqual(required.timings);
  expect(entry.time).toBe(entry.timings.send + entry.timings.wait + entry.timings.receive);
  expect(entry).toMatchObject({
    startedDateTime: attempt.at,
    time: 12.5,
    request: { method: 'POST', bodySize: 18, postData: { text: message.body } },
    response: {
      status: 503,
      statusText: 'Service Unavailable',
      redirectURL: '/x',
      content: { text: 'down' },
    },
    comment: 'company.created, message msg_1, attempt 2 (resend).',
  });
  const text = JSON.stringify(entry);
  for (const secret of ['very-secret-value', 'abcdefghijkl', 'pass@', 'user:'])
    expect(text).not.toContain(secret);
  expect(text).toContain('page=2');
});

test('on a virtual clock it started when it left, and says the virtual time', () => {
  const requestHeaders = { ...attempt.requestHeaders, 'x-sandbox-time': attempt.at };
  const entry = harEntry({ ...message, editedFrom: 'msg_0' }, { ...attempt, requestHeaders }, url);
  expect(entry.startedDateTime).toBe('2026-01-15T09:00:00.000Z');
  expect(entry.comment).toContain(`Virtual time ${attempt.at}.`);
  expect(entry.comment).toContain('Edited copy of msg_0.');
});

test('without a response its status is 0 and the error is named', () => {
  const { statusCode: _, responseBody: __, ...cut } = attempt;
  const entry = harEntry(message, { ...cut, error: 'Timeout', responseHeaders: {} }, url);
  expect(entry.response).toMatchObject({
    status: 0,
    statusText: '',
    comment: 'No complete response: Timeout',
  });
});

test('an archive is one JSON document, however many entries it has', async () => {
  for (const count of [0, 1, 3]) {
    async function* entries(): AsyncGenerator<HarEntry> {
      for (let n = 0; n < count; n++) yield harEntry(message, attempt, url);
    }
    let text = '';
    for await (const part of harText(entries(), '1.2.3')) text += part;
    const { log } = JSON.parse(text);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Carryover', version: '1.2.3' } });
    expect(log.entries).toHaveLength(count);
  }
});

test('an archive holds one entry at a time, and has no end if one of them fails', async () => {
  let made = 0;
  async function* entries(failsAt: number): AsyncGenerator<HarEntry> {
    for (made = 0; made < 1000; ) {
      if (made === failsAt) throw new Error('The store is gone.');
      made += 1;
      yield harEntry(message, attempt, url);
    }
  }
  let written = -1;
  for await (const _part of harText(entries(-1), '1.2.3')) {
    // The head is written before the first entry, and nothing is read ahead of what is written.
    written += 1;
    expect(made).toBeLessThanOrEqual(Math.max(0, written));
  }
  expect(written).toBe(1001);

  let text = '';
  const reading = async (): Promise<void> => {
    for await (const part of harText(entries(3), '1.2.3')) text += part;
  };
  await expect(reading()).rejects.toThrow('The store is gone.');
  expect(() => JSON.parse(text)).toThrow();
});
