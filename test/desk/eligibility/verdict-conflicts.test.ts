import { describe, expect, test } from 'vitest';
import { type EligibilityRow, type Evidence, type Finding, findingLimit } from '#contract/eligibility.ts';
import { changeBetween } from '#desk/eligibility/changes.ts';
import { reachVerdict, type VerdictGrounds } from '#desk/eligibility/verdict.ts';
import { day, uuid } from './case-in-memory.ts';
import { findingScan, scan, sourceFinding, states, traffic } from './evidence.ts';

/** The verdict where two things meet: at the same instant, of the same name, or of another kind. */

const reach = (evidence: Evidence[], more: Partial<VerdictGrounds> = {}) =>
  reachVerdict({ evidence, dismissals: new Map(), answers: [], overrides: new Map(), ...more });
const rowOf = (row: EligibilityRow, evidence: Evidence[], more: Partial<VerdictGrounds> = {}) =>
  reach(evidence, more).rows.find((one) => one.row === row);
const alerts = (evidence: Evidence[], more: Partial<VerdictGrounds> = {}) =>
  rowOf('alerts-endpoints', evidence, more)?.state;
const use = sourceFinding('rule-id', 'src/hook.ts');
const hint = sourceFinding('rule-id', 'readme.md', true);
const absent = states({ 'alerts-endpoints': 'absent' });

describe('a period of traffic', () => {
  const called = traffic(day(1), day(3), 4);
  test('replaces one that ended before it, if it lasted at all', () => {
    expect(alerts([called, traffic(day(3), day(3), 0)])).toBe('present');
    expect(alerts([called, traffic(day(3), day(4), 0)])).toBe('unknown');
  });
  test('of which not even the calls are kept was seen until its end, whenever it was read', () => {
    const cut = { ...traffic(day(1), day(3), 1), at: day(20), findings: [], findingCount: 5 };
    const later = traffic(day(4), day(11), 0, absent);
    expect(alerts([cut])).toBe('present');
    expect(alerts([cut, later])).toBe('absent');
    expect(alerts([cut, traffic(day(2), day(11), 0, absent)])).toBe('present');
  });
  const live = (id: string, from: number, to: number, caller?: string): Evidence => ({
    ...traffic(day(from), day(to), caller === undefined ? 0 : 1, {
      id,
      collector: 'live',
      scope: 'acme',
      ...(caller === undefined ? absent : {}),
    }),
  });
  test('of one caller covers all calls of an earlier one of the same caller', () => {
    const seen = live(uuid(1), 1, 3, 'x');
    const [finding] = seen.findings as [Finding];
    const joined = { ...finding, place: { ...finding.place, caller: 'other callers' } } as Finding;
    expect(alerts([{ ...seen, findings: [joined] }, live(uuid(2), 3, 11)])).toBe('absent');
    expect(alerts([{ ...seen, scope: 'sync', findings: [joined] }, live(uuid(2), 3, 11)])).toBe('present');
  });
});

describe('a part of the source', () => {
  const fixed = [findingScan([use], { scope: 'worker', at: day(5) }), scan({ scope: 'worker', at: day(6) })];
  test('that was checked before another one was fixed shows absence all the same', () => {
    expect(rowOf('rule-id', [...fixed, scan({ scope: 'app', at: day(3) })])?.state).toBe('absent');
  });
  test('shows absence only after what traffic saw', () => {
    const seen = traffic(day(4), day(5), 1);
    const idle = traffic(day(5), day(6), 0);
    expect(alerts([seen, idle, scan({ at: day(5) })])).toBe('unknown');
    expect(alerts([seen, idle, scan({ at: '2026-01-05T00:00:00.001Z' })])).toBe('absent');
  });
});

describe('an override', () => {
  const overrule = (state: 'present' | 'absent', seen: { id: string; calls?: object }[]) => ({
    overrides: new Map([
      ['rule-id', { state, by: 'Ada', reason: 'known', seen } as never],
      ['alerts-endpoints', { state, by: 'Ada', reason: 'known', seen } as never],
    ]),
  });
  test('that it is there holds whatever is found later', () => {
    expect(rowOf('rule-id', [findingScan([hint])], overrule('present', []))).toMatchObject({
      state: 'present',
      source: 'overrule',
    });
    expect(rowOf('rule-id', [findingScan([hint])], overrule('absent', []))?.state).toBe('unknown');
    expect(rowOf('rule-id', [findingScan([hint])], overrule('absent', [{ id: hint.id }]))?.state).toBe(
      'absent',
    );
  });
  test('of calls holds until there are more', () => {
    const seen = traffic(day(1), day(2), 3);
    const judged = (count: number) => [
      { id: seen.findings[0]?.id as string, calls: { count, last: day(2) } },
    ];
    expect(alerts([seen], overrule('absent', judged(3)))).toBe('absent');
    expect(alerts([seen], overrule('absent', judged(2)))).toBe('present');
  });
});

describe('the reasons and lists of a verdict', () => {
  test('comes in an order of its own: by collector, name, time and id', () => {
    const parts = [
      scan({ id: uuid(4), scope: 'a', at: day(2) }),
      scan({ id: uuid(3), scope: 'b', at: day(1) }),
      traffic(day(1), day(4), 0, { id: uuid(2), scope: 'a', at: day(5), ...absent }),
      traffic(day(2), day(5), 0, { id: uuid(1), scope: 'a', at: day(6), ...absent }),
      traffic(day(3), day(6), 0, { id: uuid(6), scope: 'a', at: day(6), ...absent }),
    ];
    const wanted = [4, 3, 2, 1, 6].map(uuid);
    expect(rowOf('alerts-endpoints', parts)?.evidence).toEqual(wanted);
    expect(rowOf('alerts-endpoints', parts.toReversed())?.evidence).toEqual(wanted);
  });
  test('has what holds the state up first', () => {
    const clean = scan({ scope: 'a', ...states({ 'rule-id': 'absent' }) });
    const found = findingScan([use], { scope: 'b' });
    const twice = rowOf('rule-id', [clean, found]);
    expect(twice?.because).toEqual(['rule-id: present.', 'rule-id: absent.']);
    const [a, b] = [use, sourceFinding('rule-id', 'a.ts')].map(({ id }) => id).sort();
    const both = findingScan([use, sourceFinding('rule-id', 'a.ts')]);
    expect(rowOf('rule-id', [both])?.findings).toEqual([a, b]);
    expect(rowOf('rule-id', [{ ...both, findings: both.findings.toReversed() }])?.findings).toEqual([a, b]);
  });
  test('of two answers at the same time is the same, whichever came first', () => {
    const said = (by: string) =>
      ({ row: 'retry-after', state: 'absent', by, note: 'x', at: day(1) }) as const;
    const answers = [said('Ada'), said('Jo')];
    const because = (all: typeof answers) => rowOf('retry-after', [], { answers: all })?.because;
    expect(because(answers)).toEqual(because(answers.toReversed()));
  });
  test('of a change names as many findings as one evidence keeps', () => {
    const many = Array.from({ length: findingLimit + 1 }, (_, n) => ({ ...use, id: String(n) }));
    const evidence = [findingScan(many.slice(1)), findingScan(many.slice(0, 1), { scope: 'b' })];
    const full = reach(evidence);
    const counted = {
      ...full,
      rows: full.rows.map((row) => ({ ...row, findings: many.map(({ id }) => id) })),
    };
    const none = { ...full, rows: [] };
    expect(changeBetween(counted, none, evidence).gone).toHaveLength(findingLimit);
    expect(changeBetween(none, counted, evidence).appeared).toHaveLength(findingLimit);
  });
});
