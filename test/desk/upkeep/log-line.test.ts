import { expect, test } from 'vitest';
import { createLog } from '#base/log.ts';
import { shareableLine } from '#desk/upkeep/log-line.ts';

const shared = (fields: unknown): unknown => JSON.parse(shareableLine(JSON.stringify(fields)));

test('figures, ids and our own words stay; names, addresses and values go', () => {
  const kept = {
    level: 50,
    time: 1_767_225_600_000,
    method: 'POST',
    route: '/api/cases/:id/notes',
    statusCode: 500,
    correlationId: '0'.repeat(32),
    caseId: '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11',
    messageId: `msg_${'a'.repeat(26)}`,
    at: '2026-01-01T00:00:00.000Z',
    paused: true,
    msg: 'desk: failed',
  };
  const gone = {
    name: 'Acme Bakery',
    url: 'https://acme.example/hook',
    folder: '/home/jo/data',
    kind: 'Acme & Sons',
    reason: 'It was refused by acme.',
    headers: { 'x-key': 'abc' },
    list: ['Acme'],
  };
  expect(shared({ ...kept, ...gone })).toEqual(kept);
});

test('of an error its kind and its places in the program stay, and none of its words', () => {
  const stack =
    "Error: Acme Bakery's token tok_123 is wrong\n    at open (file:///home/jo/carryover/out/main/host.js:10:5)\n    at C:\\Users\\jo\\app\\main.js:1:2";
  const err = { type: 'Error', code: 'SQLITE_FULL', message: "Acme Bakery's token", stack, detail: 'Acme' };
  expect(shared({ err, msg: 'desk: failed' })).toEqual({
    err: {
      type: 'Error',
      code: 'SQLITE_FULL',
      stack: ['at open (…/out/main/host.js:10:5)', 'at …/main.js:1:2'],
    },
    msg: 'desk: failed',
  });
  expect(shared({ err, msg: err.message })).toEqual({ err: expect.anything() });
});

test('words that look like places or like words of ours go', () => {
  const message = 'Acme\n    at Acme Ltd, customer 4711\n    at Acme (/srv/acme/secret.ts:1:2)';
  const stack = `Error: ${message}\n    at f (/home/anna/x/y.ts:1:2)\n    at async Acme Ltd`;
  const err = { type: 'Acme Error', code: 'acme.example.com', message, stack };
  expect(shared({ err, msg: 'desk: failed' })).toEqual({
    err: { stack: ['at f (…/y.ts:1:2)'] },
    msg: 'desk: failed',
  });
  const words = {
    kind: 'AcmeBakery',
    route: 'acme.example.com/x',
    method: 'acme',
    state: 'Acme',
    type: 'tok_1',
  };
  expect(shared({ ...words, msg: 'm' })).toEqual({ msg: 'm' });
  expect(shareableLine('    at Acme Bakery Ltd, 12 Road')).toMatch(/omitted/);
});

test('what is no line of the log is left out, but for the kind of an error and its places', () => {
  expect(
    [
      'TypeError: Acme is not a function',
      '    at run (/srv/jo/out/main/cli.js:3:4)',
      'Acme Bakery',
      '[1]',
    ].map(shareableLine),
  ).toEqual([
    'TypeError',
    '    at run (…/out/main/cli.js:3:4)',
    '(line of 11 characters, omitted)',
    '(line of 3 characters, omitted)',
  ]);
});

test('a log keeps its last lines, redacted', () => {
  const log = createLog({ level: 'fatal' });
  log.info('below its level');
  for (let n = 1; n <= 3; n++) log.fatal({ n, apiKey: 'planted', nested: { secret: 'planted' } }, 'kept');
  log.child({ of: 'a child' }).fatal('x'.repeat(4500));
  const lines = log.recentLines?.() ?? [];
  expect(lines.slice(0, 3).map((line) => JSON.parse(line).n)).toEqual([1, 2, 3]);
  expect([lines.length, lines[3]?.length, lines.join('').includes('planted')]).toEqual([4, 4000, false]);
});
