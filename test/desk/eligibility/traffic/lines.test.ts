import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCombinedLine } from '#desk/eligibility/traffic/combined.ts';
import { eachLine } from '#desk/eligibility/traffic/lines.ts';
import { logTime } from '#desk/eligibility/traffic/times.ts';

const when = { ms: Date.UTC(2026, 10, 1, 8), zoned: true };

test.each([
  ['10.0.0.1 - - [01/Nov/2026:09:00:00 +0100] "GET /a HTTP/1.1" 200 5', '/a', undefined],
  ['2001:db8::1 - jo do [01/Nov/2026:08:00:00 +0000] "GET /a b HTTP/1.1" 200 -', '/a b', undefined],
  [
    'h.example.com:80 1.2.3.4 - - [01/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "c"',
    '/a',
    'h.example.com:80',
  ],
  [
    '1.2.3.4 - - [01/Nov/2026:08:00:00 +0000] "GET /\\"q\\"\\x41 HTTP/1.1" 200 5 "-" "a \\"b\\""',
    '/"q"A',
    undefined,
  ],
  [
    '1.2.3.4 - - [01/Nov/2026:08:00:00 +0000] "GET http://x.test/a HTTP/1.0" 200 5',
    'http://x.test/a',
    undefined,
  ],
  ['1.2.3.4 - - [01/Nov/2026:08:00:00 +0000] "GET /a" 400 5 "-" "-" 0.003', '/a', undefined],
])('%s', (line, target, host) => {
  expect(readCombinedLine(line)).toMatchObject({ method: 'GET', target, host, time: when });
});

test('a request that is none is an entry, and other text is unread', () => {
  const tls = '1.2.3.4 - - [01/Nov/2026:08:00:00 +0000] "\\x16\\x03\\x01" 400 150 "-" "-"';
  expect(readCombinedLine(tls)).toBe('no-request');
  expect(readCombinedLine('2026/11/01 08:00:00 [error] 7#7: *1 open() failed')).toBe('unread');
  expect(readCombinedLine('1.2.3.4 - - [Sunday morning] "GET /a" 400 5')).toBe('unread');
});

test.each([
  ['2026-11-01T08:00:00Z', true],
  ['2026-11-01T09:00:00+01:00', true],
  ['2026-11-01 08:00:00,000', false],
  ['01/Nov/2026:09:00:00 +0100', true],
  ['Sun, 01 Nov 2026 08:00:00 GMT', true],
  [1793520000, true],
  ['1793520000.000', true],
  [1793520000000, true],
  [1793520000000000, true],
])('%s is a time', (value, zoned) => {
  expect(logTime(value)).toEqual({ ...when, zoned });
});

test.each(['11/01/2026 08:00', 'yesterday', '', '2026-13-01', 12, null])(
  '%s is no time for sure',
  (value) => {
    expect(logTime(value)).toBeUndefined();
  },
);

test('lines are the same however they come in pieces', async () => {
  const text = fc.array(fc.stringMatching(/^[a-z\r]{0,6}$/), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const bytes = Buffer.from(lines.join('\n'));
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const found: string[] = [];
      await eachLine(pieces(), { line: (line) => found.push(line.toString()), tooLong: () => {} });
      const expected = lines.map((line) => line.replace(/\r$/, ''));
      if (lines.at(-1) === '') expected.pop();
      expect(found).toEqual(bytes.length === 0 ? [] : expected);
    }),
  );
});
