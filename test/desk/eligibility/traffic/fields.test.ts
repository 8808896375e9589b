import { expect, test } from 'vitest';
import { withHead } from '#base/utf8.ts';
import { readCombinedLine } from '#desk/eligibility/traffic/combined.ts';
import { columnsOf, readCsv } from '#desk/eligibility/traffic/csv.ts';
import type { EntrySink, LineReading } from '#desk/eligibility/traffic/entry.ts';
import { entryOf, listed, plainName } from '#desk/eligibility/traffic/fields.ts';
import { formatOf } from '#desk/eligibility/traffic/format.ts';
import { readHar } from '#desk/eligibility/traffic/har.ts';
import { jsonLineReader } from '#desk/eligibility/traffic/json-lines.ts';
import { eachLine, lineLimitBytes } from '#desk/eligibility/traffic/lines.ts';
import { createSuspicion } from '#desk/eligibility/traffic/suspicion.ts';
import { commonLogTime, logTime } from '#desk/eligibility/traffic/times.ts';
import { utf16AsUtf8 } from '#desk/eligibility/traffic/utf16.ts';

const iso = (value: unknown): string | undefined => {
  const time = logTime(value);
  return time && `${new Date(time.ms).toISOString()} ${time.zoned}`;
};

test.each<[unknown, string | undefined]>([
  ['2026-11-01T08:00:00.123456789Z', '2026-11-01T08:00:00.123Z true'],
  ['2026-11-01T08:00:00.5Z', '2026-11-01T08:00:00.500Z true'],
  ['2026-11-01T08:00', '2026-11-01T08:00:00.000Z false'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z false'],
  ['2026-11-01 08:00:00-0530', '2026-11-01T13:30:00.000Z true'],
  ['2026-11-01 08:00:00 +05', '2026-11-01T03:00:00.000Z true'],
  ['2026-11-01 08:00:00 UTC', '2026-11-01T08:00:00.000Z true'],
  [' 2026-12-31T23:59:60Z ', '2027-01-01T00:00:00.000Z true'],
  ['2026-11-01T24:00:00Z', '2026-11-02T00:00:00.000Z true'],
  ['2026-11-01T25:00:00Z', undefined],
  ['2026-11-01T08:60:00Z', undefined],
  ['2026-11-01T08:00:61Z', undefined],
  ['2026-11-00T08:00:00Z', undefined],
  ['2026-11-32T08:00:00Z', undefined],
  ['2026-00-10T08:00:00Z', undefined],
  ['1989-12-31T23:59:59Z', undefined],
  ['1990-01-01T00:00:00Z', '1990-01-01T00:00:00.000Z true'],
  ['2199-12-31T23:59:59Z', '2199-12-31T23:59:59.000Z true'],
  ['2200-01-01T00:00:00Z', undefined],
  ['[01/Nov/2026:08:00:00 -0130]', '2026-11-01T09:30:00.000Z true'],
  ['01/nov/2026:08:00:00', '2026-11-01T08:00:00.000Z false'],
  ['1/Jan/2026:08:00:00.250 +01:00', '2026-01-01T07:00:00.250Z true'],
  ['Sun Nov 01 2026 08:00:00', '2026-11-01T08:00:00.000Z false'],
  ['Sun Nov 01 2026 08:00:00 +0200 (CEST)', '2026-11-01T06:00:00.000Z true'],
  [1793520000.75, '2026-11-01T08:00:00.750Z true'],
  ['1793520000000000000', '2026-11-01T08:00:00.000Z true'],
  ['12345678', undefined],
  [true, undefined],
])('the time %j is %s', (value, expected) => {
  expect(iso(value)).toBe(expected);
});

test('the common format takes the names of months only', () => {
  expect(commonLogTime('01/Xyz/2026:08:00:00 +0000')).toBeUndefined();
  expect(commonLogTime('31/Dec/2026:23:59:59 +0000')?.ms).toBe(Date.UTC(2026, 11, 31, 23, 59, 59));
});

const asEntry = (values: Record<string, unknown>) =>
  entryOf(
    (wanted) => values[wanted],
    () => Object.keys(values),
  );

test('an entry takes a path or an address, or else a request line', () => {
  expect(asEntry({ path: '/a', method: 'GET', host: 'h', agent: 'x', time: '2026-11-01T08:00:00Z' })).toEqual(
    {
      method: 'GET',
      target: '/a',
      host: 'h',
      agent: 'x',
      time: { ms: Date.UTC(2026, 10, 1, 8), zoned: true },
      timeProblem: undefined,
    },
  );
  expect(asEntry({ path: 'https://x.test/a' })).toMatchObject({ method: '', target: 'https://x.test/a' });
  expect(asEntry({ path: 'a/b', line: 'POST /c HTTP/2' })).toMatchObject({ method: 'POST', target: '/c' });
  expect(asEntry({ line: 'GET /c' })).toMatchObject({ method: 'GET', target: '/c', host: undefined });
  expect(asEntry({ line: 'get /c' })).toBeUndefined();
  expect(asEntry({ line: 'GET /c d HTTP/1.1' })).toBeUndefined();
  expect(asEntry({ path: '', line: 5 })).toBeUndefined();
  expect(asEntry({ path: '/a', method: '', host: 7 })).toMatchObject({ method: '', host: undefined });
});

test('where there is no time, it is told what is there instead', () => {
  expect(asEntry({ path: '/a' })?.timeProblem?.()).toBe('none of "path" is a known field for a time');
  expect(asEntry({ path: '/a', time: '' })?.timeProblem?.()).toContain('is a known field for a time');
  expect(asEntry({ path: '/a', time: '01/02/2026' })?.timeProblem?.()).toContain('such as "01/02/2026"');
});

test('names are compared without case and marks, and at most twelve are listed', () => {
  expect(plainName('Request-Method')).toBe(plainName('request_method'));
  expect(plainName('@Time.Stamp')).toBe('@time.stamp');
  const many = Array.from({ length: 13 }, (_, n) => `n${n}`);
  expect(listed(many).split(', ')).toHaveLength(12);
  expect(listed(['a', 'b'])).toBe('"a", "b"');
  expect(listed(['x'.repeat(50)])).toBe(`"${'x'.repeat(40)}"`);
});

test.each([
  ['method,path', ',', ['method', 'path']],
  ['method;url;time', ';', ['method', 'url', 'time']],
  ['a\tpath', '\t', ['a', 'path']],
  ['request|x', '|', ['request', 'x']],
  ['path', ',', ['path']],
])('the header %j', (header, delimiter, names) => {
  expect(columnsOf(header, {})).toMatchObject({ delimiter, names });
});

test('columns are found by the names that come first, or as they are named', () => {
  const found = columnsOf('path,url,x,Method', {});
  expect(typeof found === 'string' ? found : Object.fromEntries(found.places)).toEqual({
    method: 3,
    path: 1,
  });
  const own = columnsOf('path, x ,y', { path: 'x', time: 'y' });
  expect(typeof own === 'string' ? own : Object.fromEntries(own.places)).toEqual({ path: 1, time: 2 });
  expect(columnsOf('path,x', { time: 'z' })).toBe('column "z" is not among "path", "x"');
  expect(columnsOf('a,b', {})).toBe('none of the columns "a", "b" is a known column for a path');
});

const gathering = () => {
  const read: string[] = [];
  const sink: EntrySink = {
    entry(reading: LineReading, line, raw, doubtful = false) {
      const text =
        typeof reading === 'string' ? `${reading} ${raw()}` : `${reading.method} ${reading.target}`;
      read.push(`${line} ${text}${doubtful ? ' ?' : ''}`);
    },
    tooLong: (line, bytes, suspect) => read.push(`${line} ${bytes} ${suspect}`),
  };
  return { sink, read };
};
async function* bytesOf(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text as string);
}

const csv = async (text: string): Promise<string[]> => {
  const { sink, read } = gathering();
  const problem = await readCsv(bytesOf(text), sink, {});
  return [...read, ...(problem === undefined ? [] : [problem])];
};

test.each<[string, string, string[]]>([
  ['records', 'method,path\nGET,/a\n\nPOST, /b \n', ['2 GET /a', '4 POST /b']],
  [
    'a record over two lines is doubtful',
    'method,path\nGET,"/a\nb"\nGET,/c\n',
    ['2 GET /a\nb ?', '4 GET /c'],
  ],
  ['too few values', 'method,path\nGET\nGET,/c\n', ['2 unread GET', '3 GET /c']],
  ['no path', 'method,path\nGET,x\n', ['2 no-request GET,x']],
  ['fewer values than columns', 'method,path,time,host\nGET,/a\n', ['2 GET /a']],
  ['no value for a path', 'method,time,path\nGET,x\n', ['2 no-request GET,x']],
  ['one column', '\uFEFFpath\n/a\n/b\n', ['2  /a', '3  /b']],
  [
    'a quote that stays open',
    'method,path\nGET,"/a\nGET,/b\nGET,/c',
    ['2 unread GET,"/a', '3 GET /b', '4 GET /c'],
  ],
  ['unknown columns', 'a,b\n1,2\n', ['none of the columns "a", "b" is a known column for a path']],
])('CSV: %s', async (_, text, expected) => {
  // What is spoilt is told at once, the others batch by batch.
  expect((await csv(text)).sort()).toEqual([...expected].sort());
});

test('a quote that is open for more than fifty lines spoils its own line only', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => `GET,/r${n}`);
  const read = await csv(`method,path\nGET,"/a\n${rows(60).join('\n')}\n`);
  expect(read).toHaveLength(61);
  expect(read).toContain('2 unread GET,"/a');
  expect(read).toContain('62 GET /r59');
  const closed = (count: number) => csv(`method,path\nGET,"/a\n${rows(count).join('\n')}"\nGET,/z\n`);
  expect(await closed(49)).toHaveLength(2);
  expect(await closed(50)).toHaveLength(2);
  expect(await closed(51)).toHaveLength(53);
  const long = 'z'.repeat(600_000);
  expect((await csv(`method,path\nGET,"/a\n${long}\n${long}\nGET,/b"\n`)).length).toBeGreaterThan(1);
});

const logLine = '1.2.3.4 - - [01/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5';
test.each<[string, string | undefined]>([
  ['{"log": {"version": "1.2"', 'har'],
  ['\uFEFF { "log" : { "_x": 1', 'har'],
  ['{"log": {"level": "info"}, "path": "/a"}', 'jsonl'],
  ['{\n "x": 1,\n "entries": [\n', 'har'],
  [`words before\n${logLine}`, 'combined'],
  ['starting\n{"path":"/a"}', 'jsonl'],
  [`{"a":"${'x'.repeat(1100)}`, 'jsonl'],
  [`{"a":"${'x'.repeat(100)}`, undefined],
  ['method,path\nGET,/a', 'csv'],
  ['\n\nmethod,path\n', 'csv'],
  ['words of no log', undefined],
  [`${'words\n'.repeat(20)}${logLine}`, undefined],
  [`${'words\n'.repeat(19)}${logLine}`, 'combined'],
])('the log %j is %s', (head, format) => {
  expect(formatOf(head, {})).toBe(format);
});

test.each([
  ['a.test 1.2.3.4 - -', 'a.test'],
  ['a.test:8080 1.2.3.4 - jo', 'a.test:8080'],
  ['1.2.3.4 - -', undefined],
  ['a/b 1.2.3.4 - -', undefined],
  ['a.test 1.2.3.4 x -', undefined],
])('before the time %s names the host %s', (lead, host) => {
  const line = `${lead} [01/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "agent"`;
  expect(readCombinedLine(line)).toMatchObject({ host, agent: 'agent' });
});

test.each<[string, Record<string, string>, object | string]>([
  ['{"method":"GET","path":"/a"}', {}, { method: 'GET', target: '/a' }],
  ['{"http":{"request":{"method":"GET"}},"url":{"path":"/a"}}', {}, { method: 'GET', target: '/a' }],
  ['{"http.request.method":"GET","url.path":"/a"}', {}, { method: 'GET', target: '/a' }],
  ['{"a":{"b":"/x"},"path":"/a"}', { path: 'a.b' }, { target: '/x' }],
  ['{"a.b":"/y","a":{"b":"/x"}}', { path: 'a.b' }, { target: '/y' }],
  ['{"a":"x","path":"/a"}', { path: 'a.b' }, 'no-request'],
  ['{"a":null}', {}, 'no-request'],
  ['{"Path":"/a","path":"/b"}', {}, { target: '/a' }],
  ['[{"path":"/a"}]', {}, 'unread'],
  ['null', {}, 'unread'],
  ['"path"', {}, 'unread'],
  ['{"path":"/a"', {}, 'unread'],
  ['{"path":["/a"]}', {}, 'no-request'],
])('the line %s with %j', (line, fields, expected) => {
  const reading = jsonLineReader(fields)(line);
  if (typeof expected === 'string') expect(reading).toBe(expected);
  else expect(reading).toMatchObject(expected);
});

const har = async (text: string): Promise<{ read: string[]; problem: string | undefined }> => {
  const { sink, read } = gathering();
  const problem = await readHar(bytesOf(text), sink);
  return { read, problem };
};
const entry = (method: string, url: string) => ({
  startedDateTime: '2026-11-01T08:00:00Z',
  request: { method, url, headers: [{ name: 'method', value: 'X' }], postData: { method: 'Y' } },
  response: { url: 'https://no.test', content: { request: { url: 'https://no.test' } } },
});

test('of a HAR only entries of its log are read, and of them only the request', async () => {
  const log = { pages: [entry('PUT', '/p')], entries: [entry('GET', '/a'), { request: { url: '/b' } }, {}] };
  const text = JSON.stringify({
    entries: [entry('PUT', '/x')],
    log,
    other: { entries: [entry('PUT', '/y')] },
  });
  expect(await har(text)).toEqual({ read: ['1 GET /a', '2 unread /b'], problem: undefined });
});

test('what is wrong with a HAR is told', async () => {
  expect(await har('{"log":{}}')).toEqual({ read: [], problem: 'it has no log.entries' });
  expect(await har('{"log":{"entries":{}}}')).toEqual({ read: [], problem: 'it has no log.entries' });
  const cut = JSON.stringify({ log: { entries: [entry('GET', '/a')] } }).slice(0, -2);
  expect(await har(cut)).toEqual({ read: ['1 GET /a'], problem: 'it ends early, after 1 entry' });
  expect((await har(`${cut.slice(0, -1)},{"request":{"url":"/b"`)).read).toEqual(['1 GET /a']);
  expect((await har(`${cut.slice(0, -1)},{"request":{"url":"/b","method":"GET"`)).read).toEqual([
    '1 GET /a',
    '2 GET /b',
  ]);
  const long = JSON.stringify({ log: { entries: [entry('GET', `/${'u'.repeat(500_000)}`)] } });
  expect((await har(long)).read[0]?.length).toBeLessThan(200_000);
  expect((await har('{"log" 5}')).problem).toContain('after 0 entries it is not JSON');
  expect((await har('['.repeat(501))).problem).toContain('nested too deeply');
  expect((await har('['.repeat(500))).problem).toContain('ends early');
});

test('a line up to the limit is read, a longer one is looked through in pieces', async () => {
  const lengths: unknown[] = [];
  const visitor = {
    line: (bytes: Buffer, number: number) => lengths.push([number, bytes.length]),
    tooLong: (number: number, length: number, suspect: boolean) => lengths.push([number, length, suspect]),
  };
  const whole = 'x'.repeat(lineLimitBytes);
  const call = `GET /rules/alerts ${whole}`;
  await eachLine(
    bytesOf(whole, '\n', call.slice(0, 10), `${call.slice(10)}\r`, '\n', `${whole}y`, '\na\r\n'),
    visitor,
  );
  await eachLine(bytesOf(`${whole}z\n${whole}\n`), visitor);
  expect(lengths.splice(4)).toEqual([
    [1, lineLimitBytes + 1, false],
    [2, lineLimitBytes],
  ]);
  expect(lengths).toEqual([
    [1, lineLimitBytes],
    [2, call.length + 1, true],
    [3, lineLimitBytes + 1, false],
    [4, 1],
  ]);
});

test('a call that is cut in two pieces is suspected, words far apart are not', () => {
  const suspected = (...pieces: string[]): boolean => {
    const suspicion = createSuspicion();
    for (const piece of pieces) suspicion.add(Buffer.from(piece));
    return suspicion.found;
  };
  expect(suspected('GET /rul', 'es/ale', 'rts')).toBe(true);
  expect(suspected('/rules/alerts', 'x')).toBe(true);
  expect(suspected(`rules ${'x'.repeat(190)}`, ' alerts')).toBe(true);
  expect(suspected(`rules ${'x'.repeat(210)}`, ' alerts')).toBe(false);
  expect(suspected('rulesalerts')).toBe(false);
});

test('the start of a log is looked at, and all of it is read', async () => {
  const big = 'x'.repeat(300 * 1024);
  const { head, all: chunks } = await withHead(bytesOf('a', big, 'z'), 256 * 1024);
  expect(head.toString()).toBe(`a${big}`.slice(0, 256 * 1024));
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  expect(Buffer.concat(all).toString()).toBe(`a${big}z`);
  expect((await withHead(bytesOf(), 10)).head.toString()).toBe('');
  async function* reused(): AsyncGenerator<Buffer> {
    const memory = Buffer.alloc(1);
    for (const letter of 'abc') {
      memory.write(letter);
      yield memory;
    }
  }
  expect((await withHead(reused(), 10)).head.toString()).toBe('abc');
});

test('UTF-16 is told by its first bytes, also where a character is cut', async () => {
  const read = async (bytes: Buffer): Promise<string> => {
    let text = '';
    for await (const chunk of utf16AsUtf8(bytesOf(bytes.subarray(0, 5), bytes.subarray(5))))
      text += chunk.toString();
    return text;
  };
  expect(await read(Buffer.from('\uFEFFGET /ä', 'utf16le'))).toBe('GET /ä');
  expect(await read(Buffer.from('\uFEFFGET /ä', 'utf16le').swap16())).toBe('GET /ä');
  expect(await read(Buffer.from('GET /rules'))).toBe('GET /rules');
  const bytes = async (...parts: number[][]): Promise<number[]> => {
    const all: number[] = [];
    for await (const chunk of utf16AsUtf8(bytesOf(...parts.map((part) => Buffer.from(part)))))
      all.push(...chunk);
    return all;
  };
  expect(await bytes([0xfe, 0x41])).toEqual([0xfe, 0x41]);
  expect(await bytes([0xff, 0x41])).toEqual([0xff, 0x41]);
  expect(await bytes([0x41], [0xff, 0xfe, 0x41, 0])).toEqual([0x41, 0xff, 0xfe, 0x41, 0]);
});
