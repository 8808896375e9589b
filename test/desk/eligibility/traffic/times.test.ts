import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logTime } from '#desk/eligibility/traffic/times.ts';
import { filesIn, saysOf, traffic } from '#test/support/collecting.ts';

/** A log without times that are known for certain is an error: no time is made up. */

const read = (name: string, content: string, other = {}) =>
  traffic(join(filesIn({ [name]: content }), name), other);

test.each<[string, string, string, string]>([
  [
    'a column',
    'a.csv',
    'when_called,method,path\n2026-11-01T08:00:00Z,GET,/rules/alerts',
    'none of "when_called", "method", "path" is a known field for a time',
  ],
  [
    'no column',
    'a.csv',
    'method,path\nGET,/rules/alerts',
    'none of "method", "path" is a known field for a time',
  ],
  [
    'a form',
    'a.csv',
    'time,path\n03/04/2026 10:00,/rules/alerts',
    'such as "03/04/2026 10:00" (use ISO 8601)',
  ],
  ['a duration', 'a.csv', 'time,path\n0.123,/rules/alerts', 'such as "0.123"'],
  [
    'a field',
    'a.jsonl',
    '{"called":"2026-11-01T08:00:00Z","path":"/rules/alerts"}',
    'none of "called", "path" is a known field for a time',
  ],
  ['a form in JSON', 'a.jsonl', '{"time":"yesterday","path":"/companies"}', 'such as "yesterday"'],
  [
    'HAR',
    'a.har',
    '{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://h/rules/alerts"}}]}}',
    'no entry has a time',
  ],
])('%s that is not recognized is an error with what is there', async (_what, name, content, problem) => {
  await expect(read(name, content)).rejects.toMatchObject({
    code: 'traffic.fieldsUnknown',
    message: expect.stringContaining(problem),
  });
});

const impossible = [
  ['a day', '2026-02-30T10:00:00Z', '30/Feb/2026:10:00:00 +0000', 'Mon, 30 Feb 2026 10:00:00 GMT'],
  [
    'the 31st of a short month',
    '2026-04-31 10:00',
    '31/Apr/2026:10:00:00',
    'Fri Apr 31 2026 10:00:00 GMT+0100',
  ],
  ['29 February of no leap year', '2026-02-29', '29/Feb/2026:10:00:00 +0000', 'Sun Feb 29 10:00:00 2026'],
  ['a minute', '2026-11-21T24:61:00Z', '21/Nov/2026:24:61:00 +0000', 'Sat, 21 Nov 2026 23:61:00 GMT'],
  ['an hour', '2026-11-21T24:01:00Z', '21/Nov/2026:25:00:00 +0000', 'Sat, 21 Nov 2026 24:01:00 GMT'],
  ['a second', '2026-11-21T10:00:61Z', '21/Nov/2026:10:00:61 +0000', 'Sat, 21 Nov 2026 10:00:75 GMT'],
  ['a month', '2026-13-01T10:00:00Z', '01/Foo/2026:10:00:00 +0000', 'Sat, 01 Foo 2026 10:00:00 GMT'],
  ['a zone', '2026-11-21T10:00:00+25:00', '21/Nov/2026:10:00:00 +1860', 'Sat, 21 Nov 2026 10:00:00 CET'],
  ['a year of two figures', '26-11-21T10:00:00Z', '21/Nov/26:10:00:00 +0000', 'Sat, 21 Nov 26 10:00:00 GMT'],
] as const;

test.each(impossible)('%s that there is not is no time, in any format', async (_what, iso, common, words) => {
  for (const time of [iso, common, words]) {
    expect([time, logTime(time)]).toEqual([time, undefined]);
    const line = `10.0.0.7 - - [${time}] "GET /rules/alerts HTTP/1.1" 200 5 "-" "app"`;
    for (const [name, content] of [
      ['a.csv', `time,method,path\n"${time}",GET,/rules/alerts`],
      ['a.jsonl', JSON.stringify({ time, method: 'GET', path: '/rules/alerts' })],
      ['a.har', har(time)],
      ...(time === common && !/\/26:/.test(time) ? [['access.log', line] as const] : []),
    ] as const) {
      await expect(read(name, content), name).rejects.toMatchObject({
        message: expect.stringMatching(/unknown format, such as .*; the first is (line|entry) [12]/),
      });
    }
  }
});

const har = (startedDateTime: string): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: [{ startedDateTime, request: { method: 'GET', url: 'https://h/rules/alerts' } }],
    },
  });

test.each([
  ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['2026-11-21T24:00:00Z', '2026-11-22T00:00:00.000Z'],
  ['2026-11-21T10:00:00+05:45', '2026-11-21T04:15:00.000Z'],
  ['2026-11-21 10:00:00,250 -0330', '2026-11-21T13:30:00.250Z'],
  ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
  ['[21/Nov/2026:10:00:00 -0100]', '2026-11-21T11:00:00.000Z'],
  ['Sat, 21 Nov 2026 10:00:00 GMT', '2026-11-21T10:00:00.000Z'],
  ['Saturday', undefined],
  ['Sat Nov 21 2026 10:00:00 GMT+0100 (Central European Standard Time)', '2026-11-21T09:00:00.000Z'],
  ['Sat Nov 21 10:00:00 2026', '2026-11-21T10:00:00.000Z'],
  ['Sat Nov 21 10:00:00 UTC 2026', '2026-11-21T10:00:00.000Z'],
])('%s is %s', (text, iso) => {
  const time = logTime(text);
  expect(time && new Date(time.ms).toISOString()).toBe(iso);
});

test('a call at a time that there is not is a call all the same, and its line is named', async () => {
  const line = (time: string, path: string) =>
    `10.0.0.7 - - [${time}] "GET ${path} HTTP/1.1" 200 5 "-" "app"`;
  const content = [
    ...Array.from({ length: 9 }, (_, n) =>
      line(`0${n + 1}/Nov/2026:10:00:00 +0000`, '/companies/0f8fad5b-d9cb-469f-a165-70867728950e'),
    ),
    line('31/Nov/2026:10:00:00 +0000', '/rules/alerts'),
  ].join('\n');
  const evidence = await read('access.log', content);
  expect(saysOf(evidence)).toBe('present');
  expect(evidence.read).toMatchObject({ to: '2026-11-09T10:00:00.000Z' });
  expect(evidence.read.skipped).toMatchObject([
    { reason: 'malformed', detail: '1 line without a readable time; the first is line 10.' },
  ]);
});

test('a column that is named is taken', async () => {
  const content = 'when_called,method,path\n2026-11-01T08:00:00Z,GET,/rules/alerts';
  const evidence = await read('a.csv', content, { fields: { time: 'when_called' } });
  expect(evidence.findings[0]?.place).toMatchObject({ first: '2026-11-01T08:00:00.000Z' });
});

test('a call without a time lies in the span of its log, and that is said', async () => {
  const content = [
    { path: '/rules/alerts' },
    { time: '2026-11-02T08:00:00Z', path: '/companies' },
    { time: '2026-11-03T08:00:00Z', path: '/companies' },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n');
  const evidence = await read('a.jsonl', content);
  expect(evidence.findings[0]).toMatchObject({
    place: { first: '2026-11-02T08:00:00.000Z', last: '2026-11-03T08:00:00.000Z', count: 1 },
    why: expect.stringContaining('first and last are those of the log'),
  });
});

test('more than one call in a hundred without a time shows no absence', async () => {
  const timed = Array.from({ length: 18 }, (_, n) => ({
    time: new Date(Date.UTC(2026, 10, 1, n * 12)).toISOString(),
    path: '/companies/0f8fad5b-d9cb-469f-a165-70867728950e',
  }));
  const lines = (...more: object[]) => [...timed, ...more].map((one) => JSON.stringify(one)).join('\n');
  expect(saysOf(await read('a.jsonl', lines()))).toBe('absent');
  const evidence = await read('a.jsonl', lines({ path: '/companies' }));
  expect(saysOf(evidence)).toBe('nothing-seen');
  expect(evidence.rows[0]?.because).toContain('1 call has no readable time');
});
