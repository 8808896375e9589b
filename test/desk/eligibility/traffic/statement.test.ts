import { describe, expect, test } from 'vitest';
import type { TrafficByHost } from '#contract/eligibility.ts';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { byHostOf, countsOf } from '#desk/eligibility/traffic/by-host.ts';
import {
  groundOf,
  isOpen,
  type TrafficCounts,
  trafficStatement,
} from '#desk/eligibility/traffic/statement.ts';
import type { LogTally } from '#desk/eligibility/traffic/tally.ts';
import type { Tally } from '#desk/eligibility/traffic/totals.ts';

/** What logs say, word by word, of what was counted in them. */

const at = (day: number, hours = 0): number => Date.UTC(2026, 10, day, hours);
const tally = (change: Partial<Tally> = {}): Tally => ({
  entries: 100,
  requests: 100,
  alertsCalls: 0,
  otherCalls: 100,
  certainCalls: 100,
  unread: 0,
  suspicious: 0,
  zoneless: 0,
  fromMs: at(1),
  toMs: at(8),
  days: new Set([1, 2, 3, 4, 5, 6, 7, 8].map((day) => at(day) / 86_400_000)),
  untimed: 0,
  hosts: new Map(),
  hostless: { others: 0, certain: 0 },
  moreHosts: false,
  elsewhere: new Map(),
  near: new Map(),
  dropped: 0,
  ...change,
});
const ground = (change: Partial<Tally> = {}, skips = createSkips()) => groundOf(tally(change), skips);

describe('what was read', () => {
  test.each<[Partial<Tally>, string]>([
    [{}, '100 log entries from 2026-11-01T00:00:00.000Z to 2026-11-08T00:00:00.000Z were read'],
    [{ entries: 1, toMs: at(1) }, '1 log entry of 2026-11-01T00:00:00.000Z was read'],
    [{ entries: 2000, toMs: -1 }, '2,000 log entries were read'],
  ])('of %j is told as "%s"', (change, read) => {
    expect(ground(change).read).toBe(read);
  });
  test.each<[Partial<Tally>, string]>([
    [{}, ''],
    [{ unread: 1 }, '1 line could not be read.'],
    [{ zoneless: 1 }, 'Times without a zone were read as UTC.'],
    [{ days: new Set([1]) }, 'Nothing was logged on 7 days of 8.'],
    [{ toMs: at(2, 23), days: new Set([1]) }, 'Nothing was logged on 1 day of 2.'],
    [
      { unread: 2, zoneless: 9, days: new Set([1, 2]) },
      '2 lines could not be read. Nothing was logged on 6 days of 8. Times without a zone were read as UTC.',
    ],
  ])('with %j has the notes "%s"', (change, notes) => {
    expect(ground(change).notes).toBe(notes);
  });
});

describe('what is lacking', () => {
  test.each<[Partial<Tally>, string[]]>([
    [{}, []],
    [{ toMs: at(8) - 1 }, ['the logs cover 6.9 days (7 days needed)']],
    [{ toMs: at(2, 12) }, ['the logs cover 1.5 days (7 days needed)']],
    [{ toMs: at(1) }, ['the logs cover 0 days (7 days needed)']],
    [
      { fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY },
      ['the logs cover no time (7 days needed)'],
    ],
    [{ entries: 99, unread: 1 }, []],
    [{ entries: 98, unread: 1 }, ['too many lines could not be read']],
    [{ untimed: 1 }, []],
    [{ untimed: 1, requests: 99 }, ['1 call has no readable time']],
    [{ untimed: 2 }, ['2 calls have no readable time']],
    [{ suspicious: 1 }, ['1 line without a readable request may be such a call']],
    [{ suspicious: 2 }, ['2 lines without a readable request may be such calls']],
    [
      {
        near: new Map([
          ['a:1', 1],
          ['b', 2000],
        ]),
      },
      [
        'similar calls to the same host on another port or outside its prefix (1 to a:1 and 2,000 to b) may be to this API too: name it with its port, or without the prefix',
      ],
    ],
    [{ moreHosts: true }, ["the logs contain too many hosts to count separately: name this API's"]],
  ])('with %j is %j', (change, lacking) => {
    expect(ground(change).lacking).toStrictEqual(lacking);
  });
  test('is a part that could not be read, where it might hold a call', () => {
    const skips = createSkips();
    skips.add('a', 'malformed', 'x');
    expect(ground({}, skips).lacking).toStrictEqual([]);
    skips.add('b', 'archive-damaged', 'x', true);
    expect(ground({}, skips).lacking).toStrictEqual(['not everything could be read: 1 damaged']);
  });
});

const counts = (change: Partial<TrafficCounts> = {}): TrafficCounts => ({
  alerts: 0,
  others: 5,
  certain: 1,
  named: undefined,
  hosts: [],
  ...change,
});
const hosts = (...all: [string, number, number][]): TrafficByHost['hosts'] =>
  all.map(([host, calls, alerts]) => ({ host, calls, alerts }));
const says = (change: Partial<TrafficCounts>, more: Partial<TrafficByHost['ground']> = {}) => {
  const {
    row,
    says: what,
    because,
  } = trafficStatement({ read: 'Read', lacking: [], notes: '', ...more }, counts(change));
  expect(row).toBe('alerts-endpoints');
  return [what, because];
};

describe('the statement', () => {
  const none = 'Read: no calls to the alerts endpoints, 5 other calls to this API.';
  test('is that there are calls, whatever is lacking', () => {
    expect(
      says({ alerts: 1, others: 1, hosts: hosts(['a', 1, 1]) }, { lacking: ['x'], notes: 'Note.' }),
    ).toStrictEqual(['present', 'Read: 1 call to the alerts endpoints, 1 other call to this API. Note.']);
  });
  test('is that there are none, where nothing is lacking', () => {
    expect(says({})).toStrictEqual(['absent', none]);
    expect(says({}, { notes: 'Note.' })).toStrictEqual(['absent', `${none} Note.`]);
    expect(says({ hosts: hosts(['a', 9, 0]) })).toStrictEqual(['absent', none]);
    expect(says({ named: ['a'], certain: 1, hosts: hosts(['a', 5, 0], ['b', 9, 0]) })).toStrictEqual([
      'absent',
      none,
    ]);
    expect(says({ named: ['A'], hosts: hosts(['a', 5, 1], ['b', 9, 2], ['c', 9, 3000]) })).toStrictEqual([
      'absent',
      `${none} Similar calls to other hosts: b (2) and c (3,000).`,
    ]);
  });
  test('is that nothing was seen, with each reason', () => {
    expect(says({}, { lacking: ['x', 'y'] })).toStrictEqual([
      'nothing-seen',
      `Absence is not shown: x; y. ${none}`,
    ]);
    const other = 'the logs contain no other calls to this API, so they may be of another application';
    expect(says({ others: 0, certain: 0 }, { lacking: ['x'], notes: 'Note.' })).toStrictEqual([
      'nothing-seen',
      `Absence is not shown: ${other}; x. Read: no calls to the alerts endpoints, 0 other calls to this API. Note.`,
    ]);
    expect(says({ certain: 0 })).toStrictEqual([
      'nothing-seen',
      `Absence is not shown: the other calls may be to another API: name this API's host in the log. ${none}`,
    ]);
    expect(says({ named: [], others: 0 })[1]).toContain(
      ": none of the hosts in the logs is this API's. Read",
    );
    expect(says({ named: ['x', 'y'], others: 0 })[1]).toContain(
      ': the logs contain no calls to x and y. Read',
    );
    expect(says({ named: ['x'], others: 0, hosts: hosts(['a', 1000, 0], ['b', 2, 0]) })[1]).toContain(
      ': the logs contain no calls to x, only to a (1,000) and b (2). Read',
    );
    expect(says({ named: [] })[0]).toBe('absent');
  });
  test('asks which hosts are meant, where that decides something', () => {
    expect(says({ hosts: hosts(['a', 9, 1], ['b', 5, 0]) }, { notes: 'Note.' })).toStrictEqual([
      'nothing-seen',
      "Which hosts are this API's? 1 possible call to the alerts endpoints: a (1). Read. Note.",
    ]);
    const many = hosts(['a', 9, 1000], ['b', 1, 1], ['c', 1, 1], ['d', 1, 1], ['e', 1, 1], ['f', 1, 1]);
    const list = 'a (1,000), b (1), c (1), d (1), e (1)';
    expect(says({ hosts: many }, { lacking: ['x'] })[1]).toBe(
      `Which hosts are this API's? 1,005 possible calls to the alerts endpoints: ${list} and 1 more. Absence is not shown: x. Read.`,
    );
    expect(says({ hosts: [...many, ...hosts(['g', 1, 1])] })[1]).toContain(`${list} and 2 more. Read.`);
    const unsure = hosts(['a', 3000, 0], ['b', 2, 0]);
    for (const change of [{ others: 0 }, { certain: 0 }]) {
      expect(says({ ...change, hosts: unsure })).toStrictEqual([
        'nothing-seen',
        "Which hosts are this API's? The logs contain calls to a (3,000) and b (2). Read.",
      ]);
    }
  });
  test.each<[Partial<TrafficCounts>, boolean]>([
    [{ hosts: hosts(['a', 1, 1]) }, true],
    [{ hosts: hosts(['a', 1, 1]), named: [] }, false],
    [{ hosts: hosts(['a', 1, 1]), alerts: 1 }, false],
    [{ hosts: [], others: 0 }, false],
    [{ hosts: hosts(['a', 1, 0]) }, false],
    [{ hosts: hosts(['a', 1, 0]), others: 0 }, true],
    [{ hosts: hosts(['a', 1, 0]), certain: 0 }, true],
  ])('of %j is open: %s', (change, open) => {
    expect(isOpen(counts(change))).toBe(open);
  });
});

describe('calls by host', () => {
  const logs = (change: Partial<Tally>, waiting = 0): LogTally =>
    ({
      total: tally(change),
      open: () => Array.from({ length: waiting }, (_, n) => ({ host: `h${n}`, finding: {} })),
    }) as unknown as LogTally;
  const byHost = (change: Partial<Tally>, named?: string[], waiting = 0) =>
    byHostOf(logs(change, waiting), named, createSkips());
  const called = (...all: [string, number, number][]): Partial<Tally> => ({
    hosts: new Map(all.map(([host, calls, alerts]) => [host, { calls, alerts }])),
  });
  test('come with those that look like calls of the alerts endpoints first, then the most called', () => {
    const { hosts: listed } = byHost(called(['d', 5, 0], ['c', 9, 0], ['b', 5, 0], ['a', 1, 2], ['z', 1, 3]));
    expect(listed.map(({ host }) => host)).toStrictEqual(['z', 'a', 'c', 'b', 'd']);
    expect(listed[0]).toStrictEqual({ host: 'z', calls: 1, alerts: 3 });
  });
  test('are kept with what holds whichever are named', () => {
    const change = { ...called(['a', 3, 1]), alertsCalls: 0, hostless: { others: 4, certain: 2 } };
    expect(byHost(change, undefined, 1)).toStrictEqual({
      isOpen: true,
      hosts: [{ host: 'a', calls: 3, alerts: 1 }],
      hostCount: 1,
      hostless: { alerts: 0, others: 4, certain: 2 },
      ground: ground(change),
      waiting: [{ host: 'h0', finding: {} }],
      isCut: false,
    });
    expect(byHost(change, ['a'])).toMatchObject({ named: ['a'], isOpen: false });
    const traffic = byHost(change, ['a']);
    expect(countsOf(logs({ alertsCalls: 1, otherCalls: 2, certainCalls: 3 }), traffic)).toStrictEqual({
      alerts: 1,
      others: 2,
      certain: 3,
      named: ['a'],
      hosts: traffic.hosts,
    });
  });
  test('are kept up to a hundred hosts and two hundred calls, and it is told where there were more', () => {
    const many = (count: number) =>
      called(...Array.from({ length: count }, (_, n): [string, number, number] => [`h${n}`, 1, 0]));
    expect(byHost(many(100))).toMatchObject({ hostCount: 100, isCut: false });
    const more = byHost(many(101));
    expect([more.hosts.length, more.hostCount, more.isCut]).toStrictEqual([100, 101, true]);
    expect(byHost({}, undefined, 200).isCut).toBe(false);
    const waiting = byHost({}, undefined, 201);
    expect([waiting.waiting.length, waiting.isCut]).toStrictEqual([200, true]);
    expect(byHost({ moreHosts: true }).isCut).toBe(true);
    expect(byHost({ dropped: 1 }).isCut).toBe(true);
  });
});
