import { createSecretKey, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParityReport, RecordedRequest } from '#contract/parity.ts';
import { createComparison } from '#desk/cutover/parity/comparison.ts';
import type { ComparedPlan } from '#desk/cutover/parity/plan-index.ts';
import { readRecordings } from '#desk/cutover/parity/recordings/read-recordings.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { runs } from '#test/support/runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { har, jsonLines, written } from './recordings.ts';
import { recorded, sentBy } from './sent.ts';
import { events, planFor, ruleSet } from './world.ts';

const read = (
  plan: ComparedPlan,
  paths: readonly string[],
  captured: readonly RecordedRequest[] = [],
): Promise<ParityReport> =>
  readRecordings(
    {
      plan,
      paths,
      captured,
      withinMs: undefined,
      dataDir: temporaryFolder(),
      fingerprintKey: createSecretKey(randomBytes(32)),
    },
    () => undefined,
  );

/** A world in which enough happens. */
const world = () => {
  const [drawn] = fc.sample(
    fc
      .tuple(ruleSet, events(40))
      .map(([rules, happened]) => ({
        plan: planFor(rules),
        sent: sentBy(rules, happened, { delayMs: () => 40 }),
      }))
      .filter(({ sent }) => sent.filter(({ side }) => side === 'legacy').length > 20),
    { numRuns: 1, seed: 7 },
  );
  if (drawn === undefined) throw new Error('nothing was drawn');
  const of = (wanted: 'legacy' | 'new') => recorded(drawn.sent.filter(({ side }) => side === wanted));
  return { plan: drawn.plan, all: recorded(drawn.sent), legacy: of('legacy'), carried: of('new') };
};

const { plan, all, legacy, carried } = world();
const comparison = createComparison(plan);
for (const request of all) comparison.add(request);
const wanted = comparison.report();

/** Of requests of the same instant any may be the example. */
const withoutExamples = ({ differences, ...report }: ParityReport) => ({
  ...report,
  differences: differences.map(({ example: _, ...difference }) => difference),
});

test('the same requests give the same report, however they were recorded', async () => {
  expect(wanted.verdict).toBe('holds');
  const reports = await Promise.all([
    read(plan, [written('all.jsonl', jsonLines(all))]),
    read(plan, [written('all.har', har(all))]),
    read(plan, [written('base64.har', har(all, true))]),
    read(plan, [
      written('objects.jsonl', jsonLines(all.map((one) => ({ ...one, body: JSON.parse(String(one.body)) })))),
    ]),
    read(plan, [written('bom.jsonl', `\uFEFF${jsonLines(all).replaceAll('\n', '\r\n\r\n')}`)]),
    read(plan, [written('wide.jsonl', Buffer.from(`\uFEFF${jsonLines(all)}`, 'utf16le'))]),
    read(plan, [written('new.har', har(carried)), written('legacy.jsonl', jsonLines(legacy))]),
    read(plan, [written('legacy.har', har(legacy))], carried.toReversed()),
    read(plan, [], all),
  ]);
  for (const report of reports) expect(withoutExamples(report)).toEqual(withoutExamples(wanted));
});

test('what `carryover listen --json` prints is a recording', async () => {
  const printed = all.map(({ at, url, headers, body, statusCode }) => ({
    at,
    url,
    verified: true,
    times: 1,
    answered: statusCode,
    headers,
    body: JSON.parse(String(body)),
  }));
  expect(await read(plan, [written('listen.jsonl', jsonLines(printed))])).toEqual(wanted);
});

test('lines that are no request are counted, and their places said', async () => {
  const [first] = legacy;
  const lines = [
    'nothing',
    '[]',
    '{"at":"2026-03-01T09:00:00Z"}',
    JSON.stringify({ ...first, headers: 7 }),
    JSON.stringify({ ...first, statusCode: 'ok' }),
    JSON.stringify({ ...first, at: '9999-12-31T23:59:59Z' }),
    JSON.stringify({ ...first, at: '2026-02-30 at noon' }),
    JSON.stringify({ ...first, body: '{"AlertId":' }),
    `${'['.repeat(100_000)}`,
    `{"at":${'1'.repeat(5_000_000)}}`,
    `{"at":"2026-03-01T09:00:00Z","url":"https://hooks.example/","headers":{},"body":"\\ud800"}`,
  ];
  const text = `${lines.join('\n')}\n${jsonLines(all)}`;
  const report = await read(plan, [
    written('bad.jsonl', Buffer.concat([Buffer.from(text), Buffer.of(0xff, 10)])),
  ]);
  expect(report.verdict).toBe('unknown');
  expect(report.requests.unreadable).toBe(11);
  expect(report.why[0]).toContain('11 requests could not be read: line 1 of bad.jsonl, line 2');
  expect(report.occurrences).toEqual(wanted.occurrences);
});

test('a HAR that ends early, or is none, is not taken for a whole one', async () => {
  const text = har(all);
  const cut = await read(plan, [written('cut.har', text.slice(0, -40))]);
  expect(cut.verdict).not.toBe('holds');
  expect(cut.why.join(' ')).toContain('it ends early');
  const broken = await read(plan, [written('broken.har', `${text.slice(0, 900_000)} nothing`)]);
  expect(broken.verdict).not.toBe('holds');
  const empty = await read(plan, [written('empty.har', '{"log":{"entries":[]}}')]);
  expect(empty).toMatchObject({ verdict: 'unknown', requests: { legacy: 0, new: 0, unreadable: 0 } });
  const deep = await read(plan, [written('deep.har', `{"log":{"entries":${'['.repeat(100_000)}`)]);
  expect(deep.why.join(' ')).toContain('not JSON, or nested too deeply');
});

test('other traffic of a HAR is passed over', async () => {
  const others = [
    { ...(all[0] as RecordedRequest), url: 'https://shop.example/basket', body: '{"item":1}' },
    { ...(all[0] as RecordedRequest), url: 'https://shop.example/basket', body: 'a=b' },
  ];
  expect(await read(plan, [written('more.har', har([...others, ...all]))])).toEqual(wanted);
});

test.each([
  ['compressed', gzipSync('{}'), 'it is compressed. Unpack it first'],
  ['empty', '', 'it is empty'],
  ['binary', Buffer.alloc(300), 'it is no text'],
])('a %s file is refused', async (_, content, problem) => {
  await expect(read(plan, [written('a.jsonl', content)])).rejects.toMatchObject({
    code: 'file.unreadable',
    message: expect.stringContaining(problem),
  });
});

test('a folder and a file that is not there are refused', async () => {
  await expect(read(plan, [temporaryFolder()])).rejects.toMatchObject({ code: 'file.unreadable' });
  await expect(read(plan, ['/nowhere/at.all'])).rejects.toMatchObject({ code: 'file.unreadable' });
});

test('a client id that is none may be the end of a secret, and is masked', async () => {
  const ended = '4f9d1c0a77b24e5e';
  const spliced = all.map((one) => ({
    ...one,
    headers: { ...one.headers, 'X-Service-ClientId': `4a7f${ended}` },
  }));
  const report = await read(plan, [written('spliced.jsonl', jsonLines(spliced))]);
  expect(report.differences.map(({ property }) => property)).toContain('header:X-Service-ClientId');
  expect(JSON.stringify(report)).not.toContain('4f9d1c0a77b24e5e');
});

test('whatever is changed in a recording, it is read to its end, and no secret is in the report', async () => {
  const texts = [jsonLines(all.slice(0, 30)), har(all.slice(0, 30))];
  const change = fc.record({
    of: fc.nat(1),
    at: fc.nat(30_000),
    cut: fc.nat(40),
    put: fc.string({ maxLength: 20, unit: anyCharacter }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const of = changes[0]?.of ?? 0;
      const text = changes.reduce(
        (held, { at, cut, put }) =>
          held.slice(0, at % held.length) + put + held.slice((at % held.length) + cut),
        texts[of] as string,
      );
      const report = await read(plan, [written('a', text)]).catch((error: { code: string }) => error.code);
      expect(JSON.stringify(report)).not.toContain('4f9d1c0a77b24e5e');
      expect(typeof report === 'string' ? report : 'read').toBeOneOf(['file.unreadable', 'read']);
    }),
    { numRuns: runs(40) },
  );
});
