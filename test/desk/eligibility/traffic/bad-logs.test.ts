import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesIn, saysOf, skipsOf, traffic } from '#test/support/collecting.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** By its form it can only be of this API, whatever its host. */
const ofApi = '/companies/0f8fad5b-d9cb-469f-a165-70867728950e';
const line = (day: number, path = ofApi) =>
  `10.0.0.7 - - [${String(day).padStart(2, '0')}/Nov/2026:08:00:00 +0000] "GET ${path} HTTP/1.1" 200 512`;
const days = (from: number, to: number) =>
  Array.from({ length: (to - from + 1) * 20 }, (_, n) => line(from + Math.floor(n / 20)));

const read = (content: string | Buffer, name = 'a.log', other = {}) =>
  traffic(join(filesIn({ [name]: content }), name), other);

test('absence takes a window of seven days with other calls of this API', async () => {
  const enough = await read(days(1, 8).join('\n'));
  expect(saysOf(enough)).toBe('absent');
  expect(enough.rows[0]?.because).toContain('160 other calls');
  expect(saysOf(await read(days(1, 7).join('\n')))).toBe('nothing-seen');
  const foreign = days(1, 9).map((one) => one.replace(ofApi, '/index.html'));
  expect(saysOf(await read(foreign.join('\n')))).toBe('nothing-seen');
  expect(enough.rows).toHaveLength(1);
});

test('single lines that are not readable are counted; more than one in a hundred says nothing', async () => {
  const lines = days(1, 9);
  const some = await read([...lines.slice(0, 50), 'garbage', ...lines.slice(50)].join('\n'));
  expect(skipsOf(some)).toEqual(['a.log malformed']);
  expect(some.read.skipped[0]?.detail).toContain('1 line could not be read; the first is line 51');
  expect(saysOf(some)).toBe('absent');
  expect(saysOf(await read([...lines, 'one', 'two', 'three'].join('\n')))).toBe('nothing-seen');
  expect(saysOf(await read([...lines, 'GET /rules/alerts and no more'].join('\n')))).toBe('nothing-seen');
});

test('times without a zone are read as UTC, with a note', async () => {
  const lines = days(1, 9).map((one) => one.replace(' +0000', ''));
  const evidence = await read(lines.join('\n'));
  expect(evidence.read.from).toBe('2026-11-01T08:00:00.000Z');
  expect(evidence.rows[0]?.because).toContain('read as UTC');
});

const har = JSON.stringify({
  log: {
    version: '1.2',
    entries: Array.from({ length: 2000 }, (_, n) => ({
      startedDateTime: `2026-11-${String(1 + Math.floor(n / 100)).padStart(2, '0')}T08:00:00.000Z`,
      request: { method: 'GET', url: `https://api.example.com/${n === 7 ? 'rules/alerts' : 'companies'}` },
    })),
  },
});

test('a truncated HAR gives what was read, and no absence', async () => {
  const cut = await read(har.slice(0, -4000), 'a.har', { hosts: ['api.example.com'] });
  expect(saysOf(cut)).toBe('present');
  expect(skipsOf(cut)).toEqual(['a.har malformed']);
  expect(cut.read.entries).toBeGreaterThan(1900);
  const without = har.replace('rules/alerts', ofApi.slice(1));
  expect(saysOf(await read(without, 'a.har'))).toBe('absent');
  const cutWithout = await read(without.slice(0, -1), 'a.har');
  expect(saysOf(cutWithout)).toBe('nothing-seen');
  expect(cutWithout.rows[0]?.because).toContain('malformed');
  const at = without.indexOf('{"startedDateTime"', 150_000);
  const broken = await read(`${without.slice(0, at)}}}}${without.slice(at)}`, 'a.har');
  expect(saysOf(broken)).toBe('nothing-seen');
  expect(broken.read.entries).toBeGreaterThan(800);
});

test('a HAR that is nested without end is refused in bounded memory', async () => {
  const deep = `{"log":{"version":"1.2","entries":[${'['.repeat(3_000_000)}`;
  expect(skipsOf(await read(deep, 'a.har'))).toEqual(['a.har malformed']);
});

test('a truncated .gz gives what was read, and no absence', async () => {
  const packed = gzipSync(days(1, 28).join('\n'), { level: 1 });
  const evidence = await read(packed.subarray(0, packed.length - 20), 'a.log.gz');
  expect(skipsOf(evidence, 'archive-damaged')).toEqual(['a.log.gz archive-damaged']);
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test('a quote that is never closed spoils its own line only', async () => {
  const rows = days(1, 9).map(
    (_, n) => `2026-11-${String(1 + Math.floor(n / 20)).padStart(2, '0')}T08:00:00Z,GET,${ofApi}`,
  );
  const evidence = await read(
    ['time,method,path', ...rows.slice(0, 60), '"open,GET,/x', ...rows.slice(60)].join('\n'),
    'a.csv',
  );
  expect(evidence.read.entries).toBe(180);
  expect(skipsOf(evidence)).toEqual(['a.csv malformed']);
  expect(saysOf(evidence)).toBe('absent');
});

/** Nine days of calls as JSON lines or CSV, without a method. */
const timesOf = () =>
  Array.from(
    { length: 180 },
    (_, n) => `2026-11-${String(1 + Math.floor(n / 20)).padStart(2, '0')}T08:00:00Z`,
  );
const jsonLines = () => timesOf().map((time) => JSON.stringify({ time, path: ofApi }));

test('a log that tells no method can show calls all the same', async () => {
  const rows = timesOf().map((time) => `${time},${ofApi}`);
  const csv = await read(['time,path', ...rows, `2026-11-02T08:00:00Z,/rules/alerts`].join('\n'), 'a.csv');
  expect(saysOf(csv)).toBe('present');
  expect(csv.findings[0]).toMatchObject({ confidence: 'medium', place: { method: 'UNKNOWN', count: 1 } });
  const json = await read(
    [...jsonLines(), '{"time":"2026-11-02T08:00:00Z","method":"-","path":"/rules/42/alerts"}'].join('\n'),
    'a.jsonl',
  );
  expect(saysOf(json)).toBe('present');
  expect(saysOf(await read(jsonLines().join('\n'), 'a.jsonl'))).toBe('absent');
});

test('two stray quotes do not swallow a call', async () => {
  const rows = timesOf().map((time) => `${time},${ofApi},GET`);
  const stray = [
    '2026-11-01T08:00:00Z,"/x,GET',
    '2026-11-02T08:00:00Z,/rules/alerts,GET',
    '2026-11-03T08:00:00Z,/y",GET',
  ];
  const evidence = await read(['time,path,method', ...rows, ...stray].join('\n'), 'a.csv');
  expect(saysOf(evidence)).toBe('nothing-seen');
  expect(evidence.rows[0]?.because).toContain('1 line without a readable request may be such a call');
});

test('a request in the free text of a message stands in the way of absence', async () => {
  for (const message of ['GET /rules/alerts 200', 'called https:\\/\\/h\\/rules\\/42\\/alerts']) {
    const more = `{"time":"2026-11-02T08:00:00Z","message":"${message}"}`;
    expect(saysOf(await read([...jsonLines(), more].join('\n'), 'a.jsonl'))).toBe('nothing-seen');
  }
  const other = '{"time":"2026-11-02T08:00:00Z","message":"the rules changed"}';
  expect(saysOf(await read([...jsonLines(), other].join('\n'), 'a.jsonl'))).toBe('absent');
});

test.each([10, 1_100_000, 1_048_576 - 20, 3_000_000])(
  'a call in a line that is too long, after %d bytes, stands in the way of absence',
  async (bytes) => {
    const long = (path: string) =>
      `{"body":"${'z'.repeat(bytes)}","path":"${path}","more":"${'z'.repeat(1_100_000)}"}`;
    expect(saysOf(await read([...days(1, 9), long('/rules/alerts')].join('\n')))).toBe('nothing-seen');
    expect(saysOf(await read([...days(1, 9), long(ofApi)].join('\n')))).toBe('absent');
  },
);

test('the statement of one entry reads well', async () => {
  const one = await read(line(1));
  expect(one.rows[0]?.because).toContain('1 log entry of 2026-11-01T08:00:00.000Z was read');
  const two = await read([line(1), line(2)].join('\n'));
  expect(two.rows[0]?.because).toContain(
    '2 log entries from 2026-11-01T08:00:00.000Z to 2026-11-02T08:00:00.000Z were read',
  );
});

test('what is no log is refused in words, and beside a log it is listed', async () => {
  await expect(read('hello world')).rejects.toMatchObject({ code: 'traffic.formatUnknown' });
  await expect(read(Buffer.from([1, 2, 3, 0, 255]))).rejects.toMatchObject({ code: 'traffic.formatUnknown' });
  const folder = filesIn({ 'a.log': days(1, 9).join('\n'), 'b.txt': 'hello world', 'c.log': '' });
  const evidence = await traffic(['a.log', 'b.txt', 'c.log'].map((name) => join(folder, name)));
  expect(skipsOf(evidence)).toEqual(['b.txt not-supported', 'c.log not-supported']);
  expect(saysOf(evidence)).toBe('nothing-seen');
  await expect(traffic(join(folder, 'gone'))).rejects.toThrow('there is no such file');
  await expect(traffic(folder)).rejects.toThrow('Name log files, not folders');
});

test.skipIf(process.platform === 'win32')('a pipe does not hold the reading', async () => {
  const path = join(temporaryFolder(), 'pipe.log');
  execFileSync('mkfifo', [path]);
  await expect(traffic(path)).rejects.toMatchObject({ code: 'file.unreadable' });
});
