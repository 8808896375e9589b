import { describe, expect, test } from 'vitest';
import { readReceived } from '#desk/endpoints/headers/received.ts';

const token = 'Bearer good-one';
const names = ['Authorization', 'X-Service-ClientId'];
const read = (text: string) => Object.fromEntries(readReceived(text, names));
const good = { authorization: [token], 'webhook-id': ['msg_1'] };
const headers = { Authorization: token, 'webhook-id': 'msg_1' };

describe('what consumers log', () => {
  test.each<[string, string]>([
    ['lines', `POST /hook HTTP/1.1\nAuthorization: ${token}\nwebhook-id: msg_1`],
    [
      'curl',
      `> POST /hook HTTP/1.1\n> Authorization: ${token}\n> webhook-id: msg_1\n< HTTP/1.1 200 OK\n< Authorization: other`,
    ],
    [
      'an answer below',
      `Authorization: ${token}\nwebhook-id: msg_1\n\nHTTP/1.1 200 OK\nAuthorization: other`,
    ],
    ['JSON', JSON.stringify(headers)],
    ['under headers', JSON.stringify({ method: 'POST', headers })],
    [
      'pino',
      JSON.stringify({ level: 30, req: { id: 1, headers }, res: { headers: { authorization: 'x' } } }),
    ],
    [
      'JSON lines, of which one has headers',
      `{"msg":"up","pid":1,"headers":{}}\n${JSON.stringify({ req: { headers } })}`,
    ],
    [
      'HAR',
      JSON.stringify({
        log: {
          entries: [
            {
              request: { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) },
              response: { headers: [{ name: 'authorization', value: 'x' }] },
            },
          ],
        },
      }),
    ],
    ['raw headers', JSON.stringify(Object.entries(headers).flat())],
    [
      'raw headers beside',
      JSON.stringify({ headers: { a: 'b' }, rawHeaders: Object.entries(headers).flat() }),
    ],
    ['pairs', JSON.stringify(Object.entries(headers))],
    ['lines in JSON', JSON.stringify([`Authorization: ${token}`, 'webhook-id: msg_1'])],
    ['a part of JSON', `"Authorization": "${token}",\n"webhook-id": "msg_1",`],
    ['Python', `{'Authorization': '${token}', 'webhook-id': 'msg_1'}`],
    ['Node', `{\n  authorization: '${token}',\n  'webhook-id': 'msg_1'\n}`],
    ['PHP', `Array\n(\n    [Authorization] => ${token}\n    [webhook-id] => msg_1\n)`],
    ['PHP source', `'HTTP_AUTHORIZATION' => '${token}',\n'HTTP_WEBHOOK_ID' => 'msg_1',`],
    ['CGI', `HTTP_AUTHORIZATION=${token}\nHTTP_WEBHOOK_ID=msg_1\nPATH=/bin`],
    ['WSGI', JSON.stringify({ HTTP_AUTHORIZATION: token, HTTP_WEBHOOK_ID: 'msg_1' })],
    [
      'a log',
      `2026-01-15T09:00:00Z INFO Authorization: ${token}\n2026-01-15T09:00:00Z INFO webhook-id: msg_1`,
    ],
  ])('%s', (_what, text) => {
    expect(read(text)).toMatchObject(good);
  });
});

test('a header that is there twice keeps both values', () => {
  expect(
    read(`Authorization: Bearer evil\nAuthorization: ${token}\nwebhook-id: msg_1`).authorization,
  ).toEqual(['Bearer evil', token]);
  expect(read(JSON.stringify({ Authorization: [token, 'Bearer evil'] })).authorization).toEqual([
    token,
    'Bearer evil',
  ]);
});

test.each([
  ['two requests', `POST /a HTTP/1.1\nAuthorization: a\n\nPOST /a HTTP/1.1\nwebhook-id: msg_2`],
  ['two ids', 'webhook-id: msg_1\nAuthorization: a\nwebhook-id: msg_2'],
  ['two lines of JSON', `${JSON.stringify({ headers })}\n${JSON.stringify({ headers })}`],
  ['two in a list', JSON.stringify([{ headers }, { headers }])],
])('%s are refused', (_what, text) => {
  expect(() => read(text)).toThrow('several requests');
});

test.each([
  'nothing at all',
  '{}',
  '[]',
  '[[[[',
  '< Authorization: x\n< webhook-id: y',
  '{"res":{"headers":{"a":"b"}}}',
])('%j has no headers', (text) => {
  expect(() => read(text)).toThrow('No headers found');
});

test.each([
  ['names before a line separator', `${' webhook-id:'.repeat(8000)}\u2028x`],
  ['one name in every line', 'a:\n'.repeat(33_000)],
  ['blanks before a line separator', `"a":${' '.repeat(90_000)}x\u2028y`],
])('a hostile text of a hundred thousand characters is read at once: %s', (_what, text) => {
  const began = performance.now();
  try {
    readReceived(text, ['authorization']);
  } catch {
    // It holds no request.
  }
  expect(performance.now() - began).toBeLessThan(1000);
});
