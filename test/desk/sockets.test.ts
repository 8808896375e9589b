import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ErrorBody } from '#contract/common.ts';
import { bodyOf, speak } from '#test/support/speak.ts';
import { startDesk } from '#test/support/start-desk.ts';

test.each([
  ['no host', 'GET /api/keys HTTP/1.1\r\n', 40302],
  ['a whole URL', 'GET http://evil.example/api/keys HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
  ['a whole URL that no router reads', 'GET ftp://evil.example HTTP/1.1\r\nhost: 127.0.0.1\r\n', 40304],
  ['a foreign host for a broken path', 'GET /api/% HTTP/1.1\r\nhost: evil.example\r\n', 40302],
])('a request with %s is refused in the usual shape, token or not', async (_what, head, code) => {
  const { deskUrl, authorization, calls } = await startDesk();
  const answer = await speak(deskUrl, `${head}authorization: ${authorization}\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  expect(bodyOf(answer)).toMatchObject({ detailedErrorCode: code, service: 'Carryover desk' });
  expect(calls).toEqual([]);
});

test('what is not HTTP gets 400 in the usual shape', async () => {
  const { deskUrl } = await startDesk();
  const answer = await speak(deskUrl, 'NONSENSE\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(Value.Check(ErrorBody, bodyOf(answer))).toBe(true);
  expect(bodyOf(answer).service).toBe('Carryover desk');
});
