import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Evidence, RowResult } from '#contract/eligibility.ts';
import { effective } from '#desk/eligibility/effective.ts';
import type { Coverage } from '#desk/eligibility/test-runs/coverage.ts';
import { faultsOf } from '#desk/eligibility/test-runs/faults.ts';
import { reachVerdict } from '#desk/eligibility/verdict.ts';
import { findingScan, scan, sourceFinding, testRun, traffic } from '#test/desk/eligibility/evidence.ts';

/** Hours of January. */
const hour = (n: number): string => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
const confirmed = (at: string, change: Partial<Coverage> = {}): Coverage => ({
  coverage: 'All jobs of the sync.',
  by: 'Jo',
  confirmed: true,
  at,
  ...change,
});

const alertsRow = (
  evidence: readonly Evidence[],
  coverages: readonly (readonly [Evidence, Coverage])[] = [],
) =>
  reachVerdict({
    evidence,
    dismissals: new Map(),
    answers: [],
    overrides: new Map(),
    coverages: new Map(coverages.map(([{ id }, coverage]) => [id, coverage])),
  }).rows.find(({ row }) => row === 'alerts-endpoints') as RowResult;

describe('a test run', () => {
  const run = testRun(hour(1), hour(2));
  test('with calls of the alerts endpoints shows presence, whatever is confirmed of it', () => {
    const found = testRun(hour(1), hour(2), { alerts: 1 });
    expect(alertsRow([found]).state).toBe('present');
    expect(alertsRow([found], [[found, confirmed(hour(3))]]).state).toBe('present');
  });
  test('without them needs a coverage that a person confirmed', () => {
    const open = alertsRow([run]);
    expect(open.state).toBe('unknown');
    expect(open.missing).toMatch(/^Confirm that the test suite "suite" covers every call/);
    const named = alertsRow([run], [[run, confirmed(hour(3), { confirmed: false })]]);
    expect(named.state).toBe('unknown');
    expect(named.because.join()).toContain('stated by Jo, not confirmed');
    const shown = alertsRow([run], [[run, confirmed(hour(3))]]);
    expect(shown).toMatchObject({ state: 'absent', source: 'evidence' });
    expect(shown.because.join()).toContain(
      'The suite covers: All jobs of the sync. (Jo confirmed 2026-01-01 03:00:00 UTC that nothing else',
    );
  });
  test.each<[string, Parameters<typeof testRun>[2], RegExp]>([
    ['failed', { end: { exit: { code: 1 } } }, /failed with exit code 1/],
    ['was ended by a signal', { end: { exit: { signal: 'SIGTERM' } } }, /ended by SIGTERM/],
    ['did not end', { end: null }, /did not end/],
    ['made no calls', { end: { calls: { total: 0, succeeded: 0, alerts: 0, unmatched: 0 } } }, /no calls/],
    [
      'made no call that succeeded',
      { end: { calls: { total: 9, succeeded: 0, alerts: 0, unmatched: 4 } } },
      /none of its calls/,
    ],
    ['ended after it was read', { at: hour(1) }, /one of the clocks is wrong/],
  ])('that %s shows no absence, even if its coverage is confirmed', (_what, change, missing) => {
    const one = testRun(hour(1), hour(2), change);
    const { state, missing: next } = alertsRow([one], [[one, confirmed(hour(3))]]);
    expect(state).toBe('unknown');
    expect(next).toMatch(missing);
  });
  test('that was confirmed more than 30 days later speaks of an older application', () => {
    expect(alertsRow([run], [[run, confirmed(hour(2 + 30 * 24))]]).state).toBe('absent');
    const late = alertsRow([run], [[run, confirmed(hour(3 + 30 * 24))]]);
    expect(late.state).toBe('unknown');
    expect(late.because.join()).toContain('This does not count');
  });
  test('never shows absence by what evidence says of itself, as a case file may be forged', () => {
    const forged: Evidence = {
      ...run,
      rows: [{ row: 'alerts-endpoints', says: 'absent', because: 'Trust me.' }],
    };
    expect(alertsRow([forged]).state).toBe('unknown');
    const { testRun: _, ...bare } = forged;
    expect(alertsRow([bare], [[bare, confirmed(hour(3))]]).state).toBe('unknown');
  });
  test('whose calls were dismissed shows no absence', () => {
    const found = testRun(hour(1), hour(2), { alerts: 1 });
    const [finding] = found.findings;
    const { rows } = reachVerdict({
      evidence: [found],
      dismissals: new Map([[finding?.id ?? '', { row: 'alerts-endpoints' }]]),
      answers: [],
      overrides: new Map(),
      coverages: new Map([[found.id, confirmed(hour(3))]]),
    });
    expect(rows.find(({ row }) => row === 'alerts-endpoints')?.state).toBe('unknown');
  });
});

describe('several runs', () => {
  const before = testRun(hour(1), hour(2), { alerts: 1 });
  const after = testRun(hour(3), hour(4));
  test('a later run of the same suite replaces a call, and shows that it is gone once it is confirmed', () => {
    expect(alertsRow([before, after])).toMatchObject({ state: 'unknown' });
    expect(alertsRow([before, after], [[after, confirmed(hour(5))]]).state).toBe('absent');
    expect(
      alertsRow([after, testRun(hour(5), hour(6), { alerts: 1 })], [[after, confirmed(hour(5))]]).state,
    ).toBe('present');
  });
  test('a run of another suite, a failed one and one at the same time replace none', () => {
    const others = [
      testRun(hour(3), hour(4), { scope: 'other' }),
      testRun(hour(3), hour(4), { end: { exit: { code: 1 } } }),
      testRun(hour(2), hour(4)),
    ];
    for (const other of others) {
      expect(alertsRow([before, other], [[other, confirmed(hour(5))]]).state).toBe('present');
    }
  });
  test('every suite has to show it, as each may cover another part', () => {
    const other = testRun(hour(3), hour(4), { scope: 'other' });
    expect(alertsRow([after, other], [[after, confirmed(hour(5))]]).state).toBe('unknown');
    const both = [[after, confirmed(hour(5))] as const, [other, confirmed(hour(5))] as const];
    expect(alertsRow([after, other], both).state).toBe('absent');
  });
  test('the whole report of a run replaces the one that was read before it ended', () => {
    const early = testRun(hour(3), hour(4), { end: null });
    const run = early.testRun?.run ?? '';
    const whole = { ...after, testRun: { ...after.testRun, run } } as Evidence;
    expect(alertsRow([early, whole], [[whole, confirmed(hour(5))]]).state).toBe('absent');
  });
});

describe('beside other evidence', () => {
  const run = testRun(hour(3), hour(4));
  const states = (...others: Evidence[]) => alertsRow([...others, run], [[run, confirmed(hour(5))]]).state;
  test('presence outweighs it', () => {
    expect(states(findingScan([sourceFinding('alerts-endpoints', 'a.ts')]))).toBe('present');
    expect(states(traffic(hour(1), hour(2), 1))).toBe('present');
  });
  test('what was found by another kind, and replaced since, has to be older than the run', () => {
    const found = (at: string) => findingScan([sourceFinding('alerts-endpoints', 'a.ts')], { at });
    const cut = (at: string) =>
      scan({
        at,
        read: { files: 1, skipped: [{ path: 'x', reason: 'too-large' }], skippedCount: 1 },
        rows: [],
      });
    const inconclusive = (at: string): Evidence => ({
      ...cut(at),
      rows: [{ row: 'alerts-endpoints', says: 'nothing-seen', because: '' }],
    });
    expect(states(found(hour(1)), inconclusive(hour(2)))).toBe('absent');
    expect(states(found(hour(3)), inconclusive(hour(6)))).toBe('unknown');
  });
});

describe('for any runs', () => {
  const someRun = fc
    .record({
      from: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 1, max: 5 }),
      scope: fc.constantFrom('a', 'b'),
      alerts: fc.constantFrom(0, 0, 0, 1),
      fault: fc.constantFrom<Parameters<typeof testRun>[2]>(
        {},
        {},
        {},
        { end: { exit: { code: 2 } } },
        { end: null },
        { end: { calls: { total: 3, succeeded: 0, alerts: 0, unmatched: 3 } } },
      ),
      coverage: fc.constantFrom('none', 'named', 'confirmed', 'late'),
    })
    .map(({ from, length, scope, alerts, fault, coverage }) => ({
      run: testRun(hour(from), hour(from + length), { scope, alerts, ...fault }),
      coverage,
    }));
  const coverageOf = ({ run, coverage }: { run: Evidence; coverage: string }) => {
    if (coverage === 'none') return [];
    const at = hour(coverage === 'late' ? 70 + 31 * 24 : 70);
    return [[run, confirmed(at, { confirmed: coverage !== 'named' })] as const];
  };

  test('there is no absence without a confirmation', () => {
    fc.assert(
      fc.property(fc.array(someRun, { maxLength: 6 }), (all) => {
        const left = all.filter(({ coverage }) => coverage !== 'confirmed');
        expect(
          alertsRow(
            left.map(({ run }) => run),
            left.flatMap(coverageOf),
          ).state,
        ).not.toBe('absent');
      }),
    );
  });
  test('absence means that every current run is whole and confirmed, and began after each call', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(someRun, { minLength: 1, maxLength: 5 }), (all) => {
        const runs = all.map(({ run }) => run);
        const { state } = alertsRow(runs, all.flatMap(coverageOf));
        expect(alertsRow(runs.toReversed(), all.flatMap(coverageOf)).state).toBe(state);
        seen.add(state);
        const current = effective(runs, new Map());
        if (current.some(({ findings }) => findings.length > 0)) expect(state).toBe('present');
        if (state !== 'absent') return;
        for (const run of current) {
          expect(faultsOf(run)).toEqual([]);
          expect(all.find((one) => one.run === run)?.coverage).toBe('confirmed');
          const begun = Date.parse(run.read.from ?? '');
          for (const { place } of runs.flatMap(({ findings }) => findings)) {
            expect(place.kind === 'request' && Date.parse(place.last) < begun).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect([...seen].sort()).toEqual(['absent', 'present', 'unknown']);
  });
});
