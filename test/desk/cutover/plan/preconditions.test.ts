import { describe, expect, test } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CutoverPlan, CutoverSnapshot, PreconditionId } from '#contract/cutover.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { makePlan } from '#desk/cutover/plan/make-plan.ts';
import { planFacts } from '#desk/cutover/plan/plan-facts.ts';
import {
  type Judged,
  type LastReading,
  openForPlan,
  preconditionsFor,
} from '#desk/cutover/plan/preconditions.ts';
import { eligibilityFacts } from '#desk/eligibility/facts.ts';
import {
  answered,
  caseId,
  changed,
  cleanScan,
  confirmed,
  day,
  drafted,
  sent,
  stateAfter,
  uuid,
} from '#test/desk/eligibility/case-in-memory.ts';
import { clientId, endpoint, kept, rule, snapshot } from './planning.ts';

const eligibility = { ...eligibilityFacts, catchUp: async () => {} };
const known: CaseAction = changed({ clientId });
const inPortal = answered('auth-header-portal', 'present');
const supplied = (masked = '••••'): CaseAction => ({
  kind: 'portalHeader.supplied',
  content: { by: 'Jo', masked },
});
const equal: CaseAction = { kind: 'portalHeader.supplied', content: { by: 'Jo', equalsProfile: true } };
const profile = kept('Bearer planted-secret-1');
const portal = kept('Bearer planted-secret-2');

const planFor = (state: CaseState, given: CutoverSnapshot = snapshot()): Judged => {
  const plan = makePlan(given, state.targetId, planFacts(state, eligibility, undefined));
  return { plan, digest: canonicalDigest(plan) };
};
const frozen = ({ plan, digest }: Judged): CaseAction => ({
  kind: 'cutover.planned',
  content: { targetId: 'local', plan, digest },
});
const readOf = (given: CutoverSnapshot, change: Partial<LastReading> = {}): LastReading => ({
  targetId: 'local',
  at: day(300),
  snapshot: given,
  headerBytes: 20,
  isPortalSealed: false,
  isHere: () => true,
  ...change,
});
interface Given {
  readonly judged?: Judged | undefined;
  readonly reading?: LastReading | undefined;
}
const judge = (state: CaseState, given: Given = {}) => {
  const judged = 'judged' in given ? given.judged : planFor(state);
  const reading = 'reading' in given ? given.reading : readOf(judged?.plan.snapshot ?? snapshot());
  return preconditionsFor({ state, eligibility, judged, reading });
};
const found = (id: PreconditionId, ...of: Parameters<typeof judge>) => {
  const { holds, why } = judge(...of).find((one) => one.id === id) ?? {};
  return [holds, why] as const;
};
const holds = (id: PreconditionId, ...of: Parameters<typeof judge>) => found(id, ...of)[0];

describe('the preconditions of a plan', () => {
  test('all hold for an eligible case whose request names the plan and was sent', () => {
    const eligible = [known, cleanScan()];
    const plan = planFor(stateAfter(...eligible));
    const before = stateAfter(...eligible, frozen(plan));
    const state = stateAfter(...eligible, frozen(plan), drafted(before, { plan: plan.digest }), sent);
    const last = state.plans.at(-1);
    const all = judge(state, { judged: last, reading: readOf(plan.plan.snapshot) });
    expect(all.map(({ id, holds: is, neededFor }) => [id, is, neededFor])).toStrictEqual([
      ['verdict', true, 'apply'],
      ['client-id', true, 'apply'],
      ['portal-header', true, 'plan'],
      ['conflicts', true, 'plan'],
      ['rule-types', true, 'apply'],
      ['limits', true, 'plan'],
      ['snapshot', true, 'apply'],
      ['request', true, 'apply'],
    ]);
  });
  test('are not known without a plan', () => {
    const all = judge(stateAfter(), { judged: undefined, reading: undefined });
    expect(all.filter(({ holds: is }) => is === null).map(({ id }) => id)).toStrictEqual([
      'verdict',
      'client-id',
      'conflicts',
      'rule-types',
      'limits',
      'snapshot',
    ]);
  });
  test('the verdict: blocked, or not known', () => {
    expect(holds('verdict', stateAfter(cleanScan()))).toBe(true);
    expect(found('verdict', stateAfter())).toStrictEqual([null, expect.stringContaining('undetermined')]);
    const blocked = stateAfter(cleanScan(), answered('rule-id', 'present'));
    expect(found('verdict', blocked)).toStrictEqual([false, expect.stringContaining('RuleId')]);
  });
  test('the client id: not known, or another', () => {
    expect(found('client-id', stateAfter())).toStrictEqual([false, expect.stringContaining('is not known')]);
    const judged = planFor(stateAfter(known));
    expect(holds('client-id', stateAfter(known), { judged })).toBe(true);
    const other = stateAfter(changed({ clientId: uuid(77) }));
    expect(found('client-id', other, { judged })).toStrictEqual([
      false,
      expect.stringContaining('Plan again'),
    ]);
  });
  test('the header of the portal: not said, none, missing, supplied, sealed', () => {
    const of = (actions: CaseAction[], reading: Partial<LastReading> = {}, given = snapshot()) =>
      holds('portal-header', stateAfter(...actions), {
        judged: planFor(stateAfter(...actions), given),
        reading: readOf(given, reading),
      });
    expect(of([])).toBe(true);
    expect(of([answered('auth-header-portal', 'absent')])).toBe(true);
    expect(of([inPortal])).toBe(false);
    expect(of([inPortal, supplied()])).toBe(true);
    expect(of([inPortal, supplied()], { isPortalSealed: true })).toBe(false);
    expect(of([inPortal, equal])).toBe(false);
    expect(of([inPortal, equal], {}, snapshot({ authHeader: profile }))).toBe(true);
  });
  test('conflicts: open, decided, decided otherwise since', () => {
    const both = snapshot({ authHeader: profile, portalHeader: portal });
    const decision = (use: 'profile' | 'portal', mark = portal.mark): CaseAction => ({
      kind: 'cutover.conflictDecided',
      content: {
        targetId: 'local',
        header: 'Authorization',
        use,
        by: 'Jo',
        marks: [profile.mark, mark],
      },
    });
    const open = stateAfter(inPortal, supplied());
    expect(holds('conflicts', open, { judged: planFor(open, both) })).toBe(false);
    const decided = stateAfter(inPortal, supplied(), decision('profile'));
    const judged = planFor(decided, both);
    expect(found('conflicts', decided, { judged })).toStrictEqual([true, '1 conflict decided.']);
    const ofOther = decision('portal', 'another mark');
    const later = stateAfter(inPortal, supplied(), decision('profile'), ofOther);
    expect(holds('conflicts', later, { judged })).toBe(true);
    const since = stateAfter(inPortal, supplied(), decision('profile'), decision('portal'));
    expect(found('conflicts', since, { judged })).toStrictEqual([
      false,
      expect.stringContaining('decided otherwise since'),
    ]);
  });
  test('rules of an unknown type leave it unknown, by name', () => {
    const state = stateAfter();
    const judged = planFor(state, snapshot({ rules: [rule('a'), rule('b', { type: 'Something New' })] }));
    expect(found('rule-types', state, { judged })).toStrictEqual([
      null,
      expect.stringContaining('b ("Something New")'),
    ]);
  });
  test('limits: endpoints, the length of the header, URLs', () => {
    const state = stateAfter();
    const endpoints = (count: number) => Array.from({ length: count }, (_, n) => endpoint(uuid(n)));
    const of = (given: Partial<CutoverSnapshot>, reading: Partial<LastReading> = {}) => {
      const judged = planFor(state, snapshot(given));
      return found('limits', state, { judged, reading: readOf(judged.plan.snapshot, reading) });
    };
    expect(of({ webhooks: endpoints(49) })).toStrictEqual([true, '50 of 50 endpoints.']);
    expect(of({ webhooks: endpoints(50) })[0]).toBe(false);
    expect(of({}, { headerBytes: 4029 })[0]).toBe(true);
    expect(of({}, { headerBytes: 4030 })[0]).toBe(false);
    for (const webhook of ['not a url', 'ftp://acme.example/', `https://acme.example/${'x'.repeat(2048)}`]) {
      expect(of({ rules: [rule('a', { webhook })] })[0]).toBe(false);
    }
  });
  test('an endpoint of a cutover that was rolled back is used again, so it counts once', () => {
    const former = endpoint(uuid(1), { url: rule('a').webhook ?? '', disabled: true });
    const others = Array.from({ length: 49 }, (_, n) => endpoint(uuid(n + 2)));
    const judged = planFor(stateAfter(), snapshot({ webhooks: [former, ...others] }));
    const result = {
      at: day(1),
      endpoints: [{ ruleIds: [], webhook: former }],
      notCarried: [],
      carriedHeaders: [],
    };
    const granted: CaseAction = { kind: 'cutover.granted', content: { targetId: 'local', result } };
    expect(holds('limits', stateAfter(), { judged })).toBe(false);
    expect(holds('limits', stateAfter(granted), { judged })).toBe(true);
  });
});

describe('the snapshot of a frozen plan', () => {
  const judged = planFor(stateAfter());
  const state = stateAfter(frozen(judged));
  const last = state.plans.at(-1) as Judged;
  const of = (reading: LastReading | undefined, now = state) =>
    found('snapshot', now, { judged: last, reading });
  test('is compared with the target as it was read last, or not known', () => {
    expect(of(readOf(snapshot()))[0]).toBe(true);
    expect(of(undefined)).toStrictEqual([null, expect.stringContaining('was not read')]);
    expect(of(readOf(snapshot(), { targetId: 'other' }))[0]).toBeNull();
    expect(of(readOf(snapshot({ rules: [] })))).toStrictEqual([
      false,
      expect.stringContaining('Rule a (Sync Completed, https://acme.example/hooks) was removed.'),
    ]);
  });
  test('is of a target that the case has no longer', () => {
    const moved = stateAfter(frozen(judged), changed({ targetId: uuid(5) }));
    expect(of(readOf(snapshot()), moved)).toStrictEqual([false, expect.stringContaining('another target')]);
  });
  test('is not known once the header of the portal was supplied again', () => {
    const since = stateAfter(frozen(judged), inPortal, supplied());
    const before = readOf(snapshot(), { at: day(1) });
    expect(of(before, since)[0]).toBeNull();
    expect(of(readOf(snapshot()), since)[0]).toBe(true);
  });
  test('has marks that are not compared where they were made elsewhere', () => {
    const mine = planFor(stateAfter(), snapshot({ authHeader: profile }));
    const here = stateAfter(frozen(mine));
    const reading = (isHere: boolean) =>
      readOf(snapshot({ authHeader: { ...profile, mark: 'other key' } }), { isHere: () => isHere });
    const frozenHere = here.plans.at(-1) as Judged;
    expect(found('snapshot', here, { judged: frozenHere, reading: reading(true) })[0]).toBe(false);
    expect(found('snapshot', here, { judged: frozenHere, reading: reading(false) })[0]).toBe(true);
  });
  test('moves by the cutover itself, which is no failure', () => {
    const result = { at: day(1), endpoints: [], notCarried: [], carriedHeaders: [] };
    const granted = (planDigest: string): CaseAction => ({
      kind: 'cutover.granted',
      content: { targetId: 'local', result, planDigest },
    });
    const moved = readOf(snapshot({ webhooks: [endpoint('w')] }));
    expect(of(moved, stateAfter(frozen(judged), granted(judged.digest)))[0]).toBe(true);
    expect(of(moved, stateAfter(frozen(judged), granted('0'.repeat(64))))[0]).toBe(false);
    const reversed: CaseAction = { kind: 'cutover.reversed', content: { targetId: 'local', how: 'undone' } };
    expect(of(moved, stateAfter(frozen(judged), granted(judged.digest), reversed))[0]).toBe(false);
  });
});

describe('the request of a frozen plan', () => {
  const eligible = [known, cleanScan()];
  const judged = planFor(stateAfter(...eligible));
  const after = (...actions: CaseAction[]) => {
    const state = stateAfter(...eligible, frozen(judged), ...actions);
    return found('request', state, { judged: state.plans.at(-1) as Judged });
  };
  const before = stateAfter(...eligible, frozen(judged));
  const ofPlan = drafted(before, { plan: judged.digest });
  const { plan: other } = planFor(stateAfter(...eligible), snapshot({ rules: [] }));
  test.each<[string, CaseAction[], boolean, string]>([
    ['none', [], false, 'no migration request'],
    ['without a plan', [drafted(before), sent], false, 'names no plan'],
    ['of another plan', [drafted(before, { plan: '0'.repeat(64) }), sent], false, 'names another plan'],
    ['not sent', [ofPlan], false, 'not sent'],
    ['sent', [ofPlan, sent], true, 'was sent'],
    ['confirmed', [ofPlan, sent, confirmed], true, 'was sent'],
    ['of checks that changed', [ofPlan, sent, answered('retry-after', 'present')], false, 'Draft it again'],
  ])('%s', (_name, actions, is, said) => {
    expect(after(...actions)).toStrictEqual([is, expect.stringContaining(said)]);
  });
  test('is outdated by another plan, and once it is confirmed only after a rollback', () => {
    const next = frozen({ plan: other, digest: canonicalDigest(other) });
    const why = (...actions: CaseAction[]) =>
      eligibility.request.whyOutdated(stateAfter(...eligible, frozen(judged), ofPlan, ...actions));
    expect(why(sent)).toBeUndefined();
    expect(why(sent, next)).toBe('The plan changed since the request was drafted. Draft it again.');
    expect(why(sent, confirmed, next)).toBeUndefined();
    const reversed: CaseAction = { kind: 'cutover.reversed', content: { targetId: 'local', how: 'undone' } };
    expect(why(sent, confirmed, reversed, next)).toContain('The plan changed');
  });
});

test('a plan waits for what is needed for it alone', () => {
  const state = stateAfter(inPortal);
  expect(openForPlan(judge(state)).map(({ id }) => id)).toStrictEqual(['portal-header']);
  const plan: CutoverPlan = planFor(state).plan;
  expect([plan.caseId, plan.version]).toStrictEqual([caseId, 1]);
});
