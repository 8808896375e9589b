import { describe, expect, test } from 'vitest';
import { createCallJudge } from '#base/api-calls.ts';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import type { LogEntry } from '#desk/eligibility/traffic/entry.ts';
import { createTally } from '#desk/eligibility/traffic/tally.ts';

/** What is counted of entries, one by one. */

const at = (minute: number, zoned = true) => ({ ms: Date.UTC(2026, 10, 1, 0, minute), zoned });
const iso = (minute: number): string => new Date(at(minute).ms).toISOString();
const entry = (target: string, change: Partial<LogEntry> = {}): LogEntry => ({
  method: 'get',
  target,
  time: at(0),
  ...change,
});
const tallying = (hosts: readonly string[] = []) => {
  const skips = createSkips();
  const tally = createTally(createCallJudge(hosts), hosts.length > 0, skips);
  const file = (name: string) => {
    const sink = tally.file(name, 'line');
    let line = 0;
    return {
      ...sink,
      add(...entries: LogEntry[]) {
        for (const one of entries) sink.entry(one, ++line, () => one.target);
        return this;
      },
    };
  };
  const found = () => tally.findings().list();
  const places = () => found().map(({ place }) => place);
  return { tally, skips, file, found, places, total: tally.total };
};
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('entries', () => {
  test('are counted by what they are of', () => {
    const { file, total } = tallying();
    const log = file('a.log').add(
      entry('/rules/alerts', { time: at(5) }),
      entry(`/companies/${id}`, { time: at(3, false) }),
      entry('/profile', { time: at(60 * 24) }),
      entry('/index.html'),
      entry(`/companies/${id}`, { time: undefined }),
    );
    log.entry('no-request', 6, () => 'started');
    log.entry('no-request', 7, () => 'GET /rules/x/alerts');
    log.entry('unread', 8, () => 'x');
    log.entry('unread', 9, () => 'rules alerts');
    expect(total).toMatchObject({
      entries: 7,
      requests: 5,
      alertsCalls: 1,
      otherCalls: 3,
      certainCalls: 2,
      unread: 2,
      suspicious: 2,
      zoneless: 1,
      untimed: 1,
      fromMs: at(0).ms,
      toMs: at(60 * 24).ms,
      hostless: { others: 3, certain: 2 },
      dropped: 0,
      moreHosts: false,
    });
    expect(total.days.size).toBe(2);
    expect(log.end()).toStrictEqual({ requests: 5, entries: 7, timeProblem: undefined });
  });
  test('of a record over many lines are doubtful, unless the call was read from it', () => {
    const { file, total } = tallying();
    const { entry: add } = file('a.csv');
    add(entry('/rules/alerts'), 1, () => '/rules/alerts', true);
    expect(total.suspicious).toBe(0);
    add(entry('/companies'), 2, () => '/companies\n/rules/alerts', false);
    expect(total.suspicious).toBe(0);
    add(entry('/companies'), 3, () => '/companies\nx', true);
    expect(total.suspicious).toBe(0);
    add(entry('/companies'), 4, () => '/companies\n/rules/alerts', true);
    add(entry('/x'), 5, () => '/x\n/rules/alerts', true);
    expect(total.suspicious).toBe(2);
  });
  test('that could not be read are told with the first line, and counted anew in each file', () => {
    const { file, skips, total } = tallying();
    const first = file('a.log');
    first.entry('unread', 3, () => 'x');
    first.entry('unread', 1200, () => 'x');
    first.end();
    const second = file('b.log');
    second.entry('unread', 1200, () => 'x');
    expect(second.end()).toStrictEqual({ requests: 0, entries: 0, timeProblem: undefined });
    file('c.log').end();
    expect(skips.list()).toStrictEqual([
      {
        path: 'a.log',
        reason: 'malformed',
        detail: '2 lines could not be read; the first is line 3.',
      },
      {
        path: 'b.log',
        reason: 'malformed',
        detail: '1 line could not be read; the first is line 1,200.',
      },
    ]);
    expect(total.unread).toBe(3);
    expect(skips.count).toBe(3);
  });
  test('that are too long are listed up to twenty, and counted', () => {
    const { file, skips, total } = tallying();
    const log = file('a.log');
    for (let line = 1; line <= 22; line++) log.tooLong(line * 1000, 2_500_000, line === 3);
    log.end();
    expect([total.unread, total.suspicious, skips.count, skips.blocking]).toStrictEqual([22, 1, 22, 0]);
    expect(skips.list()).toHaveLength(21);
    expect(skips.list()[0]).toStrictEqual({
      path: 'a.log',
      reason: 'line-too-long',
      detail: 'Line 1,000 is 2.5 MB long and was not read.',
    });
    expect(skips.list()[20]).toStrictEqual({
      path: 'a.log',
      reason: 'line-too-long',
      detail: 'More lines that are too long.',
    });
    const few = tallying();
    const one = few.file('a.log');
    for (let line = 1; line <= 20; line++) one.tooLong(line, 5, false);
    one.end();
    expect(few.skips.list()).toHaveLength(20);
  });
  test('none of which has a time are told by the first reason, file by file', () => {
    const { file } = tallying();
    const bare = { time: undefined };
    expect(file('a').add(entry('/a', bare)).end().timeProblem).toBe(
      'no entry has a time; the first is line 1',
    );
    const why = (text: string) => ({ ...bare, timeProblem: () => text });
    expect(
      file('b')
        .add(entry('/a', why('one')), entry('/a', why('two')))
        .end().timeProblem,
    ).toBe('one; the first is line 1');
    expect(
      file('c')
        .add(entry('/a', why('one')), entry('/a'))
        .end().timeProblem,
    ).toBeUndefined();
    expect(file('d').end().timeProblem).toBeUndefined();
  });
});

describe('calls of the alerts endpoints', () => {
  test('are one finding for each method, endpoint and log', () => {
    const { file, found } = tallying();
    file('a.log').add(
      entry(`/rules/${id}/alerts?page=1`, { time: at(5), agent: 'app/1' }),
      entry(`/rules/${id}/alerts`, { time: at(2), agent: 'app/2' }),
      entry('/rules/alerts', { method: 'HEAD', agent: '-' }),
    );
    file('b.log').add(entry('/rules/7/alerts', { method: '-' }), entry('/rules/8/alerts', { method: '' }));
    file('a.log').add(entry('/rules/alerts', { method: 'head', time: at(9) }));
    expect(found().map(({ id: _, ...finding }) => finding)).toStrictEqual([
      {
        row: 'alerts-endpoints',
        kind: 'alerts-call',
        weak: false,
        confidence: 'high',
        place: {
          kind: 'request',
          method: 'GET',
          path: `/rules/${id}/alerts`,
          first: iso(2),
          last: iso(5),
          count: 2,
          caller: 'app/1',
          log: 'a.log',
        },
        why: 'Calls the alerts endpoint /rules/{ruleId}/alerts.',
      },
      {
        row: 'alerts-endpoints',
        kind: 'alerts-call',
        weak: false,
        confidence: 'high',
        place: {
          kind: 'request',
          method: 'HEAD',
          path: '/rules/alerts',
          first: iso(0),
          last: iso(9),
          count: 2,
          log: 'a.log',
        },
        why: 'Calls the alerts endpoint /rules/alerts.',
      },
      {
        row: 'alerts-endpoints',
        kind: 'alerts-call',
        weak: false,
        confidence: 'medium',
        place: {
          kind: 'request',
          method: 'UNKNOWN',
          path: '/rules/{ruleId}/alerts',
          first: iso(0),
          last: iso(0),
          count: 2,
          log: 'b.log',
        },
        why: 'Calls the alerts endpoint /rules/{ruleId}/alerts.',
      },
    ]);
    expect(new Set(found().map(({ id: one }) => one)).size).toBe(3);
  });
  test('are surer once one of them is', () => {
    const { file, found } = tallying();
    file('a').add(entry('/rules/7/alerts'));
    expect(found()[0]?.confidence).toBe('medium');
    file('a').add(entry(`/rules/${id}/alerts`), entry('/rules/8/alerts'));
    expect(found()[0]?.confidence).toBe('high');
  });
  test('without a time lie in the span of their log, which is said', () => {
    const { file, found, places } = tallying();
    const bare = { time: undefined };
    file('a').add(
      entry('/rules/alerts', bare),
      entry('/rules/alerts', { ...bare, method: 'HEAD' }),
      entry('/rules/alerts', { method: 'HEAD', time: at(4) }),
      entry('/companies', { time: at(8) }),
      entry('/companies', { time: at(1) }),
    );
    expect(places()).toMatchObject([
      { method: 'GET', first: iso(1), last: iso(8) },
      { method: 'HEAD', first: iso(4), last: iso(4), count: 2 },
    ]);
    expect(found().map(({ why }) => why.replace(/^[^.]*\./, ''))).toStrictEqual([
      ' The calls have no time in the log; first and last are those of the log.',
      ' Some calls have no time in the log.',
    ]);
  });
  test('without a time lie in the span of all logs of that name', () => {
    const { file, places } = tallying();
    file('a').add(entry('/rules/alerts', { time: undefined }), entry('/companies', { time: at(7) }));
    file('a').add(entry('/companies', { time: at(2) }));
    file('b').add(entry('/companies', { time: at(1) }));
    expect(places()).toMatchObject([{ first: iso(2), last: iso(7) }]);
  });
  test('are kept up to five thousand, and the rest is counted', () => {
    const { file, tally, total } = tallying();
    const log = file('a');
    for (let n = 0; n < 5002; n++) log.add(entry(`/p${n}/rules/alerts`));
    log.add(entry('/p0/rules/alerts'));
    expect([tally.findings().count, total.dropped, total.alertsCalls]).toStrictEqual([5000, 2, 5003]);
  });
  test('to a host that nobody named wait for an answer', () => {
    const { file, tally, found, total } = tallying();
    file('a').add(
      entry('https://a.example/rules/alerts'),
      entry('https://b.example/rules/alerts'),
      entry('https://a.example/rules/alerts', { time: at(3) }),
      entry('/rules/alerts'),
      entry('/companies', { host: 'c.example' }),
      entry('/index.html', { host: 'c.example' }),
    );
    expect(found()).toHaveLength(1);
    expect(
      tally.open().map(({ host, finding: { place } }) => [host, place.kind === 'request' && place.count]),
    ).toStrictEqual([
      ['a.example', 2],
      ['b.example', 1],
    ]);
    expect(total).toMatchObject({ alertsCalls: 1, otherCalls: 1, hostless: { others: 0, certain: 0 } });
    expect([...total.hosts]).toStrictEqual([
      ['a.example', { calls: 2, alerts: 2 }],
      ['b.example', { calls: 1, alerts: 1 }],
      ['c.example', { calls: 2, alerts: 0 }],
    ]);
  });
  test('to named hosts count, those beside them are near, and those to others are elsewhere', () => {
    const { file, tally, found, total } = tallying(['a.example/v1']);
    file('a').add(
      entry('https://a.example/v1/rules/alerts'),
      entry('https://a.example/v2/rules/alerts'),
      entry('https://a.example:8443/v1/rules/alerts'),
      entry('https://a.example:8443/v1/rules/alerts'),
      entry('https://b.example/rules/alerts'),
      entry('https://a.example/v1/anything'),
    );
    expect([found().length, tally.open().length]).toStrictEqual([1, 0]);
    expect([...total.near]).toStrictEqual([
      ['a.example', 1],
      ['a.example:8443', 2],
    ]);
    expect([...total.elsewhere]).toStrictEqual([['b.example', 1]]);
    expect(total).toMatchObject({ alertsCalls: 1, otherCalls: 1, certainCalls: 1 });
    expect(total.hosts.get('b.example')).toStrictEqual({ calls: 1, alerts: 1 });
  });
  test('elsewhere are told by twenty hosts, each with its count', () => {
    const { file, total } = tallying(['a.example']);
    const log = file('a');
    for (let n = 0; n < 22; n++) log.add(entry(`https://h${n}.example/rules/alerts`));
    log.add(entry('https://h0.example/rules/alerts'));
    expect([total.elsewhere.size, total.elsewhere.get('h0.example')]).toStrictEqual([20, 2]);
  });
  test('hosts are told apart up to two thousand, and it is told that there were more', () => {
    const { file, total } = tallying();
    const log = file('a');
    for (let n = 0; n < 2000; n++) log.add(entry(`https://h${n}.example/x`));
    expect(total.moreHosts).toBe(false);
    log.add(entry('https://h0.example/x'), entry('https://more.example/x'));
    expect([total.hosts.size, total.moreHosts, total.hosts.get('h0.example')?.calls]).toStrictEqual([
      2000,
      true,
      2,
    ]);
  });
});
