import { describe, expect, test } from 'vitest';
import { type Evidence, type Finding, findingLimit, type TrafficByHost } from '#contract/eligibility.ts';
import { effective } from '#desk/eligibility/effective.ts';
import { createNameHosts, withHosts } from '#desk/eligibility/name-hosts.ts';
import { added, caseId, caseInMemory, day, refusal, uuid } from './case-in-memory.ts';
import { traffic } from './evidence.ts';

const called = (id: string, first: string, last: string, count: number): Finding => ({
  id,
  row: 'alerts-endpoints',
  kind: 'alerts-call',
  weak: false,
  confidence: 'high',
  place: { kind: 'request', method: 'GET', path: '/rules/alerts', first, last, count },
  why: 'It was called.',
});
const byHost: TrafficByHost = {
  isOpen: true,
  hosts: [
    { host: 'a.example', calls: 10, alerts: 3 },
    { host: 'b.example', calls: 20, alerts: 1 },
    { host: 'c.example', calls: 30, alerts: 0 },
  ],
  hostCount: 3,
  hostless: { alerts: 0, others: 5, certain: 2 },
  ground: { read: 'Read', lacking: [], notes: '' },
  waiting: [
    { host: 'a.example', finding: called('1', day(2), day(4), 2) },
    { host: 'b.example', finding: called('1', day(1), day(3), 1) },
    { host: 'a.example', finding: called('2', day(5), day(5), 1) },
  ],
  isCut: false,
};
const asking = (change: Partial<TrafficByHost> = {}, more: Partial<Evidence> = {}): Evidence =>
  traffic(day(1), day(9), 0, { id: uuid(3), digest: 'd', traffic: { ...byHost, ...change }, ...more });

describe('naming the hosts of traffic', () => {
  test('makes of it what it would have been with the hosts named before', () => {
    const named = withHosts(asking(), [' A.example ', 'a.example', 'b.example']);
    expect(named).toMatchObject({
      read: { requests: 35, from: day(1), to: day(9) },
      rows: [
        {
          row: 'alerts-endpoints',
          says: 'present',
          because: 'Read: 4 calls to the alerts endpoints, 31 other calls to this API.',
        },
      ],
      findings: [called('1', day(1), day(4), 3), called('2', day(5), day(5), 1)],
      findingCount: 2,
      traffic: { ...byHost, named: ['a.example', 'b.example'], isOpen: false, waiting: [] },
    });
  });
  test('leaves out calls to hosts that are not named', () => {
    const named = withHosts(asking(), ['c.example']);
    expect([named.findings, named.read.requests]).toStrictEqual([[], 35]);
    expect(named.rows[0]).toMatchObject({
      says: 'absent',
      because:
        'Read: no calls to the alerts endpoints, 35 other calls to this API. Similar calls to other hosts: a.example (3) and b.example (1).',
    });
    const none = withHosts(asking({ hostless: { alerts: 0, others: 0, certain: 0 } }), []);
    expect(none.rows[0]).toMatchObject({
      says: 'nothing-seen',
      because: expect.stringContaining("none of the hosts in the logs is this API's"),
    });
  });
  test('counts calls without a host whichever hosts are named, and they may be of another API', () => {
    const calls = { alerts: 2, others: 5, certain: 0 };
    expect(withHosts(asking({ hostless: calls }), []).rows[0]).toMatchObject({
      says: 'present',
      because: 'Read: 2 calls to the alerts endpoints, 5 other calls to this API.',
    });
    const others = { alerts: 0, others: 5, certain: 0 };
    expect(withHosts(asking({ hostless: others }), []).rows[0]?.says).toBe('nothing-seen');
    expect(withHosts(asking({ hostless: { ...others, certain: 1 } }), []).rows[0]?.says).toBe('absent');
    expect(withHosts(asking({ hostless: others }), ['c.example']).rows[0]?.says).toBe('absent');
  });
  test('adds to the findings that were there, up to what is kept', () => {
    const before = Array.from({ length: findingLimit - 1 }, (_, n) => called(`f${n}`, day(1), day(1), 1));
    const evidence = asking({}, { findings: before, findingCount: findingLimit + 5 });
    const named = withHosts(evidence, ['a.example']);
    expect([named.findings.length, named.findingCount]).toStrictEqual([findingLimit, findingLimit + 7]);
    expect(named.findings.at(-1)?.id).toBe('1');
  });
  test('adds calls to those of the same endpoint for which the log tells no host', () => {
    const evidence = asking({}, { findings: [called('1', day(3), day(8), 5)], findingCount: 1 });
    const named = withHosts(evidence, ['a.example']);
    expect(named.findings).toStrictEqual([called('1', day(2), day(8), 7), called('2', day(5), day(5), 1)]);
    expect(named.findingCount).toBe(2);
  });
  test('joins no findings that are no calls', () => {
    const resource = { ...called('1', day(1), day(1), 1), place: { kind: 'resource', text: 'x' } } as never;
    const waiting = [
      { host: 'a.example', finding: called('1', day(2), day(4), 2) },
      { host: 'a.example', finding: resource },
    ];
    expect(withHosts(asking({ waiting }), ['a.example']).findings).toStrictEqual([resource]);
  });
  test.each<[string, Evidence, readonly string[], string, string]>([
    [
      'source code',
      { ...asking(), traffic: undefined } as never,
      [],
      'traffic.notAsked',
      "The hosts of this evidence can't be assigned afterwards: it is not traffic evidence. Read the logs again with the hosts named.",
    ],
    ['named ones', asking({ named: [] }), [], 'traffic.notAsked', 'its hosts are already named'],
    [
      'cut ones',
      asking({ isCut: true }),
      [],
      'traffic.notAsked',
      'it contains more hosts or calls than are kept',
    ],
    [
      'hosts that are not in them',
      asking(),
      ['a.example', 'X.example', 'y'],
      'traffic.hostUnknown',
      'The logs have no calls to x.example and y, only to a.example, b.example and c.example.',
    ],
    ['logs without hosts', asking({ hosts: [] }), ['x'], 'traffic.hostUnknown', 'only to no host at all.'],
    [
      'logs with many hosts',
      asking({
        hosts: Array.from({ length: 12 }, (_, n) => ({ host: `h${n}`, calls: 1, alerts: 0 })),
      }),
      ['x'],
      'traffic.hostUnknown',
      'to h0, h1, h2, h3, h4, h5, h6, h7, h8, h9 and 2 more. Use',
    ],
  ])('of %s is refused', async (_name, evidence, hosts, code, text) => {
    expect(await refusal(() => withHosts(evidence, hosts))).toStrictEqual([
      code,
      expect.stringContaining(text),
    ]);
  });
  test('is put on record as evidence of its own, in place of the one that asked', async () => {
    const memory = caseInMemory(added(asking()));
    const nameHosts = createNameHosts(memory.cases, () => uuid(4));
    expect(await refusal(nameHosts(caseId, uuid(9), { hosts: [] }, 'Jo'))).toStrictEqual([
      'evidence.notFound',
      `The case has no evidence ${uuid(9)}; it may have been removed. Reload the case.`,
    ]);
    const { evidence, verdicts } = await nameHosts(caseId, uuid(3), { hosts: ['a.example'] }, 'Jo');
    expect(memory.kinds()).toStrictEqual(['evidence.added', 'verdict.reached']);
    expect(evidence.map(({ id }) => id)).toStrictEqual([uuid(3), uuid(4)]);
    expect(Date.parse(evidence[1]?.at ?? '')).toBeGreaterThan(Date.parse(evidence[0]?.at ?? ''));
    expect(verdicts[0]?.verdict).toMatchObject({ state: 'blocked' });
    expect(verdicts[0]?.verdict.rows[1]?.evidence).toStrictEqual([uuid(4)]);
  });
});

describe('traffic whose hosts were named meanwhile', () => {
  const asked = asking({}, { id: uuid(1), at: day(10) });
  const named = asking({ named: ['a.example'] }, { id: uuid(2), at: day(11) });
  const left = (...pair: [Evidence, Evidence]) =>
    effective(pair, new Map()).map(({ id }) => Number(id.slice(-1)));
  test.each<[string, Partial<Evidence>, Partial<Evidence>, number[]]>([
    ['counts alone', {}, {}, [2]],
    ['counts alone, also at the same time', {}, { at: day(10) }, [2]],
    ['counts beside it, where it was named before', {}, { at: day(9) }, [1, 2]],
    ['counts beside other logs', { digest: 'other' }, {}, [1, 2]],
    [
      'counts beside logs that are not known again',
      { digest: undefined as never },
      { digest: undefined as never },
      [1, 2],
    ],
    ['counts beside logs that do not tell hosts', { traffic: undefined as never }, {}, [1, 2]],
    ['counts beside logs that were named too', { traffic: { ...byHost, named: [] } }, {}, [1, 2]],
    ['counts beside it, where it was not named', {}, { traffic: byHost }, [1, 2]],
    ['counts alone, whatever its name', {}, { scope: 'other' }, [2]],
  ])('%s', (_name, first, second, ids) => {
    expect(left({ ...asked, ...first }, { ...named, ...second })).toStrictEqual(ids);
    expect(left({ ...named, ...second }, { ...asked, ...first }).sort()).toStrictEqual(ids);
  });
  test('is held against the record where a clock was wrong', () => {
    const order = (...ids: number[]) => new Map(ids.map((id, index) => [uuid(id), index]));
    expect(effective([asked, named], order(1, 2))).toStrictEqual([named]);
    expect(effective([asked, named], order(2, 1))).toStrictEqual([asked, named]);
    expect(effective([asked, named], order(1))).toStrictEqual([named]);
    expect(effective([asked, named], order(2))).toStrictEqual([named]);
  });
});
