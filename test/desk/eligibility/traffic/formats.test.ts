import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesIn, saysOf, traffic } from '#test/support/collecting.ts';

const ruleId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const companyId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** Calls of ten days: one of the alerts endpoints on the third, others on all. */
const calls = Array.from({ length: 10 }, (_, day) => ({
  time: `2026-11-${String(day + 1).padStart(2, '0')}T08:00:00.000Z`,
  day: String(day + 1).padStart(2, '0'),
  path: day === 2 ? `/rules/${ruleId}/alerts` : `/companies/${companyId}/connections`,
}));

const combined = (day: string, path: string) =>
  `10.0.0.7 - app [${day}/Nov/2026:09:00:00 +0100] "GET ${path}?page=1 HTTP/1.1" 200 512 "-" "orders-sync/2.1"`;

const har = (entries: { time: string; path: string }[]) =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'proxy', version: '1' },
      entries: entries.map(({ time, path }) => ({
        startedDateTime: time,
        request: { method: 'GET', url: `https://api.example.com${path}?a=1`, headers: [] },
        response: { status: 200, content: { text: 'x'.repeat(2000), url: '/rules/alerts', method: 'GET' } },
      })),
    },
  });

const logs: Record<string, string> = {
  'proxy.har': har(calls),
  'pretty.har': JSON.stringify(JSON.parse(har(calls)), null, 2),
  'access.log': calls.map(({ day, path }) => combined(day, path)).join('\n'),
  'vhost.log': calls.map(({ day, path }) => `api.example.com:443 ${combined(day, path)}`).join('\r\n'),
  'common.log': calls
    .map(({ day, path }) => `::1 - - [${day}/Nov/2026:08:00:00 +0000] "GET ${path} HTTP/2.0" 200 5`)
    .join('\n'),
  'flat.jsonl': calls.map(({ time, path }) => JSON.stringify({ time, method: 'GET', path })).join('\n'),
  'nested.jsonl': calls
    .map(({ time, path }) =>
      JSON.stringify({ '@timestamp': time, http: { request: { method: 'GET' } }, url: { original: path } }),
    )
    .join('\n'),
  'pino.jsonl': calls
    .map(({ time, path }) =>
      JSON.stringify({
        level: 30,
        time: Date.parse(time),
        hostname: 'web-1',
        req: { method: 'GET', url: path },
      }),
    )
    .join('\n'),
  'nginx.jsonl': calls
    .map(({ time, path }) =>
      JSON.stringify({ msec: Date.parse(time) / 1000, request: `GET ${path} HTTP/1.1` }),
    )
    .join('\n'),
  'plain.csv': ['Time,Method,URL', ...calls.map(({ time, path }) => `${time},GET,${path}`)].join('\n'),
  'quoted.csv': [
    '"timestamp";"request_method";"note";"request_uri"',
    ...calls.map(({ time, path }) => `"${time}";"GET";"two\nlines; ""quoted""";"${path}"`),
  ].join('\r\n'),
};

test.each(Object.entries(logs))('%s gives method, path, time and count', async (name, content) => {
  const folder = filesIn({ [name]: content, [`${name}.gz`]: gzipSync(content) });
  for (const file of [name, `${name}.gz`]) {
    const evidence = await traffic(join(folder, file), { hosts: ['api.example.com'] });
    expect(evidence).toMatchObject({
      collector: 'traffic',
      findingCount: 1,
      read: { entries: 10, requests: 10, from: calls[0]?.time, to: calls[9]?.time, skippedCount: 0 },
    });
    expect(evidence.findings[0]).toMatchObject({
      kind: 'alerts-call',
      row: 'alerts-endpoints',
      confidence: 'high',
      place: {
        method: 'GET',
        path: `/rules/${ruleId}/alerts`,
        first: calls[2]?.time,
        last: calls[2]?.time,
        count: 1,
        log: file,
      },
    });
    expect(saysOf(evidence)).toBe('present');
  }
});

test('calls of one kind are counted together, under the path that they share', async () => {
  const lines = [ruleId, companyId, ruleId].map((id, n) => combined(`0${n + 1}`, `/v1/rules/${id}/alerts`));
  const evidence = await traffic(join(filesIn({ 'a.log': lines.join('\n') }), 'a.log'));
  expect(evidence.findings).toHaveLength(1);
  expect(evidence.findings[0]?.place).toMatchObject({
    path: '/v1/rules/{ruleId}/alerts',
    count: 3,
    caller: 'orders-sync/2.1',
    first: '2026-11-01T08:00:00.000Z',
    last: '2026-11-03T08:00:00.000Z',
  });
});

test('fields and columns can be named', async () => {
  const folder = filesIn({
    'a.jsonl': calls
      .map(({ time, path }) => JSON.stringify({ when: time, call: { verb: 'GET', to: path } }))
      .join('\n'),
    'a.csv': ['verb,to,when', ...calls.map(({ time, path }) => `GET,${path},${time}`)].join('\n'),
  });
  const ofJson = { method: 'call.verb', path: 'call.to', time: 'when' };
  expect(saysOf(await traffic(join(folder, 'a.jsonl'), { fields: ofJson }))).toBe('present');
  const ofCsv = { method: 'verb', path: 'to', time: 'when' };
  expect(saysOf(await traffic(join(folder, 'a.csv'), { fields: ofCsv }))).toBe('present');
  await expect(traffic(join(folder, 'a.jsonl'))).rejects.toMatchObject({ code: 'traffic.fieldsUnknown' });
  await expect(traffic(join(folder, 'a.csv'), { format: 'csv' })).rejects.toThrow('"to"');
  await expect(traffic(join(folder, 'a.csv'), { fields: { path: 'nope' }, format: 'csv' })).rejects.toThrow(
    '"nope"',
  );
});

test('a log in UTF-16 is read', async () => {
  const content = Buffer.from(`\ufeff${logs['plain.csv']}`, 'utf16le');
  expect(saysOf(await traffic(join(filesIn({ 'a.csv': content }), 'a.csv')))).toBe('present');
});

test('several logs make one evidence, with a digest over their bytes', async () => {
  const folder = filesIn({
    'one.log': logs['access.log'] as string,
    'two.jsonl': logs['flat.jsonl'] as string,
    'more/one.log': `${logs['access.log']}\n`,
  });
  const paths = ['one.log', 'two.jsonl'].map((name) => join(folder, name));
  const both = await traffic(paths);
  expect(both).toMatchObject({
    origin: 'one.log and two.jsonl',
    findingCount: 2,
    read: { files: 2, entries: 20 },
  });
  expect((await traffic(paths.toReversed())).digest).toBe(both.digest);
  expect((await traffic(join(folder, 'one.log'))).digest).not.toBe(
    (await traffic(join(folder, 'more/one.log'))).digest,
  );
});
