import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { JobProgress } from '#contract/job.ts';
import type { TrafficTask } from '#desk/eligibility/reading/task.ts';
import { readLogs } from '#desk/eligibility/traffic/read.ts';
import { filesIn } from '#test/support/collecting.ts';

/** What a reading tells of the logs as a whole. */

const line = (path: string) => `{"time":"2026-11-01T08:00:00Z","method":"GET","path":"${path}"}`;
const content = line('/companies');
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const read = async (
  files: Record<string, string | Buffer>,
  other: Partial<TrafficTask> = {},
  names = Object.keys(files),
) => {
  const folder = filesIn(files);
  const reports: JobProgress[] = [];
  const paths = names.map((name) => join(folder, name));
  const task: TrafficTask = { kind: 'traffic', paths, dataDir: '/no-data-folder', ...other };
  return { ...(await readLogs(task, (progress) => reports.push(progress))), reports };
};
const logs = (...names: string[]) => Object.fromEntries(names.map((name) => [name, content]));

test('one log is named with its digest', async () => {
  const reading = await read(logs('a.jsonl'));
  expect(reading).toMatchObject({
    collector: 'traffic',
    scope: 'a.jsonl',
    origin: 'a.jsonl',
    digest: sha256(sha256(content)),
    files: { sha256: sha256(content), of: 'file' },
    read: {
      files: 1,
      bytes: content.length,
      requests: 1,
      entries: 1,
      from: '2026-11-01T08:00:00.000Z',
      to: '2026-11-01T08:00:00.000Z',
      skipped: [],
      skippedCount: 0,
    },
    findings: [],
    findingCount: 0,
  });
  expect(reading.manifest).toBeUndefined();
  expect(reading.reports.at(-1)).toStrictEqual({
    done: content.length,
    total: content.length,
    unit: 'bytes',
    text: 'Read 1 log entry',
  });
  expect(reading.reports[0]?.text).toBe('Read 0 log entries, reading a.jsonl');
});

test.each([
  [['a', 'b', 'c'], 'a, b and c'],
  [['a', 'b', 'c', 'd'], 'a, b and 2 more'],
])('the logs %j are told as "%s"', async (names, origin) => {
  const reading = await read(logs(...names), { format: 'jsonl' });
  expect([reading.origin, reading.scope, reading.files?.of]).toStrictEqual([origin, 'a', 'manifest']);
  expect(reading.manifest).toBe(names.map((name) => `${sha256(content)}  ${name}\n`).join(''));
  expect(reading.read).toMatchObject({ files: names.length, bytes: names.length * content.length });
});

test('the same log twice is read once; its name for the evidence may be given, up to 200 characters', async () => {
  const twice = await read(logs('a.jsonl'), { scope: 'gateway' }, ['a.jsonl', 'a.jsonl']);
  expect([twice.read.files, twice.read.entries, twice.scope]).toStrictEqual([1, 1, 'gateway']);
  expect(twice.files?.of).toBe('file');
  expect((await read(logs('a.jsonl'), { scope: 's'.repeat(300) })).scope).toHaveLength(200);
});

test('bytes are counted as they lie on the disk, and the digest is of these', async () => {
  const packed = gzipSync(content);
  const reading = await read({ 'a.gz': packed });
  expect([reading.read.bytes, reading.read.entries, reading.files?.sha256]).toStrictEqual([
    packed.length,
    1,
    sha256(packed),
  ]);
});

test('a log is packed by its first two bytes, and may pack well while it is small', async () => {
  const combined = '::1 - - [01/Nov/2026:08:00:00 +0000] "GET /companies HTTP/2.0" 200 5';
  expect((await read({ 'a.log': `\x1f${combined}` })).read).toMatchObject({ entries: 1, skippedCount: 0 });
  const blank = `${' '.repeat(900_000)}\n`;
  const packed = gzipSync(`${content}\n${blank.repeat(3)}`);
  expect(packed.length * 500).toBeLessThan(blank.length * 3);
  expect((await read({ 'a.gz': packed })).read).toMatchObject({ entries: 1, skippedCount: 0 });
});

test('a byte order mark is no part of the first line', async () => {
  expect((await read({ 'a.jsonl': `\uFEFF${content}` })).read).toMatchObject({ entries: 1, skippedCount: 0 });
});

test('a format that is named is taken, whatever the log looks like', async () => {
  const lines = await read({ 'a.log': `${content}\n${content}` }, { format: 'combined' });
  expect(lines.read).toMatchObject({ entries: 0, requests: 0, skippedCount: 2 });
  expect(lines.rows[0]?.says).toBe('nothing-seen');
});

test('hosts that are named are kept, and an empty list names none', async () => {
  expect((await read(logs('a.jsonl'), { hosts: ['a.example'] })).traffic?.named).toEqual(['a.example']);
  expect((await read(logs('a.jsonl'), { hosts: [] })).traffic).not.toHaveProperty('named');
});

test('calls beyond the limit of different ones are counted', async () => {
  const many = Array.from({ length: 5002 }, (_, n) => line(`/p${n}/rules/alerts`)).join('\n');
  const { findings, findingCount, traffic } = await read({ 'a.jsonl': many });
  expect([findings.length, findingCount, traffic?.isCut]).toEqual([1000, 5002, true]);
});

test('a log without times has no period', async () => {
  const reading = await read({ 'a.log': '{"message":"started"}', 'b.jsonl': content });
  expect(reading.read).toMatchObject({ entries: 2, requests: 1 });
  const none = await read({ 'empty.log': '' });
  expect([none.read.from, none.read.to, none.read.skipped[0]?.detail]).toStrictEqual([
    undefined,
    undefined,
    'The file is empty.',
  ]);
  const cut = await read({ 'a.gz': Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]) });
  expect(cut.read.skipped.map(({ reason, detail }) => [reason, detail])).toStrictEqual([
    ['archive-damaged', expect.stringMatching(/^Reading ended early: [^.]+\.$/)],
    ['not-supported', 'Nothing could be read.'],
  ]);
});

test.each<[string, string, string | undefined, string]>([
  ['words.txt', 'hello world', 'Unknown log format.', 'traffic.formatUnknown'],
  [
    'a.jsonl',
    '{"message":"started"}',
    'No entry has a known field for the path of a request.',
    'traffic.fieldsUnknown',
  ],
  ['a.har', '{"log":{"entries":{}}}', 'It has no log.entries.', ''],
])(
  '%s that tells no request is listed beside another log, and an error alone',
  async (name, text, detail, code) => {
    const beside = await read({ 'ok.jsonl': content, [name]: text });
    expect(beside.read.skipped.map((one) => one.detail)).toStrictEqual([detail]);
    expect(beside.rows[0]?.because).toContain('not everything could be read: ');
    const alone = await read({ [name]: text }).then(
      () => '',
      (error: { code: string }) => error.code,
    );
    expect(alone).toBe(code);
  },
);
