import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EligibilityRow, type Evidence, eligibilityRows, findingLimit } from '#contract/eligibility.ts';
import { observationEvidence } from '#desk/eligibility/observation-evidence.ts';
import { reachVerdict, type VerdictGrounds } from '#desk/eligibility/verdict.ts';
import { findingScan, mentionsToReview, scan, sourceFinding, states, traffic } from './evidence.ts';

const nothing: VerdictGrounds = { evidence: [], dismissals: new Map(), answers: [], overrides: new Map() };
const reach = (grounds: Partial<VerdictGrounds>) => reachVerdict({ ...nothing, ...grounds });
const stateOf = (grounds: Partial<VerdictGrounds>, row: EligibilityRow) =>
  reach(grounds).rows.find((one) => one.row === row)?.state;
const call = sourceFinding('alerts-endpoints', 'src/a.ts');
const use = sourceFinding('rule-id', 'src/b.ts');
const comment = sourceFinding('rule-id', 'src/c.ts', true);
const said = (row: EligibilityRow, state: 'present' | 'absent', at = '2026-02-01T00:00:00.000Z') => ({
  row,
  state,
  at,
  by: 'Ada',
  note: 'asked',
});

const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;

test('without evidence nothing is assumed: every check is unknown and the verdict undetermined', () => {
  const verdict = reach({});
  expect(verdict.state).toBe('undetermined');
  expect(verdict.rows.map(({ row, state }) => [row, state])).toEqual(
    eligibilityRows.map((row) => [row, 'unknown']),
  );
  expect(verdict.rows.every(({ missing }) => missing !== undefined)).toBe(true);
  expect(verdict.actions.filter(({ blocking }) => blocking).map(({ row }) => row)).toEqual([
    'alerts-endpoints',
    'rule-id',
  ]);
});

test('a blocked verdict names what blocks, where, what to do and who does it', () => {
  const verdict = reach({ evidence: [findingScan([call, use])] });
  expect(verdict.state).toBe('blocked');
  expect(verdict.rows.filter(({ blocks }) => blocks).map(({ row }) => row)).toEqual([
    'alerts-endpoints',
    'rule-id',
  ]);
  const [first] = verdict.actions;
  expect(first).toMatchObject({ row: 'alerts-endpoints', responsible: 'integrator', blocking: true });
  expect(first?.what).toMatch(/Remove every call.*src\/a\.ts:12/s);
});

describe('what counts', () => {
  test('absence that was shown makes it eligible', () => {
    expect(reach({ evidence: [scan()] }).state).toBe('eligible');
  });
  test('weak findings alone give unknown', () => {
    expect(stateOf({ evidence: [findingScan([comment])] }, 'rule-id')).toBe('unknown');
  });
  test('absence in traffic outweighs a comment in the source', () => {
    const week = traffic(
      '2026-01-01T00:00:00Z',
      '2026-01-09T00:00:00Z',
      0,
      states({ 'alerts-endpoints': 'absent' }),
    );
    const weak = findingScan([sourceFinding('alerts-endpoints', 'readme.md', true)]);
    expect(stateOf({ evidence: [weak, week] }, 'alerts-endpoints')).toBe('absent');
  });
  test('presence beats absence', () => {
    expect(stateOf({ evidence: [scan(), findingScan([use], { scope: 'other' })] }, 'rule-id')).toBe(
      'present',
    );
  });
  test('a part of the source that was not wholly read keeps the rest from showing absence', () => {
    const partly = scan({ scope: 'worker', ...states({ 'rule-id': 'nothing-seen' }) });
    expect(stateOf({ evidence: [scan(), partly] }, 'rule-id')).toBe('unknown');
  });
  test('traffic says nothing about RuleId', () => {
    const log = traffic('2026-01-01T00:00:00Z', '2026-01-09T00:00:00Z', 0, states({ 'rule-id': 'absent' }));
    expect(stateOf({ evidence: [log] }, 'rule-id')).toBe('unknown');
  });
  test('findings that were dismissed do not count; what is left does', () => {
    const evidence = [findingScan([use, sourceFinding('rule-id', 'src/z.ts')])];
    const one = new Map([[use.id, { row: 'rule-id' }]]);
    const both = new Map(evidence[0]?.findings.map(({ id }) => [id, { row: 'rule-id' }]));
    expect(stateOf({ evidence, dismissals: one }, 'rule-id')).toBe('present');
    expect(stateOf({ evidence, dismissals: both }, 'rule-id')).toBe('absent');
  });
  test('what is dismissed in a scan that skipped a file for its size shows nothing', () => {
    const read = { files: 3, skipped: [{ path: 'x.js', reason: 'too-large' as const }], skippedCount: 1 };
    const evidence = [findingScan([use], { read })];
    const dismissals = new Map([[use.id, { row: 'rule-id' }]]);
    expect(stateOf({ evidence, dismissals }, 'rule-id')).toBe('unknown');
  });
  test('findings of another check beyond the limit do not affect this one', () => {
    const evidence = [
      findingScan([use, call], {
        findingCount: findingLimit + 1,
        rows: [
          { row: 'rule-id', says: 'present', because: '', findingCount: 1 },
          { row: 'alerts-endpoints', says: 'present', because: '', findingCount: findingLimit },
        ],
      }),
    ];
    const dismissals = new Map([use, call].map(({ id, row }) => [id, { row }]));
    expect(stateOf({ evidence, dismissals }, 'rule-id')).toBe('absent');
    expect(stateOf({ evidence, dismissals }, 'alerts-endpoints')).toBe('present');
  });
  test('findings that were cut off can not have been dismissed', () => {
    const evidence = [findingScan([use], { findingCount: findingLimit + 1 })];
    const dismissals = new Map([[use.id, { row: 'rule-id' }]]);
    expect(stateOf({ evidence, dismissals }, 'rule-id')).toBe('present');
  });
});

describe('people', () => {
  test.each(['client-id-header', 'auth-header-portal', 'retry-after', 'company-specific'] as const)(
    'may answer that %s is absent',
    (row) => expect(stateOf({ answers: [said(row, 'absent')] }, row)).toBe('absent'),
  );
  test.each(['alerts-endpoints', 'rule-id'] as const)(
    'can not answer %s away, but may say that it is there',
    (row) => {
      expect(stateOf({ answers: [said(row, 'absent')] }, row)).toBe('unknown');
      expect(stateOf({ evidence: [scan()], answers: [said(row, 'present')] }, row)).toBe('present');
    },
  );
  test('the later answer counts, and of two at once the one that says present', () => {
    const early = said('auth-header-portal', 'present', '2026-02-01T00:00:00.000Z');
    const late = said('auth-header-portal', 'absent', '2026-02-02T00:00:00.000Z');
    expect(stateOf({ answers: [early, late] }, 'auth-header-portal')).toBe('absent');
    expect(stateOf({ answers: [late, { ...early, at: late.at }] }, 'auth-header-portal')).toBe('present');
  });
  test('an override applies to the findings of its time, not to later ones', () => {
    const seen = [{ id: use.id }];
    const overrides = new Map([
      ['rule-id', { state: 'absent' as const, by: 'Ada', reason: 'dead code', seen }],
    ]);
    const evidence = [findingScan([use])];
    expect(reach({ evidence, overrides }).state).toBe('eligible');
    const later = [...evidence, findingScan([sourceFinding('rule-id', 'src/new.ts')], { scope: 'worker' })];
    const row = reach({ evidence: later, overrides }).rows[2];
    expect(row).toMatchObject({ state: 'present', source: 'evidence' });
    expect(row?.because[0]).toMatch(/overrode the result before the latest findings.*dead code/);
    const doubt = [...evidence, findingScan([comment], { scope: 'worker' })];
    expect(reach({ evidence: doubt, overrides }).state).toBe('blocked');
  });
  test('an override counts most, either way', () => {
    const overrule = (state: 'present' | 'absent') =>
      new Map([['rule-id', { state, by: 'Ada', reason: 'dead code' }]]);
    const result = reach({ evidence: [findingScan([use])], overrides: overrule('absent') });
    expect(result.state).toBe('eligible');
    expect(result.rows[2]).toMatchObject({ state: 'absent', source: 'overrule' });
    expect(result.rows[2]?.because[0]).toContain('dead code');
    expect(reach({ evidence: [scan()], overrides: overrule('present') }).state).toBe('blocked');
  });
});

describe('replacing evidence', () => {
  const before = findingScan([use], { at: '2026-01-10T00:00:00.000Z' });
  test('a later scan of the same code counts alone, in whichever order they came', () => {
    const fixed = scan({ at: '2026-01-11T00:00:00.000Z' });
    expect(reach({ evidence: [before, fixed] }).state).toBe('eligible');
    expect(reach({ evidence: [fixed, before] }).state).toBe('eligible');
    expect(reach({ evidence: [fixed, { ...before, scope: 'other' }] }).state).toBe('blocked');
  });
  test('of two scans at the same time both count', () => {
    expect(reach({ evidence: [before, scan({ at: before.at })] }).state).toBe('blocked');
  });
  test('a later reading of the profile alone leaves the rules that were read', () => {
    const rules = {
      ...scan(),
      collector: 'configuration',
      ...states({ 'company-specific': 'absent' }),
    } as Evidence;
    const profile = {
      ...rules,
      id: scan().id,
      at: '2026-03-01T00:00:00Z',
      ...states({ 'auth-header-profile': 'absent' }),
    };
    expect(stateOf({ evidence: [rules, profile] }, 'company-specific')).toBe('absent');
  });
  test('traffic is replaced by later traffic with the application at work, and by nothing else', () => {
    const called = traffic('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z', 4);
    const after = traffic('2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z', 0);
    const overlapping = traffic('2026-01-02T00:00:00Z', '2026-01-20T00:00:00Z', 0);
    const idle = traffic('2026-01-03T00:00:00Z', '2026-01-20T00:00:00Z', 0, { others: 0 });
    const shown = traffic(
      '2026-01-03T00:00:00Z',
      '2026-01-11T00:00:00Z',
      0,
      states({ 'alerts-endpoints': 'absent' }),
    );
    const row = (evidence: Evidence[]) => stateOf({ evidence }, 'alerts-endpoints');
    expect(row([called])).toBe('present');
    expect(row([called, after])).toBe('unknown');
    expect(row([called, overlapping])).toBe('present');
    expect(row([called, idle])).toBe('present');
    expect(row([called, shown])).toBe('absent');
  });
});

const window = (
  id: string,
  from: string,
  to: string,
  calls: number,
  change: { caller?: string; others?: number } = {},
) =>
  observationEvidence({
    id,
    name: id,
    from,
    to,
    seenUntil: to,
    calls:
      calls === 0
        ? []
        : [
            {
              method: 'GET',
              path: '/rules/alerts',
              first: from,
              last: to,
              count: calls,
              caller: 'acme-app/1',
            },
          ],
    otherCalls: change.others ?? 5,
    ...(change.caller === undefined ? {} : { caller: change.caller }),
  });

describe('what was seen once', () => {
  const row = (evidence: Evidence[], more: Partial<VerdictGrounds> = {}) =>
    stateOf({ evidence, ...more }, 'alerts-endpoints');
  const log = traffic(day(1), day(9), 0, states({ 'alerts-endpoints': 'absent' }));
  const seen = window('w1', day(20), day(21), 1);
  const brief = window('w2', day(22), '2026-01-22T00:00:01.000Z', 0);

  test('outlasts the traffic that replaces it: an earlier absence does not return', () => {
    expect(row([log])).toBe('absent');
    expect(row([log, seen])).toBe('present');
    expect(row([log, seen, brief])).toBe('unknown');
    const because = reach({ evidence: [log, seen, brief] }).rows[1]?.because;
    expect(because?.[0]).toMatch(/Found earlier.*w1/);
  });
  test('is outweighed by what is read after it', () => {
    const partOfIt = traffic(day(16), day(24), 0, states({ 'alerts-endpoints': 'absent' }));
    const week = window('w3', day(22), day(30), 0);
    expect(row([seen, brief, partOfIt])).toBe('unknown');
    expect(row([seen, week])).toBe('absent');
    expect(row([seen, brief, scan({ at: day(19) })])).toBe('unknown');
    expect(row([seen, brief, scan({ at: day(23) })])).toBe('absent');
  });
  test('by one caller is replaced by an observation that would have recorded it, and by no other', () => {
    const acme = window('w1', day(20), day(21), 1, { caller: 'acme' });
    expect(row([acme, window('w3', day(22), day(30), 0)])).toBe('absent');
    expect(row([acme, window('w3', day(22), day(30), 0, { caller: 'ACME-app' })])).toBe('absent');
    expect(row([acme, window('w3', day(22), day(30), 0, { caller: 'curl' })])).toBe('present');
    expect(row([acme, brief, window('w3', day(23), day(31), 0, { caller: 'curl' })])).toBe('unknown');
  });
  test('and dismissed in one observation counts in another, and never shows absence', () => {
    const dismissals = new Map(seen.findings.map(({ id, row }) => [id, { row }]));
    const more = window('w3', day(22), day(30), 500);
    expect(row([seen], { dismissals })).toBe('unknown');
    expect(row([seen, more], { dismissals })).toBe('present');
    const both = new Map([...seen.findings, ...more.findings].map(({ id, row }) => [id, { row }]));
    expect(row([seen, more], { dismissals: both })).toBe('unknown');
  });
  test('and dismissed counts again once there is more of it', () => {
    const [finding] = seen.findings;
    const calls = { count: 1, last: day(21) };
    const dismissals = new Map([[finding?.id as string, { row: 'alerts-endpoints', calls }]]);
    expect(row([seen], { dismissals })).toBe('unknown');
    expect(row([window('w1', day(20), day(21), 2)], { dismissals })).toBe('present');
    expect(row([window('w1', day(20), day(22), 1)], { dismissals })).toBe('present');
  });
  test('is not hidden by a scan whose clock was ahead', () => {
    const ahead = scan({ at: '2027-01-01T00:00:00.000Z' });
    const later = findingScan([call], { at: day(10) });
    const order = new Map([ahead.id, later.id].map((id, index) => [id, index]));
    expect(row([ahead, later], { order })).toBe('present');
    expect(row([later, ahead], { order })).toBe('present');
  });
});

const anyFinding = fc
  .tuple(
    fc.constantFrom('alerts-endpoints' as const, 'rule-id' as const),
    fc.constantFrom('a.ts', 'b.ts'),
    fc.boolean(),
  )
  .map(([row, file, weak]) => sourceFinding(row, file, weak));
const anyEvidence = fc.oneof(
  fc
    .record({
      scope: fc.constantFrom('app', 'worker'),
      at: fc.integer({ min: 1, max: 5 }).map(day),
      findings: fc.uniqueArray(anyFinding, { maxLength: 3, selector: ({ id }) => id }),
    })
    .map(({ findings, ...change }) => findingScan(findings, change)),
  fc
    .record({
      from: fc.integer({ min: 1, max: 9 }),
      days: fc.integer({ min: 0, max: 9 }),
      calls: fc.nat({ max: 1 }),
    })
    .map(({ from, days, calls }) =>
      traffic(
        day(from),
        day(from + days),
        calls,
        states({ 'alerts-endpoints': calls > 0 ? 'present' : days > 6 ? 'absent' : 'nothing-seen' }),
      ),
    ),
  fc
    .record({
      id: fc.uuid(),
      from: fc.integer({ min: 1, max: 12 }),
      days: fc.integer({ min: 0, max: 9 }),
      calls: fc.nat({ max: 2 }),
      caller: fc.constantFrom(undefined, 'acme', 'curl'),
    })
    .map(({ id, from, days, calls, caller }) =>
      window(id, day(from), day(from + days), calls, caller === undefined ? {} : { caller }),
    ),
);
const anyAnswer = fc
  .tuple(
    fc.constantFrom(...eligibilityRows),
    fc.constantFrom('present' as const, 'absent' as const),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([row, state, at]) => said(row, state, day(at)));
const anyDismissal = anyFinding.map(({ id, row }) => [id, { row }] as const);
const grounds = fc.record({
  evidence: fc.array(anyEvidence, { maxLength: 6 }),
  answers: fc.array(anyAnswer, { maxLength: 6 }),
  dismissals: fc.array(anyDismissal, { maxLength: 3 }),
});
const shuffled = <T>(list: readonly T[], by: number): T[] => {
  const rest = [...list];
  const out: T[] = [];
  for (let n = by; rest.length > 0; n = (n * 31 + 7) % 1009) out.push(...rest.splice(n % rest.length, 1));
  return out;
};

describe('whatever the evidence', () => {
  test('the verdict depends on the set of it, not on the order in which it came', () => {
    fc.assert(
      fc.property(grounds, fc.nat(), ({ evidence, answers, dismissals }, by) => {
        const first = reach({ evidence, answers, dismissals: new Map(dismissals) });
        const again = reach({
          evidence: shuffled([...evidence, ...evidence.slice(0, 1)], by),
          answers: shuffled(answers, by),
          dismissals: new Map(shuffled(dismissals, by)),
        });
        expect(again).toEqual(first);
      }),
      { numRuns: 500 },
    );
  });

  test('a strong finding more never makes it eligible', () => {
    fc.assert(
      fc.property(grounds, fc.constantFrom(call, use), ({ evidence, answers }, finding) => {
        const more = findingScan([finding], { scope: 'new part' });
        expect(reach({ evidence: [...evidence, more], answers }).state).toBe('blocked');
      }),
      { numRuns: 300 },
    );
  });

  test('it is eligible only if both blocking checks were shown to be absent', () => {
    fc.assert(
      fc.property(grounds, ({ evidence, answers }) => {
        const verdict = reach({ evidence, answers });
        if (verdict.state !== 'eligible') return;
        for (const row of ['alerts-endpoints', 'rule-id']) {
          const shown = evidence.some(({ rows }) =>
            rows.some((one) => one.row === row && one.says === 'absent'),
          );
          expect(shown).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a check is absent only if evidence after every finding shows it', () => {
    fc.assert(
      fc.property(grounds, ({ evidence: all, dismissals: dismissed }) => {
        const evidence = [...new Map(all.map((one) => [one.id, one])).values()];
        const dismissals = new Map(dismissed);
        const { rows } = reach({ evidence, dismissals });
        for (const { row } of rows.filter(({ state }) => state === 'absent')) {
          const strong = (one: Evidence) =>
            one.findings.filter(({ row: of, weak, id }) => of === row && !weak && !dismissals.has(id));
          const lastSeen = evidence.flatMap((one) =>
            strong(one).map(({ place }) => (place.kind === 'request' ? place.last : one.at)),
          );
          const shows = evidence.filter((one) => {
            const says = one.rows.find((statement) => statement.row === row)?.says;
            const end = one.collector === 'source' ? one.at : (one.read.to ?? one.at);
            const isShown = says === 'absent' || (one.collector === 'source' && strong(one).length === 0);
            return says !== undefined && isShown && lastSeen.every((last) => last < end);
          });
          expect([row, shows.length > 0]).toEqual([row, true]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a further call never makes a check absent', () => {
    fc.assert(
      fc.property(grounds, fc.integer({ min: 1, max: 20 }), ({ evidence }, from) => {
        const state = (all: Evidence[]) => stateOf({ evidence: all }, 'alerts-endpoints');
        const before = state(evidence);
        const after = state([...evidence, window('more', day(from), day(from + 1), 1)]);
        if (after === 'absent') expect(before).toBe('absent');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('mentions', () => {
  const toReview = mentionsToReview('rule-id', 3);
  const open = scan({
    ...states({ 'alerts-endpoints': 'absent', 'rule-id': 'nothing-seen' }),
    mentions: toReview,
  });
  const ids = toReview.toReview.map(({ id }) => id);

  test('a check with mentions to review is unknown, with their number', () => {
    const row = reach({ evidence: [open] }).rows.find((one) => one.row === 'rule-id');
    expect(row).toMatchObject({ state: 'unknown', toReview: 3 });
    expect(row?.missing).toContain('Review 3 mentions');
    const todo = reach({ evidence: [open] }).actions.find((one) => one.row === 'rule-id');
    expect(todo?.what).toBe(`Logic that uses RuleId: needs an answer. ${row?.missing}`);
    expect(todo?.what).not.toContain('Scan the whole source code');
    expect(stateOf({ evidence: [open] }, 'alerts-endpoints')).toBe('absent');
  });
  test('it is absent once every one of them is dismissed, and not before', () => {
    const stateWithout = (dismissed: readonly string[]) =>
      stateOf({ evidence: [open], dismissedMentions: new Set(dismissed) }, 'rule-id');
    expect(stateWithout(ids.slice(1))).toBe('unknown');
    expect(stateWithout(ids)).toBe('absent');
  });
  test('mentions beyond those that are listed block absence', () => {
    const many = { ...toReview, reviewCounts: [{ subject: 'rule-id' as const, count: 4 }] };
    const grounds = { evidence: [{ ...open, mentions: many }], dismissedMentions: new Set(ids) };
    expect(stateOf(grounds, 'rule-id')).toBe('unknown');
  });
  test('a dismissal never makes up for files that were skipped', () => {
    const read = { files: 3, skipped: [{ path: 'big.js', reason: 'too-large' as const }], skippedCount: 1 };
    const grounds = { evidence: [{ ...open, read }], dismissedMentions: new Set(ids) };
    const row = reach(grounds).rows.find((one) => one.row === 'rule-id');
    expect(row?.state).toBe('unknown');
    expect(row?.missing).toBe('Check the source code again with the files that were not read: big.js.');
  });
  test('hints in a scan need review, since another scan finds them again', () => {
    const row = reach({ evidence: [findingScan([comment])] }).rows.find((one) => one.row === 'rule-id');
    expect(row?.missing).toBe('Review 1 hint in comments, documents or tests, or dismiss it with a reason.');
  });
  test('evidence from before mentions were recorded shows no absence, and says so', () => {
    const { mentions: _, ...old } = scan();
    const row = reach({ evidence: [old] }).rows.find((one) => one.row === 'rule-id');
    expect(row).toMatchObject({ state: 'unknown' });
    expect(row?.missing).toMatch(/^Check the source code of app again: /);
  });
  test('a call to review is no absence, whatever a week of traffic held', () => {
    const week = traffic(
      '2026-01-01T00:00:00Z',
      '2026-01-09T00:00:00Z',
      0,
      states({ 'alerts-endpoints': 'absent' }),
    );
    const code = scan({
      ...states({ 'alerts-endpoints': 'nothing-seen' }),
      mentions: mentionsToReview('alerts-endpoints', 1),
    });
    expect(stateOf({ evidence: [week] }, 'alerts-endpoints')).toBe('absent');
    expect(stateOf({ evidence: [week, code] }, 'alerts-endpoints')).toBe('unknown');
  });
  test('mentions of Retry-After to review leave its check unknown, and blocks nothing', () => {
    const code = scan({
      ...states({ 'alerts-endpoints': 'absent', 'rule-id': 'absent', 'retry-after': 'nothing-seen' }),
      mentions: mentionsToReview('retry-after', 2),
    });
    expect(stateOf({ evidence: [code] }, 'retry-after')).toBe('unknown');
    expect(reach({ evidence: [code] }).state).toBe('eligible');
  });
  test('a check of Authorization supports both auth-header checks, and decides neither', () => {
    const check = {
      ...sourceFinding('rule-id', 'src/auth.ts'),
      row: 'auth-header-portal',
      kind: 'authorization-check',
    } as const;
    const rows = reach({ evidence: [scan({ findings: [check] })] }).rows;
    for (const row of ['auth-header-profile', 'auth-header-portal']) {
      expect(rows.find((one) => one.row === row)).toMatchObject({ state: 'unknown', findings: [check.id] });
    }
    expect(
      stateOf(
        { evidence: [scan({ findings: [check] })], answers: [said('auth-header-portal', 'absent')] },
        'auth-header-portal',
      ),
    ).toBe('absent');
  });
});
