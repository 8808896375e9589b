import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, saysOf, traffic } from '#test/support/collecting.ts';

/** A log without times that are known for certain is an error: no time is made up. */

const read = (name: string, content: string, other = {}) =>
  traffic(join(filesIn({ [name]: content }), name), other);

test.each<[string, string, string, string]>([
  [
    'a column',
    'a.csv',
    'when_called,method,path\n2026-11-01T08:00:00Z,GET,/rules/alerts',
    'none of "when_called", "method", "path" is known to hold a time',
  ],
  [
    'no column',
    'a.csv',
    'method,path\nGET,/rules/alerts',
    'none of "method", "path" is known to hold a time',
  ],
  [
    'a form',
    'a.csv',
    'time,path\n03/04/2026 10:00,/rules/alerts',
    'such as "03/04/2026 10:00" (ISO 8601 is)',
  ],
  ['a duration', 'a.csv', 'time,path\n0.123,/rules/alerts', 'such as "0.123"'],
  [
    'a field',
    'a.jsonl',
    '{"called":"2026-11-01T08:00:00Z","path":"/rules/alerts"}',
    'none of "called", "path" is known to hold a time',
  ],
  ['a form in JSON', 'a.jsonl', '{"time":"yesterday","path":"/companies"}', 'such as "yesterday"'],
  [
    'HAR',
    'a.har',
    '{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://h/rules/alerts"}}]}}',
    'no entry tells when it was called',
  ],
])('%s that is not recognized is an error with what is there', async (_what, name, content, problem) => {
  await expect(read(name, content)).rejects.toMatchObject({
    code: 'traffic.fieldsUnknown',
    message: expect.stringContaining(problem),
  });
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
    why: expect.stringContaining('first and last are those of the whole log'),
  });
});

test('more than one call in a hundred without a time shows no absence', async () => {
  const timed = Array.from({ length: 18 }, (_, n) => ({
    time: new Date(Date.UTC(2026, 10, 1, n * 12)).toISOString(),
    path: '/companies',
  }));
  const lines = (...more: object[]) => [...timed, ...more].map((one) => JSON.stringify(one)).join('\n');
  expect(saysOf(await read('a.jsonl', lines()))).toBe('absent');
  const evidence = await read('a.jsonl', lines({ path: '/companies' }));
  expect(saysOf(evidence)).toBe('nothing-seen');
  expect(evidence.rows[0]?.because).toContain('1 call has no time that can be read');
});
