import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import type { CutoverPlan, SoakProblem } from '#contract/cutover.ts';
import type { ParityReport } from '#contract/parity.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { CaseFacts } from '#desk/cutover/eligibility-facts.ts';
import { nextOf } from '#desk/cutover/next.ts';
import { type Stage, stagesOf, stateOf } from '#desk/cutover/stages.ts';
import { stateAfter, uuid } from '#test/desk/eligibility/case-in-memory.ts';

/** The stages of a cutover on any sequence of entries: none is reached on what is not so. */

const digests = ['a', 'b'].map((one) => one.repeat(64)) as [string, string];
const webhookId = uuid(7);
const targetId = 'local';
const facts = { request: { whyOutdated: () => undefined } } as unknown as CaseFacts;

const planned = (digest: string): CaseAction => ({
  kind: 'cutover.planned',
  content: {
    targetId,
    digest,
    plan: { endpoints: [], rules: [{ url: 'https://acme.example/' }] } as unknown as CutoverPlan,
  },
});
const compared = (planDigest: string, verdict: ParityReport['verdict'], isRehearsal = true): CaseAction => ({
  kind: 'cutover.compared',
  content: {
    targetId,
    planDigest,
    source: isRehearsal ? 'rehearsal' : 'recordings',
    report: { verdict, why: [], findings: [] } as unknown as ParityReport,
  },
});
const drafted = (plan: string): CaseAction => ({
  kind: 'request.drafted',
  content: { document: { plan, rows: [], evidence: [] } as never },
});
const sent: CaseAction = { kind: 'request.sent', content: { by: 'Jo' } };
const at = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();
const granted = (planDigest: string): CaseAction => ({
  kind: 'cutover.granted',
  content: {
    targetId,
    planDigest,
    result: {
      at: at(1),
      endpoints: [
        {
          ruleIds: [],
          webhook: {
            id: webhookId,
            url: 'https://acme.example/',
            eventTypes: [],
            disabled: false,
            companyTags: [],
          },
        },
      ],
      notCarried: [],
      carriedHeaders: [],
    },
  },
});
const checked = (done: boolean): CaseAction => ({
  kind: 'cutover.checked',
  content: {
    targetId,
    check: { at: at(2), done, expectations: [] },
    endpoints: [{ webhookId, endpoint: 'as verified' }],
  },
});
const observed = (
  state: 'there' | 'changed' | 'disabled' | 'deleted',
  endpoint = 'as verified',
): CaseAction => ({
  kind: 'endpoint.observed',
  content: { targetId, webhookId, state, endpoint },
});
const soakStarted: CaseAction = {
  kind: 'cutover.soakStarted',
  content: { targetId, until: at(20), by: 'Jo' },
};
const looked = (day: number, ...ids: SoakProblem['id'][]): CaseAction => ({
  kind: 'cutover.soakObserved',
  content: {
    targetId,
    observation: {
      at: at(day),
      endpoints: [],
      problems: ids.map((id) => ({ id, what: `${id}.`, count: 1 })),
    },
  },
});
const completed: CaseAction = { kind: 'cutover.completed', content: { targetId, by: 'Jo' } };
const decided: CaseAction = {
  kind: 'cutover.rollbackDecided',
  content: { targetId, by: 'Jo', reason: 'x', digest: digests[0], webhookIds: [webhookId] },
};
const reversed: CaseAction = { kind: 'cutover.reversed', content: { targetId, how: 'undone' } };
const skipped: CaseAction = { kind: 'step.changed', content: { id: 'rehearse-cutover', state: 'skipped' } };

const [plan] = digests;
const way: readonly CaseAction[] = [
  planned(plan),
  compared(plan, 'holds'),
  drafted(plan),
  sent,
  granted(plan),
  checked(true),
  soakStarted,
  looked(2),
  looked(21),
  completed,
];
const shown = (actions: readonly CaseAction[]) => {
  const state = stateAfter(...actions);
  const stages = stagesOf(state, facts);
  const reached = stages.filter((stage) => stage.reached).map(({ id }) => id);
  return { state, stages, reached, is: stateOf(state, stages), next: nextOf(state, stages) };
};
const names = ['planned', 'rehearsed', 'requested', 'granted', 'verified', 'soak', 'completed'];

test('each is reached in turn, and says what is next', () => {
  const states = way.map((_, count) => shown(way.slice(0, count + 1)).is);
  expect(states).toEqual([
    'planned',
    'rehearsed',
    'rehearsed',
    'requested',
    'granted',
    'verified',
    'soak',
    'soak',
    'soak',
    'completed',
  ]);
  expect(shown([]).is).toBe('none');
  expect(shown(way).next).toBeUndefined();
  expect(way.map((_, count) => shown(way.slice(0, count)).next?.responsible)).toEqual([
    'support',
    'support',
    'support',
    'support',
    'provider',
    'support',
    'support',
    'both',
    'both',
    'support',
  ]);
});

test('where no rule has a webhook there is nothing to rehearse nor to compare', () => {
  const mailed = planned(plan) as CaseActionOf<'cutover.planned'>;
  const content = { ...mailed.content, plan: { endpoints: [], rules: [{}] } as unknown as CutoverPlan };
  const without = [{ ...mailed, content }, ...way.slice(2)];
  expect(shown(without.slice(0, 1)).is).toBe('rehearsed');
  expect(shown(without.slice(0, 1)).next?.what).toBe(
    'Send the migration request. The migration request is not drafted.',
  );
  expect(shown([...without.slice(0, 1), compared(plan, 'unknown'), ...without.slice(1)]).is).toBe(
    'completed',
  );
  // What cannot be mapped has a webhook all the same.
  expect(shown([planned(plan), ...way.slice(2)]).is).toBe('granted');
});

describe('it is open again', () => {
  test.each<[string, CaseAction[], string]>([
    ['by another plan', [planned(digests[1])], 'planned'],
    ['by parity that fails', [compared(plan, 'fails', false)], 'granted'],
    ['by parity that is not known', [compared(plan, 'unknown')], 'granted'],
    ['by an endpoint that was changed', [observed('changed', 'other')], 'granted'],
    ['by an endpoint that was disabled', [observed('disabled')], 'granted'],
    ['by an endpoint that was deleted', [observed('deleted')], 'granted'],
    ['by a check that fails', [checked(false)], 'granted'],
    ['by a problem that was found later', [looked(22, 'delivery-failed')], 'soak'],
    ['by a reversal', [reversed], 'rolled-back'],
  ])('%s', (_, then, is) => {
    expect(shown([...way, ...then]).is).toBe(is);
  });

  test.each<[string, CaseAction[]]>([
    ['as it was verified', [observed('disabled'), observed('there')]],
    ['and verified again', [observed('changed', 'other'), checked(true)]],
    ['and delivered', [looked(22, 'delivery-failed'), looked(23)]],
    [
      'and compared again',
      [compared(plan, 'fails'), compared(plan, 'holds', false), compared(plan, 'holds')],
    ],
    ['by a rollback that is not carried out', [decided]],
  ])('and completed again once it is %s', (_, then) => {
    expect(shown([...way, ...then]).is).toBe('completed');
  });
});

test.each([5, 6, 7, 10])(
  'a rollback after %i entries takes all four back, and a second cutover works',
  (count) => {
    const after = shown([...way.slice(0, count), decided, reversed]);
    expect(after.is).toBe('rolled-back');
    expect(after.reached.filter((one) => names.indexOf(one) > 2)).toEqual([]);
    const [, other] = digests;
    const second = way.map(
      (action) => JSON.parse(JSON.stringify(action).replaceAll(plan, other)) as CaseAction,
    );
    expect(shown([...way.slice(0, count), decided, reversed, ...second]).is).toBe('completed');
  },
);

interface Truth {
  plan?: string;
  grant?: string;
  isDone: boolean;
  isDrifted: boolean;
  hasSoak: boolean;
  isOver: boolean;
  problems: number;
  isSkipped: boolean;
  readonly parities: Map<string, string>;
}
type Said = { [K in CaseAction['kind']]?: (now: Truth, content: CaseActionOf<K>['content']) => void };

const anew = { isDone: false, isDrifted: false, hasSoak: false };
/** The same, said by the entries one after the other. */
const said: Said = {
  'cutover.planned': (now, { digest }) => {
    now.plan = digest;
  },
  'cutover.compared': ({ parities }, { planDigest, report }) => {
    parities.set(planDigest, report.verdict);
  },
  'cutover.granted': (now, { planDigest }) => Object.assign(now, anew, { grant: planDigest }),
  'cutover.reversed': (now) => Object.assign(now, anew, { grant: undefined }),
  'cutover.checked': (now, { check }) => Object.assign(now, { isDone: check.done, isDrifted: false }),
  'endpoint.observed': (now, { state }) => Object.assign(now, { isDrifted: state !== 'there' }),
  'step.changed': (now) => Object.assign(now, { isSkipped: true }),
  'cutover.soakStarted': (now) => Object.assign(now, { hasSoak: true, isOver: false, problems: 0 }),
  'cutover.soakObserved': (now, { observation }) => {
    now.isOver ||= observation.at >= at(20);
    now.problems = observation.problems.length;
  },
};
const truth = (actions: readonly CaseAction[]): Truth => {
  const now: Truth = { ...anew, isOver: false, problems: 0, isSkipped: false, parities: new Map() };
  for (const { kind, content } of actions) {
    (said[kind] as ((now: Truth, content: unknown) => void) | undefined)?.(now, content);
  }
  return now;
};
const hasParity = ({ plan, parities, isSkipped }: Truth): boolean => {
  if (plan === undefined) return true;
  const verdict = parities.get(plan);
  return verdict === undefined ? isSkipped : verdict === 'holds';
};
/** What must be so for a stage to be reached. */
const needs: Readonly<Record<Stage['id'], (so: Truth, state: CaseState) => boolean>> = {
  planned: (so) => so.plan !== undefined,
  rehearsed: (so) => so.plan !== undefined,
  requested: (so, { request }) => request?.document.plan === so.plan,
  granted: (so) => so.grant !== undefined && (so.plan === undefined || so.grant === so.plan),
  verified: (so) => so.isDone && !so.isDrifted && hasParity(so),
  soak: (so) => so.hasSoak,
  completed: (so) => so.isOver && so.problems === 0,
};

const anyAction = fc.oneof(
  fc
    .constantFrom(...digests)
    .chain((digest) =>
      fc.constantFrom(
        planned(digest),
        compared(digest, 'holds'),
        compared(digest, 'fails'),
        compared(digest, 'unknown', false),
        drafted(digest),
        granted(digest),
      ),
    ),
  fc.constantFrom(
    sent,
    checked(true),
    checked(true),
    checked(false),
    observed('there'),
    observed('disabled'),
    observed('changed', 'other'),
    soakStarted,
    looked(2),
    looked(21),
    looked(21, 'delivery-failed'),
    completed,
    decided,
    reversed,
    skipped,
  ),
  // Far along the way, which random entries seldom come.
  fc.constantFrom(...way),
);
const anyActions = fc
  .tuple(fc.nat(way.length), fc.array(anyAction, { maxLength: 25 }))
  .map(([count, more]) => [...way.slice(0, count), ...more]);

test('no stage is reached on something that is not so, whatever happens in whatever order', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyActions, (actions) => {
      const { stages, reached, is, state } = shown(actions);
      const so = truth(actions);
      seen.add(is);
      for (const { reached: isReached, why, at: when } of stages) {
        expect([why.length === 0, when !== undefined]).toEqual([isReached, isReached]);
      }
      expect(reached.filter((id) => !needs[id](so, state))).toEqual([]);
      // Of the last four none is reached without the one before it.
      const last = names.slice(3).map((id) => reached.includes(id as Stage['id']));
      expect(last).toEqual([...last].sort((a, b) => Number(b) - Number(a)));
      expect(is === 'rolled-back' && so.grant !== undefined).toBe(false);
    }),
    { numRuns: 2000 },
  );
  expect([...seen].sort()).toEqual([...names, 'none', 'rolled-back'].sort());
});
