import { describe, expect, test } from 'vitest';
import type { EligibilityRow, Evidence, Finding, RowResult, Verdict } from '#contract/eligibility.ts';
import { absenceWindowMs, otherCalls, showsAbsence, watchedMs } from '#desk/eligibility/absence.ts';
import { actionsOf } from '#desk/eligibility/actions.ts';
import { assess } from '#desk/eligibility/assessment.ts';
import { changeBetween, sameVerdict, statesOf } from '#desk/eligibility/changes.ts';
import { checkDefinitions, definitionOf } from '#desk/eligibility/check-definitions.ts';
import { wouldObserve } from '#desk/eligibility/observes-callers.ts';
import { asSeen, coversCalls } from '#desk/eligibility/seen-calls.ts';
import { reachVerdict } from '#desk/eligibility/verdict.ts';
import { findingScan, mentionsToReview, scan, sourceFinding, states, traffic } from './evidence.ts';

/** The rules behind a verdict, at their edges. */

const call = (count: number, last: string, more: Partial<Finding> = {}): Finding =>
  ({
    id: '0123456789abcdef',
    row: 'alerts-endpoints',
    kind: 'alerts-call',
    weak: false,
    confidence: 'high',
    place: {
      kind: 'request',
      method: 'GET',
      path: '/rules/alerts',
      first: last,
      last,
      count,
      caller: 'Sync/2.1',
    },
    why: 'It was called.',
    ...more,
  }) as Finding;
const use = sourceFinding('rule-id', 'hooks.js');
const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];

describe('the calls a person judged', () => {
  test('covers as many calls, and as late ones, as there were', () => {
    const seen = { count: 2, last: early };
    for (const [count, last, isCovered] of [
      [2, early, true],
      [1, early, true],
      [3, early, false],
      [2, late, false],
    ] as const) {
      expect([count, last, coversCalls(seen, call(count, last))]).toEqual([count, last, isCovered]);
    }
    expect(coversCalls(undefined, call(9, late))).toBe(true);
    expect(coversCalls(seen, use)).toBe(true);
  });
  test('is each finding once, with the most and the last of its calls', () => {
    expect(asSeen([use, use])).toEqual([{ id: use.id }]);
    expect(asSeen([call(5, early), call(2, late)])).toEqual([
      { id: '0123456789abcdef', calls: { count: 5, last: late } },
    ]);
    expect(asSeen([call(2, late), call(5, early)])[0]?.calls).toEqual({ count: 5, last: late });
    expect(asSeen([])).toEqual([]);
  });
});

describe('absence', () => {
  test('is shown by a scan that read a file and skipped none that leaves it open', () => {
    const skipped = (reason: string) => ({ path: 'x', reason }) as never;
    const read = (files: number | undefined, ...reasons: string[]) =>
      scan({
        read: { ...(files === undefined ? {} : { files }), skipped: reasons.map(skipped), skippedCount: 0 },
      });
    expect(showsAbsence(read(1))).toBe(true);
    expect(showsAbsence(read(0))).toBe(false);
    expect(showsAbsence(read(undefined))).toBe(false);
    expect(showsAbsence(read(1, 'binary'))).toBe(true);
    for (const reason of [
      'too-large',
      'encoding',
      'unreadable',
      'archive-limit',
      'archive-damaged',
      'link-outside',
      'path-outside',
    ]) {
      expect([reason, showsAbsence(read(1, 'binary', reason))]).toEqual([reason, false]);
    }
    expect(showsAbsence(scan({ collector: 'configuration', read: { skipped: [], skippedCount: 0 } }))).toBe(
      true,
    );
  });
  test('is shown by traffic of seven days with other calls', () => {
    const of = (to: string, others: number, unwatchedMs = 0) => {
      const one = traffic('2026-01-01T00:00:00.000Z', to, 0, { others });
      return { ...one, read: { ...one.read, unwatchedMs } };
    };
    expect(showsAbsence(of('2026-01-08T00:00:00.000Z', 1))).toBe(true);
    expect(showsAbsence(of('2026-01-07T23:59:59.999Z', 1))).toBe(false);
    expect(showsAbsence(of('2026-01-08T00:00:00.000Z', 0))).toBe(false);
    expect(showsAbsence(of('2026-01-08T00:00:00.000Z', 1, 1))).toBe(false);
    expect(showsAbsence(of('2026-01-08T00:00:00.001Z', 1, 1))).toBe(true);
    const window = of('2026-01-08T00:00:00.000Z', 1);
    expect(watchedMs(window)).toBe(absenceWindowMs);
    expect(watchedMs(window, Date.parse(late))).toBe(absenceWindowMs - 86_400_000);
    expect(watchedMs(window, 0)).toBe(absenceWindowMs);
    expect(watchedMs(scan())).toBe(0);
    expect(watchedMs({ ...window, read: { ...window.read, to: undefined } } as never)).toBe(0);
  });
  test('counts the calls besides those of the alerts endpoints', () => {
    expect(otherCalls(traffic(early, late, 3, { others: 5 }))).toBe(5);
    expect(otherCalls({ ...traffic(early, late, 3, { others: 5 }), findings: [] })).toBe(8);
    expect(otherCalls({ ...scan(), findings: [call(3, late)] })).toBe(0);
    expect(otherCalls(findingScan([use]))).toBe(0);
  });
  test('an observation of one caller covers the calls of that one', () => {
    const live = (scope: string, ...findings: Finding[]) => scan({ collector: 'live', scope, findings });
    const seen = live('other', call(1, early));
    expect(wouldObserve(live('local service'), seen)).toBe(true);
    expect(wouldObserve(live('SYNC'), seen)).toBe(true);
    expect(wouldObserve(live('bot'), seen)).toBe(false);
    expect(wouldObserve(live('sync'), live('other'))).toBe(false);
    expect(wouldObserve(live('sync'), live('other', call(1, early), use))).toBe(false);
    expect(wouldObserve(scan({ scope: 'local service' }), seen)).toBe(false);
    expect(wouldObserve(live('local service'), { ...seen, collector: 'traffic' })).toBe(false);
  });
});

describe('what one piece of evidence says', () => {
  const none = { dismissals: new Map(), dismissedMentions: new Set<string>(), coverages: new Map() };
  const say = (row: EligibilityRow, evidence: Evidence, ...dismissed: string[]) => {
    const dismissals = new Map(dismissed.map((id) => [id, { row }]));
    const { says, because, findings } = assess(row, evidence, { ...none, dismissals });
    return [says, because, findings.length];
  };
  const weak = sourceFinding('rule-id', 'README.md', true);
  test('is what is left once findings were dismissed', () => {
    expect(say('rule-id', findingScan([use, weak]))).toEqual(['present', 'rule-id: present.', 1]);
    expect(say('rule-id', findingScan([use, weak]), use.id)).toEqual([
      'weak',
      'rule-id: present. 1 finding is dismissed.',
      1,
    ]);
    expect(say('rule-id', findingScan([use, weak]), use.id, weak.id)).toEqual([
      'absent',
      'rule-id: present. 2 findings are dismissed.',
      0,
    ]);
    expect(
      say('rule-id', findingScan([use], { read: { files: 0, skipped: [], skippedCount: 0 } }), use.id)[0],
    ).toBe('nothing');
    expect(say('rule-id', { ...findingScan([use]), rows: [] })).toEqual(['present', '', 1]);
    expect(say('rule-id', { ...findingScan([use]), rows: [] }, use.id)[1]).toBe('1 finding is dismissed.');
    // A dismissal for another row is none.
    expect(
      assess('rule-id', findingScan([use]), {
        ...none,
        dismissals: new Map([[use.id, { row: 'retry-after' }]]),
      }).says,
    ).toBe('present');
  });
  test('is less where mentions were not recorded, or are to review', () => {
    const { mentions: _, ...old } = scan();
    expect(say('rule-id', old)).toEqual(['nothing', 'rule-id: absent. Mentions were not recorded.', 0]);
    expect(say('email-notifications', old)[1]).toBe('');
    const open = scan({ mentions: mentionsToReview('rule-id', 2) });
    const ids = open.mentions?.toReview.map(({ id }) => id) as string[];
    const assessed = (dismissed: string[]) => {
      const { says, because, toReview } = assess('rule-id', open, {
        ...none,
        dismissedMentions: new Set(dismissed),
      });
      return [says, because, toReview];
    };
    expect(assessed([])).toEqual(['nothing', 'rule-id: absent.', 2]);
    expect(assessed(ids.slice(1))).toEqual(['nothing', 'rule-id: absent. 1 mention is dismissed.', 1]);
    expect(assessed(ids)).toEqual(['absent', 'rule-id: absent. 2 mentions are dismissed.', 0]);
  });
  test('is what was cut off, which can not have been dismissed', () => {
    const cut = (says: 'present' | 'weak', findingCount?: number) => ({
      ...scan({ findings: [use], findingCount: 2 }),
      rows: [
        {
          row: 'rule-id' as const,
          says,
          because: 'x',
          ...(findingCount === undefined ? {} : { findingCount }),
        },
      ],
    });
    expect(say('rule-id', cut('present', 2), use.id)[0]).toBe('present');
    expect(say('rule-id', cut('present', 1), use.id)[0]).toBe('absent');
    expect(say('rule-id', cut('present'), use.id)[0]).toBe('present');
    expect(say('rule-id', cut('weak', 2), use.id)[0]).toBe('weak');
    expect(say('rule-id', { ...cut('present'), findingCount: 1 }, use.id)[0]).toBe('absent');
  });
  test('is nothing for a check of other collectors, and never an absence of dismissed calls', () => {
    expect(say('rule-id', { ...traffic(early, late, 0), ...states({ 'rule-id': 'absent' }) })[0]).toBe(
      'nothing',
    );
    expect(say('alerts-endpoints', scan())).toEqual(['absent', 'alerts-endpoints: absent.', 0]);
    expect(say('alerts-endpoints', scan(states({ 'alerts-endpoints': 'nothing-seen' })))[0]).toBe('nothing');
    const seen = traffic('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 1);
    expect(say('alerts-endpoints', seen, seen.findings[0]?.id as string)[0]).toBe('nothing');
    expect(say('alerts-endpoints', { ...seen, collector: 'live' }, seen.findings[0]?.id as string)[0]).toBe(
      'nothing',
    );
  });
});

const result = (row: EligibilityRow, state: RowResult['state'], findings: string[] = []): RowResult => ({
  row,
  state,
  blocks: definitionOf(row).effect === 'blocks' && state !== 'absent',
  because: [],
  source: 'evidence',
  evidence: [],
  findings,
});

describe('what has to be done', () => {
  test('is what blocks first, with three places of it, then the rest', () => {
    const uses = ['d.js', 'a.js', 'c.js', 'b.js'].map((file) => sourceFinding('rule-id', file));
    const found = (count: number) => uses.slice(0, count).map(({ id }) => id);
    const evidence = [findingScan(uses), findingScan(uses)];
    const what = (count: number) =>
      actionsOf([result('rule-id', 'present', found(count))], evidence)[0]?.what;
    const { action } = definitionOf('rule-id');
    expect(what(0)).toBe(action.what);
    expect(what(2)).toBe(`${action.what} Found at a.js:12 and d.js:12.`);
    expect(what(3)).toBe(`${action.what} Found at a.js:12, c.js:12 and d.js:12.`);
    expect(what(4)).toBe(`${action.what} Found at a.js:12, b.js:12, c.js:12 and 1 more.`);
    const calls = actionsOf(
      [result('alerts-endpoints', 'present', ['0123456789abcdef'])],
      [{ ...scan(), findings: [call(1, late)] }],
    );
    expect(calls[0]?.what).toContain('Found at GET /rules/alerts.');
    const order = actionsOf([result('retry-after', 'present'), result('rule-id', 'present')], []);
    expect(order.map(({ row, blocking, responsible }) => [row, blocking, responsible])).toEqual([
      ['rule-id', true, 'integrator'],
      ['retry-after', false, 'integrator'],
    ]);
  });
  test('of what is open is to settle what blocks, and the header that would get lost', () => {
    const open = actionsOf(
      checkDefinitions.map(({ row }) => result(row, 'unknown')),
      [],
    );
    expect(open.map(({ row, responsible, blocking }) => [row, responsible, blocking])).toEqual([
      ['alerts-endpoints', 'both', true],
      ['rule-id', 'both', true],
      ['auth-header-portal', 'support', false],
    ]);
    const { setup, settledBy } = definitionOf('rule-id');
    expect(open[1]?.what).toBe(`${setup}: needs an answer. ${settledBy}`);
    const [named] = actionsOf([{ ...result('rule-id', 'unknown'), missing: 'Review 2 mentions.' }], []);
    expect(named?.what).toBe(`${setup}: needs an answer. Review 2 mentions.`);
    expect(
      actionsOf(
        checkDefinitions.map(({ row }) => result(row, 'absent')),
        [],
      ),
    ).toEqual([]);
  });
});

describe('two verdicts', () => {
  const verdict = (state: Verdict['state'], ...rows: RowResult[]): Verdict => ({ state, rows, actions: [] });
  test('differ in their state, their checks and the findings that count', () => {
    const other = sourceFinding('rule-id', 'other.js');
    const evidence = [findingScan([use, other])];
    const before = verdict(
      'blocked',
      result('rule-id', 'present', [use.id, 'gone']),
      result('retry-after', 'absent'),
    );
    const after = verdict(
      'undetermined',
      result('rule-id', 'unknown', [other.id]),
      result('retry-after', 'absent'),
    );
    expect(changeBetween(before, after, evidence)).toEqual({
      state: { from: 'blocked', to: 'undetermined' },
      rows: [{ row: 'rule-id', from: 'present', to: 'unknown' }],
      gone: [use],
      appeared: [other],
    });
    expect(changeBetween(before, before, evidence)).toEqual({ rows: [], gone: [], appeared: [] });
    // A row that there was not before was unknown.
    expect(changeBetween(verdict('blocked'), before, evidence)).toMatchObject({
      rows: [
        { row: 'rule-id', from: 'unknown', to: 'present' },
        { row: 'retry-after', from: 'unknown', to: 'absent' },
      ],
      appeared: [use],
    });
    expect(changeBetween(verdict('blocked'), before, evidence)).not.toHaveProperty('state');
  });
  test('are the same whichever run of a collector they are from', () => {
    const one = verdict('blocked', result('rule-id', 'present', [use.id]));
    const again = verdict('blocked', {
      ...result('rule-id', 'present', [use.id]),
      because: ['x'],
      evidence: ['y'],
    });
    expect(sameVerdict(undefined, one)).toBe(false);
    expect(sameVerdict(one, again)).toBe(true);
    const action = { row: 'rule-id', responsible: 'both', blocking: true, what: 'x' } as const;
    for (const other of [
      verdict('eligible', result('rule-id', 'present', [use.id])),
      verdict('blocked', result('rule-id', 'unknown', [use.id])),
      verdict('blocked', result('retry-after', 'present', [use.id])),
      verdict('blocked', result('rule-id', 'present', [])),
      verdict('blocked', { ...result('rule-id', 'present', [use.id]), source: 'answer' }),
      verdict('blocked', { ...result('rule-id', 'present', [use.id]), toReview: 1 }),
      { ...one, actions: [action] },
    ]) {
      expect(sameVerdict(one, other)).toBe(false);
    }
    expect(
      sameVerdict({ ...one, actions: [action] }, { ...one, actions: [{ ...action, blocking: false }] }),
    ).toBe(true);
    // The wording of an earlier version is no difference.
    expect(sameVerdict({ ...one, actions: [action] }, { ...one, actions: [{ ...action, what: 'y' }] })).toBe(
      true,
    );
    const other = { ...action, responsible: 'support' } as const;
    expect(sameVerdict({ ...one, actions: [action] }, { ...one, actions: [other] })).toBe(false);
    expect(statesOf(one.rows)).toBe('[["rule-id","present"]]');
  });
});

test('a check gives its reasons: statements of people first, then those for its state', () => {
  const said = (row: EligibilityRow, state: 'present' | 'absent', at = early) => ({
    row,
    state,
    by: 'Jo',
    note: 'Asked.',
    at,
  });
  const grounds = { dismissals: new Map(), overrides: new Map(), answers: [] };
  const of = (row: EligibilityRow, more: Partial<Parameters<typeof reachVerdict>[0]>) => {
    const { rows } = reachVerdict({ evidence: [], ...grounds, ...more });
    return rows.find((one) => one.row === row);
  };
  expect(of('rule-id', {})).toEqual({
    row: 'rule-id',
    state: 'unknown',
    source: 'nothing',
    blocks: true,
    because: [],
    evidence: [],
    findings: [],
    missing: definitionOf('rule-id').settledBy,
  });
  const one = findingScan([use]);
  expect(of('rule-id', { evidence: [one, one], answers: [said('rule-id', 'absent')] })).toEqual({
    row: 'rule-id',
    state: 'present',
    source: 'evidence',
    blocks: true,
    because: ['Jo answered: not found. Asked.', 'rule-id: present.'],
    evidence: [one.id],
    findings: [use.id],
  });
  expect(of('retry-after', { answers: [said('retry-after', 'absent')] })).toMatchObject({
    state: 'absent',
    source: 'answer',
    blocks: false,
    because: ['Jo answered: not found. Asked.'],
  });
  expect(of('retry-after', { answers: [said('retry-after', 'absent')] })).not.toHaveProperty('missing');
  expect(of('rule-id', { answers: [said('rule-id', 'absent')] })).toMatchObject({
    state: 'unknown',
    source: 'nothing',
  });
  expect(of('rule-id', { evidence: [scan()], answers: [said('rule-id', 'present')] })).toMatchObject({
    state: 'present',
    source: 'answer',
  });
  const overrule = { state: 'absent', by: 'Ada', reason: 'a test', seen: [{ id: use.id }] } as const;
  expect(of('rule-id', { evidence: [one], overrides: new Map([['rule-id', overrule]]) })).toMatchObject({
    state: 'absent',
    source: 'overrule',
    blocks: false,
    because: ['Ada overrode the result: not found. Reason: a test', 'rule-id: present.'],
  });
  const more = findingScan([use, sourceFinding('rule-id', 'new.js')]);
  expect(of('rule-id', { evidence: [more], overrides: new Map([['rule-id', overrule]]) })).toMatchObject({
    state: 'present',
    because: [
      'Ada overrode the result before the latest findings: not found. Reason: a test. Override it again if that still applies.',
      'rule-id: present.',
    ],
  });
  const fixed = scan({ at: '2026-01-09T00:00:00.000Z', scope: 'app' });
  const before = of('rule-id', { evidence: [one, { ...fixed, scope: 'app', rows: [] }] });
  expect(before?.state).toBe('present');
});
