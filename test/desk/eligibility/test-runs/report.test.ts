import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { Evidence } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ExecReport } from '#contract/exec-report.ts';
import { readExecReport } from '#desk/eligibility/test-runs/read-report.ts';
import { junitOf } from '#kit-cli/junit.ts';
import { uuid } from '#test/desk/eligibility/case-in-memory.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const calls = { total: 9, succeeded: 4, alerts: 3, unmatched: 1 };
const call = { method: 'GET', path: '/rules/alerts', first: at(10), last: at(20), caller: 'acme/ü 2' };
const end = {
  at: at(30),
  exit: { code: 0 },
  serviceTime: { from: at(0), to: '2026-03-01T00:00:00.000Z' },
  calls,
  alerts: [{ ...call, count: 3 }],
  operations: [{ method: 'GET', path: '/companies', count: 5 }],
  retryAfter: 2,
};
const report: ExecReport = {
  run: uuid(7),
  carryover: '0.3.0',
  program: 'npm',
  folder: 'acme-app',
  mark: '3f2a',
  clock: 'skipping',
  fromState: false,
  started: at(0),
  end,
};
const xmlOf = (one: ExecReport = report): string => junitOf({ observations: [], failOn: [], report: one });

const reading = (content: string | Buffer, scope?: string) => {
  const folder = temporaryFolder();
  const path = join(folder, 'exec.xml');
  writeFileSync(path, content);
  return readExecReport({ path, scope, dataDir: join(folder, 'data') });
};
const refused = async (content: string | Buffer): Promise<string> => {
  const error = await reading(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CatalogueError);
  const { code, message } = error as CatalogueError;
  return `${code}: ${message}`;
};

test('is evidence of what it says: the calls, the run, and the digest of the file', async () => {
  const read = await reading(xmlOf());
  const evidence = { ...read, id: uuid(1), at: at(40) };
  expect([...Value.Errors(Evidence, evidence)]).toEqual([]);
  expect(read).toMatchObject({
    collector: 'exec',
    scope: 'acme-app (npm 3f2a)',
    origin: 'exec.xml',
    digest: hash('sha256', xmlOf()),
    read: { requests: 9, from: at(0), to: at(30) },
    findings: [
      { row: 'alerts-endpoints', weak: false, place: { ...call, kind: 'request', count: 3 } },
      { row: 'retry-after', weak: true },
    ],
    testRun: { run: uuid(7), clock: 'skipping', end: { calls, exit: { code: 0 } } },
  });
  expect(read.rows.map(({ row, says, because }) => [row, says, because])).toEqual([
    [
      'alerts-endpoints',
      'present',
      'Test run of npm, exit code 0: 3 calls to the alerts endpoints, 6 other calls (4 successful).',
    ],
    ['retry-after', 'weak', expect.stringContaining('2 times')],
  ]);
  expect((await reading(xmlOf(), 'nightly')).scope).toBe('nightly');
});

test('is found beside the suites of others, as CI servers merge files', async () => {
  const own = xmlOf().split('\n').slice(2, -2).join('\n');
  const others =
    '<testsuite name="a"><properties><property name="java.version" value="21"/></properties><testcase name="b"/></testsuite>';
  const merged = `<?xml version="1.0"?><testsuites>${others}${own}${others}</testsuites>`;
  expect((await reading(merged)).testRun?.run).toBe(uuid(7));
  expect((await reading(own)).testRun?.run).toBe(uuid(7));
});

describe('is refused', () => {
  const entities = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]>';
  test.each<[string, string | Buffer, RegExp]>([
    [
      'with a document type',
      xmlOf().replace('<testsuites', `${entities}<testsuites`),
      /^execReport.foreign.*document type/,
    ],
    ['with an entity', xmlOf().replace('value="1"', 'value="&one;"'), /^execReport.foreign.*well-formed/],
    ['cut off', xmlOf().slice(0, -30), /^execReport.foreign.*well-formed/],
    ['that is no XML', 'hello', /^execReport.foreign/],
    ['that is empty', '', /^execReport.foreign/],
    ['in UTF-16', Buffer.from(`\ufeff${xmlOf()}`, 'utf16le'), /^execReport.foreign.*UTF-8/],
    [
      'of another tool',
      '<testsuites><testsuite name="a"/></testsuites>',
      /^execReport.foreign.*no properties/,
    ],
    [
      'of several runs',
      xmlOf().replace('</testsuites>', `${xmlOf().split('\n').slice(2, -2).join('')}</testsuites>`),
      /^execReport.foreign.*several runs/,
    ],
    [
      'nested too deep',
      `<testsuites>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</testsuites>`,
      /^execReport.foreign.*nested/,
    ],
    [
      'of a newer version',
      xmlOf().replace('format" value="1"', 'format" value="2"'),
      /^execReport.newer.*format 2/,
    ],
    ['without its format', xmlOf().replace('format" value="1"', 'format" value="x"'), /^execReport.changed/],
    [
      'with a property twice',
      xmlOf().replace('</properties>', '<property name="carryover.report" value="{}"/></properties>'),
      /^execReport.foreign.*twice/,
    ],
    [
      'with calls taken out by hand',
      xmlOf().replace('&quot;count&quot;:3', '&quot;count&quot;:1'),
      /^execReport.changed.*SHA-256/,
    ],
    ['beyond 20 MB', Buffer.alloc(21 * 1_048_576, ' '), /^file.unreadable.*at most/],
  ])('%s', async (_what, content, message) => {
    expect(await refused(content)).toMatch(message);
  });
  test.each<[string, ExecReport]>([
    ['calls that do not add up', { ...report, end: { ...end, alerts: [] } }],
    ['more successes than calls', { ...report, end: { ...end, calls: { ...calls, succeeded: 9 } } }],
    ['an end before its start', { ...report, started: at(31) }],
    ['calls from another time', { ...report, started: at(15) }],
    ['an instant that is none', { ...report, started: '2026-02-30T00:00:00.000Z' }],
    ['an instant of another zone', { ...report, started: '2026-01-01T01:00:00+01:00' }],
    ['fields of its own', { ...report, extra: 1 } as never],
    ['a run that is no id', { ...report, run: 'x' }],
    ['control characters', { ...report, program: 'a\u001b[31m' }],
  ])('with %s, though its digest is right', async (_what, forged) => {
    expect(await refused(xmlOf(forged))).toMatch(/^execReport.changed/);
  });
  test('whatever is cut out of it or put into it: it is read as it was written, or not at all', async () => {
    const xml = xmlOf();
    const whole = (await reading(xml)).testRun;
    const edit = fc.record({
      from: fc.nat(xml.length),
      length: fc.integer({ min: 0, max: 200 }),
      text: fc.constantFrom('', '"', '<', '&', '0', 'x"/>', '<property name="carryover.report" value="{}"/>'),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ from, length, text }) => {
        const changed = xml.slice(0, from) + text + xml.slice(from + length);
        const read = await reading(changed).catch((error: unknown) => error);
        if (read instanceof CatalogueError) return;
        expect((read as { testRun: unknown }).testRun).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });
});
